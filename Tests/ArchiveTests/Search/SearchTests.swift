import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

struct SearchTests {
  /// The moderators in the archive of every query; the higher the id, the more reputation.
  private static let people: [Moderator] = [
    .made(1, "Seán O'Brien", location: "Dublin"), .made(2, "Bjørn Økland", location: "Bergen"),
    .made(3, "Łukasz Paweł"), .made(4, "Đặng Thị Bích"), .made(5, "Hans Straße"),
    .made(6, "田中太郎"), .made(7, "Zoë Œuvre-Æther"), .made(8, "José García"),
    .made(9, "J. R. Tolkien", about: "Writes about rings and quiet hobbits"),
    .made(10, "Anna Hannah"), .made(11, "Ann"), .made(12, "Ann Smith"),
    .made(13, "<script>alert(1)</script>"), .made(14, "🦊 Fox"), .made(15, "=SUM(A1)"),
    .made(16, "محمد علي"), .made(17, "한국어 사용자"), .made(18, "Ολυμπία Παππάς"),
    .made(19, "Smith Wesson", location: "Ann Arbor"), .made(20, "Charlotte Featherstonehaugh"),
    .made(21, "D'Angelo McNulty"), .made(22, "Jean-Luc Picard", location: "La Barre"),
    .made(23, "ıIiİ"), .made(24, "user1234567"), .made(25, "C"), .made(26, "Иван Петров"),
  ]

  struct Case: Sendable, CustomTestStringConvertible {
    var query: String
    /// The user ids in the expected order.
    var hits: [Int]
    var kind: PersonMatch.Kind?
    var field: PersonMatch.Field?
    var testDescription: String { query.count > 40 ? String(query.prefix(40)) : query }

    init(
      _ query: String, _ hits: [Int], _ kind: PersonMatch.Kind? = nil,
      _ field: PersonMatch.Field? = nil
    ) {
      self.query = query
      self.hits = hits
      self.kind = kind
      self.field = field
    }
  }

  private static let cases = [
    Case("obrien", [1], .prefix, .displayName), Case("o'brien", [1]), Case("O’BRIEN", [1]),
    Case("sean", [1]), Case("seán", [1]), Case("sean obrien", [1], .exact),
    Case("obrien sean", [1], .prefix), Case("s o", [1]), Case("o s", [1]),
    Case("brien", [1], .substring),
    Case("\"sean obrien\"", [1], .exact), Case("\"obrien sean\"", []), Case("\"sean o\"", []),
    Case("sean \"obrien\"", [1]), Case("\"sean obrien", [1]), Case("sean bjorn", []),
    Case("bjorn", [2]), Case("okland", [2]), Case("Økland", [2]), Case("bjorn okl", [2]),
    Case("lukasz", [3]), Case("Łukasz", [3]), Case("pawel", [3]), Case("dang", [21, 4]),
    Case("thi bich", [4]), Case("đặng", [21, 4]), Case("strasse", [5]), Case("straße", [5]),
    Case("STRASSE hans", [5]), Case("田中", [6], .prefix), Case("太郎", [6], .substring),
    Case("田中太郎", [6], .exact), Case("郎", []), Case("oeuvre", [7]), Case("aether zoe", [7]),
    Case("œuv", [7]), Case("jose garcia", [8], .exact), Case("gar jos", [8], .prefix),
    Case("tolkien", [9]), Case("j r", [9]), Case("j.r.", []),
    Case("hobbits", [9], .prefix, .aboutText),
    Case("tolkien rings", [9], .prefix, .aboutText), Case("\"quiet hobbits\"", [9]),
    Case("\"hobbits quiet\"", []), Case("ann", [11, 12, 10, 19]),
    Case("ann smith", [12, 19]), Case("hann", [10]), Case("nnah", [10], .substring),
    Case("script", [13]), Case("🦊", [14]), Case("fox", [14]), Case("sum", [15]),
    Case("محمد", [16]), Case("علي محمد", [16]), Case("한국", [17]), Case("사용", [17]),
    Case("국어", [17], .substring), Case("ολυμπια", [18]), Case("ΠΑΠΠΑΣ", [18]),
    Case("παππας", [18]), Case("wesson arbor", [19], .prefix, .location),
    Case("fetherstonehaugh", [20], .typo), Case("charlote", [20], .typo),
    Case("chralotte", [20], .typo), Case("featerstonehugh", [20], .typo), Case("dangelo", [21]),
    Case("mcnulti", [21], .typo), Case("picard jean", [22]), Case("luc", [22]),
    Case("bergen", [2], .prefix, .location), Case("iiii", [23], .exact),
    Case("1234", [24], .substring),
    Case("c", [25, 20]), Case("иван", [26]), Case("петров иван", [26]), Case("zzzz", []),
    Case("qqqqqqqqqq", []), Case("", []), Case("   ", []), Case("\"", []), Case("\"\"", []),
    Case("*", []), Case("-- -x", []), Case("NEAR(", []), Case("' OR 1=1 --", []), Case("\0", []),
    Case("name : x", []), Case("a AND OR NOT b", []), Case("{", []), Case("^sean", [1]),
    Case("sean*", [1]), Case("\u{FFFD}", []), Case("\u{200D}", []),
    Case("j r tolkien writes about rings and quiet hobbits math hob tol quie", [9]),
    Case("j r tolkien writes about rings and quiet hobbits math hob tol quie zz", []),
    Case(String(repeating: "a", count: 10_000), []),
    Case(String(repeating: "\"x\" ", count: 2_000), []),
  ]

