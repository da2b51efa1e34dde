package import Roster

extension Page {
  /// The token or the offset of the next page, as text; nil where there is none.
  package var continuation: String? {
    switch next {
    case .token(let token): token
    case .offset(let offset): "\(offset)"
    case .number, .start, .whole, nil: nil
    }
  }
}
