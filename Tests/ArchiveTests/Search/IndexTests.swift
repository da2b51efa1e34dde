import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

/// The search index agrees with the tables, whatever text users write.
struct IndexTests {
  /// Scalars that share a `Character` with a space before or after them.
  private static let joiners: [Unicode.Scalar] = (0...0x10FFFF).compactMap(Unicode.Scalar.init)
    .filter { scalar in
      guard !scalar.isASCII else { return false }
      return " \(scalar)".count == 1 || "\(scalar) ".count == 1
    }

  @Test func everyMarkBesideASpaceIsIndexedAsItStands() throws {
    #expect(Self.joiners.count > 2_000)
    let texts = stride(from: 0, to: Self.joiners.count, by: 100).map { start in
      Self.joiners[start..<min(start + 100, Self.joiners.count)]
        .map { "\($0) x \($0)y \($0) z\($0) \"\($0)\"" }.joined(separator: " ")
    }
    try withArchive { test in
      let people = texts.enumerated().map { index, text in
        Moderator.made(
          index + 1, String(text.prefix(40)), location: String(text.prefix(200)), about: text)
      }
      try test.publish(people, at: day(1))
      try test.publish(Array(people.dropFirst()), at: day(2))
      #expect(try test.archive.verify(by: testRules).findings == [])
    }
  }

  @Test func aQuotationMarkBeforeAVowelSignBeginsAPhrase() throws {
    try withArchive { test in
      try test.publish([.made(1, "\u{93E}b c"), .made(2, "c \u{93E}b")], at: day(1))
      let found = try test.archive.search(SearchQuery("\"\u{93E}b c\"")).people
      #expect(found.map(\.displayName) == ["\u{93E}b c"])
    }
  }

  @Test func aVowelSignAtTheBeginningIsPartOfWhatMatches() throws {
    try withArchive { test in
      try test.publish([.made(1, "'\u{93E}kam")], at: day(1))
      let match = try #require(try test.archive.search(SearchQuery("\u{93E}kam")).people.first)
        .match
      #expect(match.highlights.map { String(match.text[$0]) } == ["'\u{93E}kam"])
    }
  }

  /// A reader answers nothing from it, a copy that is verified in ten years is sound, and the next writer makes the texts
  /// again.
  @Test func anIndexOfAnotherFoldingIsMadeAgain() throws {
    try withArchive { test in
      try test.publish([.made(1, "Ann")], at: day(1))
      try test.archive.close()
      let texts = "SELECT rowid, site, name, former, location, about FROM search_document"
      try test.file.execute(
        """
        INSERT INTO search_text (search_text, rowid, site, name, former, location, about)
          SELECT 'delete', member, site, name, former, location, about FROM search_document;
        UPDATE search_document SET name = 'ghost';
        INSERT INTO search_text (rowid, site, name, former, location, about) \(texts);
        UPDATE archive SET folding = folding + 1;
        """)
      let reader = try ArchiveDatabase.open(at: test.path, for: .reading)
      let error = #expect(throws: ArchiveError.self) { try reader.search(SearchQuery("ann")) }
      #expect(error?.code == .otherFormat && error?.remedy == .rebuildIndex)
      // The names of sites are folded by whoever searches.
      #expect(try reader.searchSites(SearchQuery("math")).count == 1)
      #expect(try reader.verify(by: testRules).findings == [])
      try reader.close()
      let writer = try test.reopened()
      #expect(try writer.archive.search(SearchQuery("ann")).total == 1)
      #expect(try writer.archive.search(SearchQuery("ghost")).total == 0)
      #expect(try writer.archive.verify(by: testRules).findings == [])
    }
  }

