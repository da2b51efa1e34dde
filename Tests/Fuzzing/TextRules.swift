import Foundation
import Gzip
import Markup
import MediaWiki
import Roster
import Tables
import TestKit

/// What holds for markup, for dumps and for tables.
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
    var document = input
    if GzipCodec.isGzip(input) {
      guard let unpacked = try? GzipCodec.unpack(input, .gzip, limit: 1 << 20) else { return }
      document = unpacked
    }
    do {
      let records = try XMLRecords(
        fields: WikiLogDump.fields, Self.pieces(of: document, 100))
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

  /// However a table comes in pieces, its records are the same, and what is written of them is read as them.
  static func checkTable(_ input: [UInt8]) throws {
    let (records, fault) = try records(of: input, inPiecesOf: 4_096)
    let again = try Self.records(of: input, inPiecesOf: 3)
    try require(again.records == records && again.fault == fault, "pieces change the records")
    if let fault {
      try require(!fault.reason.isEmpty && fault.line > 0, "a failure has no place or no sentence")
    }
    let sink = CollectingSink()
    var writer = try CSVWriter(columns: [], to: sink)
    for record in records { try writer.write(record.map { .text($0) }) }
    try writer.finish()
    let written = try Self.records(of: sink.bytes, inPiecesOf: 4_096)
    try require(
      written.fault == nil && written.records == records,
      "records are written as others: \(records)")
  }

  private static func records(
    of input: [UInt8], inPiecesOf size: Int
  ) throws -> (records: [[String]], fault: Tables.CSVReader.Malformed?) {
    var reader = Tables.CSVReader(pieces(of: input, size))
    var records: [[String]] = []
    do {
      while let record = try reader.next() { records.append(record) }
    } catch let fault as Tables.CSVReader.Malformed {
      return (records, fault)
    }
    return (records, nil)
  }

  /// What gives the input in pieces.
  static func pieces(of input: [UInt8], _ size: Int) -> () -> [UInt8] {
    var rest = input[...]
    return {
      defer { rest = rest.dropFirst(size) }
      return Array(rest.prefix(size))
    }
  }
}
