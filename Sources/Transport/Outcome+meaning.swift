extension Outcome {
  /// Whether the API itself has answered, be it with a refusal.
  package var isUsable: Bool {
    switch self {
    case .good, .throttled, .lockedOut: true
    case .temporary(let fault), .permanent(let fault):
      fault.kind == .refused || fault.kind == .server || fault.kind.concernsTheRun
    }
  }

  /// Whether the API may have counted the request although it did not say so.
  var mayHaveCost: Bool {
    switch self {
    case .good: false
    case .temporary(let fault), .permanent(let fault): !fault.isUnsent
    case .throttled, .lockedOut: true
    }
  }
}
