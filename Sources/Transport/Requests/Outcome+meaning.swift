extension Outcome {
  /// Whether the API itself has answered; a refusal counts.
  package var isUsable: Bool {
    switch self {
    case .good, .throttled, .lockedOut: true
    case .temporary(let fault), .permanent(let fault):
      fault.kind == .refused || fault.kind == .server
        || fault.kind.concernsTheRun && fault.kind != .proxyRefused
    }
  }

  /// Whether it is an answer to the question; a refusal counts. nil where it only asks for a wait.
  var isAnswer: Bool? {
    switch self {
    case .good: true
    case .throttled, .lockedOut: nil
    case .temporary(let fault), .permanent(let fault):
      fault.kind == .refused || fault.kind.concernsTheRun
    }
  }

  /// Whether the request may count against the quota although the answer does not report one.
  var mayHaveCost: Bool {
    switch self {
    case .good: false
    case .temporary(let fault), .permanent(let fault): !fault.isUnsent
    case .throttled, .lockedOut: true
    }
  }
}
