import Networks

extension Envelope {
  /// Whether the items may be undecodable because of text that can be repaired.
  package var mayBeRepaired: Bool {
    guard case .failure(let error) = items else { return false }
    return switch error {
    case is OutOfBounds, DecodingError.keyNotFound, DecodingError.typeMismatch,
      DecodingError.valueNotFound:
      false
    // Foundation throws its own error for it, and turns it into a `DecodingError` only at the top
    // level.
    default: true
    }
  }
}
