import Foundation
import Gzip
import Markup
import MediaWiki
import Roster

/// What holds for markup and for dumps.
enum TextRules {
  static func checkMarkup(_ html: String) throws {
    let size = html.utf8.count
    let plain = MarkupText.plainText(ofHTML: html)
    try require(MarkupText.printable(plain) == plain, "the plain text has control characters")
    // A byte that is none of a text becomes U+FFFD; a name of a character gives two at the most.
    try require(plain.utf8.count <= 6 * size + 16, "the plain text is longer than its source")

    let escaped = MarkupText.escaped(html)
    try require(
      !escaped.utf8.contains { [UInt8](#"<>"'"#.utf8).contains($0) }, "something is not escaped")
    try require(
      MarkupText.decodingEntities(escaped) == MarkupText.printable(html),
      "escaped text is read in another way")
    // Escaped once, markup is text; white space aside, it is read as it was written.
    try require(
      words(MarkupText.plainText(ofHTML: escaped)) == words(MarkupText.printable(html)),
      "escaped markup is read as markup")

    if let link = MarkupText.safeLink(html) {
      try require(
        link.hasPrefix("http://") || link.hasPrefix("https://"), "a link has another scheme")
      try require(
        link.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && ![0x22, 0x27, 0x3C, 0x3E].contains($0) },
        "a link has what ends an attribute: \(link)")
      try require(MarkupText.safeLink(link) == link, "a safe link is not safe")
    }
    _ = MarkupText.link(to: "EditURI", in: html)
  }

  /// Compared byte by byte: two texts that Swift calls equal may differ.
  private static func words(_ text: String) -> [[UInt8]] {
    text.unicodeScalars.split { " \t\n\u{B}\u{C}\r\u{A0}".unicodeScalars.contains($0) }
      .map { Array(String($0).utf8) }
  }

  static func checkDump(_ input: [UInt8]) throws {
    var rest = input[...]
    if GzipCodec.isGzip(input) {
      guard let document = try? GzipCodec.unpack(input, .gzip, limit: 1 << 20) else { return }
      rest = document[...]
    }
    do {
      let records = try XMLRecords(fields: WikiLogDump.fields) {
        defer { rest = rest.dropFirst(100) }
        return Array(rest.prefix(100))
      }
      let dump = try WikiLogDump(records)
      var last = 0
      while let (_, entry) = try dump.next() {
        try require(entry.id > last, "row \(entry.id) follows row \(last)")
        last = entry.id
      }
      let reach = try dump.reach()
      try require(reach.first <= reach.last || dump.count > 1, "one row has two times")
    } catch let failure as XMLFailure {
      try require(!failure.reason.isEmpty && failure.line >= 0, "a failure has no sentence")
    }
  }
}
