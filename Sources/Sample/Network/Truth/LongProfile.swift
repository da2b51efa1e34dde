/// About-me texts as long as people write them: paragraphs and lists with links.
enum LongProfile {
  /// Adds paragraphs to a text until it has a length.
  ///
  /// - Parameters:
  ///   - user: The same user has the same text.
  ///   - length: In bytes; 0 to leave the text as it is.
  static func lengthening(_ text: String?, of user: Int, to length: Int) -> String? {
    guard (text?.utf8.count ?? 0) < length else { return text }
    var draw = Draw(UInt64(bitPattern: Int64(user)), 17)
    var result = text ?? ""
    while result.utf8.count < length {
      result += draw.chance(percent: 25) ? list(&draw) : paragraph(&draw)
    }
    return result
  }

  private static func paragraph(_ draw: inout Draw) -> String {
    let number = draw.int(below: 100_000)
    let link = "<a href=\"https://example.org/\(number)\" rel=\"nofollow noreferrer\">"
    return "<p>\(words(40, &draw)), \(link)\(words(2, &draw))</a>. \(words(12, &draw)).</p>\n"
  }

  private static func list(_ draw: inout Draw) -> String {
    let items = (0..<4).map { _ in "<li>\(words(5, &draw))</li>\n" }.joined()
    return "<ul>\n\(items)</ul>\n"
  }

  private static func words(_ count: Int, _ draw: inout Draw) -> String {
    (0..<count).map { _ in
      draw.pick(beginnings) + draw.pick(middles) + draw.pick(endings)
    }.joined(separator: " ")
  }

  private static let beginnings = [
    "a", "be", "con", "de", "en", "for", "ge", "in", "ma", "no", "o", "pro", "re", "sub", "trans",
    "un",
  ]
  private static let middles = [
    "ba", "ci", "der", "form", "gra", "lo", "min", "port", "scri", "ta",
  ]
  private static let endings = ["", "al", "ble", "ed", "er", "ing", "ity", "s", "tion", "ure"]
}
