import Markup
import Networks

/// How text is escaped in a response.
enum TextForm {
  /// Not escaped: text of unsafe filters, and fields that are the same with both kinds of filters.
  case plain
  /// Escaped once or, by a bug of the API, twice (Meta Stack Exchange 387761).
  case escaped

  init(of filter: Filter) {
    self = filter.isSafe ? .escaped : .plain
  }

  /// The unescaped text.
  func reading(_ text: String) -> String {
    (self == .escaped ? Self.fullyDecoded(text) : text).withoutNull
  }

  /// Decoded until it no longer changes. The API escapes once, and twice by a bug; only a hostile
  /// server needs more rounds than the limit, and the rest is then not decoded.
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