  private func withPeople(_ body: (ArchiveMaker) throws -> Void) throws {
    try withArchive(sites: [.math, .cooking]) { test in
      try test.publish(Self.people, at: day(1))
      try body(test)
    }
  }

  @Test func theCorpusIsFound() throws {
    try withPeople { test in
      for item in Self.cases {
        let found = try test.archive.search(SearchQuery(item.query)).people
        let ids = found.map { $0.moderators[0][2].description }
        #expect(ids.prefix(item.hits.count) == item.hits.map { String($0) }[...], "\(item.query)")
        if item.hits.isEmpty { #expect(ids == [], "\(item.query)") }
        if let kind = item.kind { #expect(found.first?.match.kind == kind, "\(item.query)") }
        if let field = item.field { #expect(found.first?.match.field == field, "\(item.query)") }
      }
    }
  }

  @Test func theMatchedPartIsTold() throws {
    try withPeople { test in
      for (query, text, parts) in [
        ("obri", "Seán O'Brien", ["O'Bri"]), ("brien", "Seán O'Brien", ["Brien"]),
        ("strass", "Hans Straße", ["Straß"]), ("lu paw", "Łukasz Paweł", ["Łu", "Paw"]),
        ("\"hans strasse\"", "Hans Straße", ["Hans Straße"]), ("太郎", "田中太郎", ["太郎"]),
        ("oeuv", "Zoë Œuvre-Æther", ["Œuv"]), ("charlote", "Charlotte Featherstonehaugh", []),
        ("arbor", "Ann Arbor", ["Arbor"]),
      ] {
        let match = try #require(try test.archive.search(SearchQuery(query)).people.first).match
        #expect(match.text == text)
        #expect(match.highlights.map { String(match.text[$0]) } == parts)
      }
    }
  }

  @Test func formerNamesFormerModeratorsAndSitesAreFound() throws {
    try withArchive(sites: [.math, .cooking]) { test in
      try test.publish([.made(1, "Old Name"), .made(2, "Gone Person")], at: day(1))
      try test.publish([.made(1, "New Name")], at: day(2))
      try test.publish(
        [.made(7, "New Cook", account: 1001, reputation: 9)], site: "cooking", at: day(3))
      func search(_ text: String, site: SiteRef? = nil, former: Bool = false) throws
        -> [PersonMatch]
      {
        try test.archive.search(SearchQuery(text, site: site, former: former)).people
      }
      let old = try search("old name")
      #expect(old.map(\.match.field) == [.formerName])
      #expect(old.map(\.match.kind) == [.exact])
      #expect(old.map(\.match.text) == ["Old Name"])
      #expect(old[0].moderators.map { $0[1] } == [.text("math"), .text("cooking")])
      #expect(try search("gone") == [])
      #expect(try search("gone", former: true).map(\.displayName) == ["Gone Person"])
      #expect(try search("gone", former: true)[0].moderators[0].last == .text(day(2).rfc3339))
      #expect(try search("new").map(\.accountID) == [1001])
      #expect(try search("new", site: "cooking").map(\.displayName) == ["New Cook"])
      #expect(try search("seasoned").map(\.match.field) == [.site])
      #expect(try search("cook math") == [])
      #expect(try search("name mathem").map(\.displayName) == ["New Name"])
      let error = #expect(throws: ArchiveError.self) { try search("x", site: "none") }
      #expect(error?.code == .unknown)
    }
  }

  @Test func accountsThatIdentifyNobodyAreNotMerged() throws {
    try withArchive(sites: [.math, .cooking]) { test in
      let community = Moderator.made(-1, "Community", account: -1, reputation: 1, kind: .community)
      try test.publish([community], at: day(1))
      try test.publish([community], site: "cooking", at: day(1))
      #expect(try test.archive.search(SearchQuery("community")).people.count == 2)
      #expect(try test.archive.people().rows == [])
      #expect(try test.archive.person(account: -1, network: testNetwork) == nil)
      #expect(try test.archive.person(site: "math", userID: -1)?.sites.count == 1)
    }
  }

  @Test func moreReputationComesFirstAndTheLimitHolds() throws {
    try withArchive { test in
      try test.publish((1...300).map { .made($0, "Same Name", reputation: $0 * 7) }, at: day(1))
      let found = try test.archive.search(SearchQuery("same", limit: 25)).people
      #expect(found.map { $0.moderators[0][2] } == (276...300).reversed().map(Cell.integer))
      #expect(try test.archive.search(SearchQuery("same", limit: 0)).people == [])
    }
  }

  @Test func fewerTypingErrorsGoBeforeMoreReputation() throws {
    try withArchive { test in
      try test.publish(
        [
          .made(1, "Alixe Browm", reputation: 1_000_000), .made(2, "Alixe Brown", reputation: 10),
        ], at: day(1))
      let found = try test.archive.search(SearchQuery("alise brown", limit: 1)).people
      #expect(found.map(\.displayName) == ["Alixe Brown"])
    }
  }
}
