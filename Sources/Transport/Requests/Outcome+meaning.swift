extension Outcome {
  /// Whether the API itself has answered, be it with a refusal.
  package var isUsable: Bool {
    switch self {
    case .good, .throttled, .lockedOut: true
    case .temporary(let fault), .permanent(let fault):
      fault.kind == .refused || fault.kind == .server || fault.kind.concernsTheRun
    }
  }

  /// Whether it answers what was asked, be it with a refusal; nil where it only says to wait.
  var isAnswer: Bool? {
    switch self {
    case .good: true
    case .throttled, .lockedOut: nil
    case .temporary(let fault), .permanent(let fault):
      fault.kind == .refused || fault.kind.concernsTheRun
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