  /// SQLite keeps the first 32,768 bytes of a word.
  @Test(arguments: ["a", "\u{4E2D}", "\u{10400}"])
  func aWordThatSQLiteCutsIsNoDamage(letter: String) throws {
    try withArchive { test in
      let text = String(repeating: letter, count: 40_000)
      try test.publish([.made(1, about: "one \(text) two")], at: day(1))
      #expect(try test.archive.verify(by: testRules).findings == [])
      try test.publish([.made(1, about: "one")], at: day(2))
      #expect(try test.archive.verify(by: testRules).findings == [])
    }
  }

  @Test func aLongNameTakesRoomInProportionToItsLength() throws {
    try withArchive { test in
      let word = String(repeating: "xy", count: 10_000)
      let words = (0..<2_000).map { "w\($0)abcdefgh" }.joined(separator: " ")
      try test.publish([.made(1, word), .made(2, words)], at: day(1))
      #expect(try test.archive.verify(by: testRules).findings == [])
      for query in ["xyxyxy", "w1999abc", "w3abcdefgh w1200"] {
        #expect(try test.archive.search(SearchQuery(query)).people.count == 1, "\(query)")
      }
      try test.archive.close()
      let size = try FileManager.default.attributesOfItem(atPath: test.path)[.size] as? Int
      #expect(try #require(size) < 2_000_000)
    }
  }

  @Test func aSubstringIsFoundInWordsOfAnyLength() throws {
    try withArchive { test in
      let letters = String(repeating: "ab", count: 300)
      try test.publish([.made(1, "\(letters)needle"), .made(2, "x")], at: day(1))
      let found = try test.archive.search(SearchQuery("needle")).people
      #expect(found.map { $0.moderators[0][2] } == [.integer(1)])
    }
  }

  @Test func aFormerModeratorOfTheNameIsNotHiddenByATypingError() throws {
    try withArchive { test in
      try test.publish([.made(1, "Sara Patel"), .made(2, "Pawel")], at: day(1))
      try test.publish([.made(2, "Pawel")], at: day(2))
      #expect(try test.archive.search(SearchQuery("patel")).total == 0)
      let all = try test.archive.search(SearchQuery("patel", former: true))
      #expect(all.people.map(\.displayName) == ["Sara Patel"])
      #expect(try test.archive.search(SearchQuery("pavel")).people.map(\.displayName) == ["Pawel"])
    }
  }

  /// The total is that of a search without a limit, whatever kind of match it takes.
  @Test func theTotalIsThatOfASearchWithoutALimit() throws {
    try withArchive { test in
      try test.publish(
        [.made(1, "Ann"), .made(2, "Anna"), .made(3, "Joann", location: "Annapolis")]
          + (4..<40).map { .made($0, "x\($0)ann") }, at: day(1))
      for query in ["ann", "anne", "x1"] {
        let all = try test.archive.search(SearchQuery(query, limit: nil))
        let some = try test.archive.search(SearchQuery(query, limit: 2))
        #expect(some.total == all.people.count)
        #expect(some.people == Array(all.people.prefix(2)))
      }
    }
  }

  @Test func aSiteIsFoundUnderItsNewIdAloneAfterARename() throws {
    let cognitive = Site("cogsci", name: "Cognitive Sciences", url: "https://cogsci.example")
    let psychology = Site(
      "psychology", name: "Psychology & Neuroscience", url: "https://psychology.example",
      aliases: [cognitive.url])
    try withArchive(sites: [.math, cognitive]) { test in
      try test.publish([.made(1, "Ann")], site: "cogsci", at: day(1))
      for date in [day(2), day(3)] {
        _ = try test.archive.recordSites(
          [.math, psychology, psychology], network: testNetwork, at: date)
      }
      #expect(try test.archive.verify(by: testRules).findings == [])
      for query in ["cogsci", "cognitive"] {
        #expect(try test.archive.search(SearchQuery(query)).people == [])
      }
      for query in ["psychology", "neuro ann"] {
        #expect(try test.archive.search(SearchQuery(query)).people.map(\.displayName) == ["Ann"])
      }
      #expect(try test.rows(.changes).count == 1)
    }
  }
}
