import Markup

/// How text was written into an answer.
enum TextForm {
  /// As people write it: unsafe filters, and fields that are the same under both.
  case plain
  /// Escaped once or, by a fault of the API, twice (Meta Stack Exchange 387761).
  case escaped

  init(of filter: Filter) {
    self = filter.isSafe ? .escaped : .plain
  }

  /// The text as people write it. U+0000, which no tool stores reliably, becomes U+FFFD.
  func reading(_ text: String) -> String {
    let decoded = self == .escaped ? Self.fullyDecoded(text) : text
    guard decoded.utf8.contains(0) else { return decoded }
    return String(
      String.UnicodeScalarView(decoded.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
  }

  /// Decoded until it no longer changes. The API escapes once, and twice by a fault; more rounds than
  /// these only a server asks for that wants them to take long, and what is left then stays as it is.
  private static func fullyDecoded(_ text: String) -> String {
    var text = text
    for _ in 0..<mostRounds {
      let decoded = MarkupText.decodingEntities(text)
      if decoded.utf8.count == text.utf8.count { return text }
      text = decoded
    }
    return text
  }

  private static let mostRounds = 8
}
