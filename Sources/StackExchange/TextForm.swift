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

  /// Decoded until it no longer changes. Each round shortens the text, so this ends.
  private static func fullyDecoded(_ text: String) -> String {
    var text = text
    while true {
      let decoded = Markup.decodingEntities(text)
      if decoded == text { return text }
      text = decoded
    }
  }
}
