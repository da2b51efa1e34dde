import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

/// What badges say, and people at addresses.
struct ClaimTests {
  private static let site: SiteRef = "math"
  private static let file = BackfillFile(name: "claims.csv", bytes: 7, sha256: "ab")
  private static let url = "https://meta.example/1"

  private static func claim(
    _ user: Int?, _ name: String = "", from first: Int, until last: Int, end: Int? = nil,
    by source: TenureBounds.Source = .claim
  ) -> Tenure {
    Tenure(
      userID: user, name: name,
      bounds: TenureBounds(
        beganAfter: nil, beganBefore: day(first), endedAfter: day(last),
        endedBefore: end.map { day($0) }, source: source,
        sourceURL: source == .claim ? url : nil))
  }

  @discardableResult
  private static func backfill(
    _ maker: ArchiveMaker, _ claims: [Tenure], _ file: BackfillFile = file, by other: String? = nil
  ) throws -> ClaimBackfill {
    let url = other ?? claims.first?.bounds.sourceURL
    var claims = claims
    if other != nil { for place in claims.indices { claims[place].bounds.sourceURL = other } }
    return try maker.archive.backfill(file, of: nil, from: url, at: day(9)) { store in
      for claim in claims { try store(site, claim) }
    }
  }

  /// Ann is there from day 0 on, Bob until day 2.
  private static func withReadings(_ body: (ArchiveMaker) throws -> Void) throws {
    try withArchive { maker in
      let (ann, bob) = (Moderator.made(1, "Ann"), Moderator.made(2, "Bob"))
      for (date, roster) in [(0, [ann, bob]), (2, [ann, bob]), (4, [ann]), (6, [ann])] {
        try maker.publish(roster, at: day(date))
      }
      try body(maker)
    }
  }

  private static func told(_ maker: ArchiveMaker) throws -> [Tenure] {
    try maker.archive.tenures(of: site).filter { $0.bounds.source != .reading }
  }

  @Test func aClaimIsAnsweredWithItsSource() throws {
    try Self.withReadings { maker in
      try Self.backfill(
        maker, [Self.claim(7, "Old Hand", from: -900, until: -700, end: -690)])
      let told = try Self.told(maker)
      #expect(told.map(\.name) == ["Old Hand"] && told[0].userID == 7 && !told[0].isListed)
      #expect(told[0].bounds.sourceURL == Self.url && told[0].gradeName == "claimed")
      #expect(told[0].bounds.endedBefore == day(-690))
      let then = TimeSpan(from: day(-800), through: day(-799))
      let held = try maker.archive.holders(of: Self.site, in: then)
      #expect(held.contains { $0.tenure.name == "Old Hand" && $0.known == .yes })
      let rows = try maker.rows(.tenures).filter { $0["source"] == "claim" }
      #expect(rows.map { $0["source_url"] } == [Self.url] && rows[0]["grade"] == "claimed")
      #expect(try maker.archive.verify(by: testRules).findings == [])
    }
  }

  /// Bob's account is known from readings, and nobody's on this site is 77. A user who comes later with it has what is
  /// claimed.
  @Test func aClaimByAnAccountIsItsUsers() throws {
    try Self.withReadings { maker in
      try Self.backfill(
        maker,
        [1002, 77].map { account in
          var claim = Self.claim(nil, "B. \(account)", from: -900, until: -700, end: -690)
          claim.accountID = account
          return claim
        })
      #expect(try Set(Self.told(maker).map(\.userID)) == [2, nil])
      try maker.publish([.made(1, "Ann"), .made(3, "Cat", account: 77)], at: day(9))
      #expect(try Set(Self.told(maker).map(\.userID)) == [2, 3])
      let cat = try #require(try maker.archive.person(site: Self.site, userID: 3))
      #expect(cat.sites.flatMap(\.tenures).contains { $0.bounds.source == .claim })
      #expect(try maker.archive.verify(by: testRules).findings == [])
    }
  }

  /// Whoever has a badge had begun a year before, and had left by the first reading without them. Of somebody whom it shows
  /// nobody knows whether they were there all the time: each source has a tenure, and none tells a break.
  @Test func readingsBoundWhatABadgeLeavesOpen() throws {
    try Self.withReadings { maker in
      try Self.backfill(
        maker,
        [
          Self.claim(1, from: -900, until: -535, by: .badge),
          Self.claim(8, from: -900, until: -535, by: .badge),
        ])
      let told = try Self.told(maker).sorted { $0.name < $1.name }
      #expect(told.map(\.userID) == [1, 8] && told.map(\.isListed) == [true, false])
      // The badge has no names: one is on a roster, and how the other one is called nobody knows.
      #expect(told[0].bounds.endedBefore == nil && told[0].name == "Ann")
      #expect(told[1].bounds.endedBefore == day(0) && told[1].name == "user8")
      #expect(told.allSatisfy { $0.bounds.source == .badge && $0.grade == nil })
      let ann = try #require(try maker.archive.person(site: Self.site, userID: 1))
      #expect(ann.sites.flatMap(\.tenures).map(\.bounds.source) == [.badge, .reading])
      let other = try maker.archive.person(site: Self.site, userID: 8)
      #expect(other?.displayName == "user8" && other?.sites.map(\.kind) == [nil])
    }
  }

  @Test func whatReadingsContradictIsListedAndNotBelieved() throws {
    try Self.withReadings { maker in
      let result = try Self.backfill(
        maker,
        [
          Self.claim(1, "Ann", from: 1, until: 5), Self.claim(2, "Bob", from: 1, until: 5),
          Self.claim(9, "Eve", from: 1, until: 7), Self.claim(nil, "Somebody", from: 1, until: 5),
        ])
      #expect(result.contradictions.map(\.tenure.userID) == [2, 9])
      #expect(result.contradictions.map(\.readAt) == [day(4), day(2)])
      for name in ["Bob", "Eve"] {
        let span = TimeSpan(from: day(4), through: day(4))
        let held = try maker.archive.holders(of: Self.site, in: span)
        #expect(!held.contains { $0.tenure.name == name && $0.known == .yes })
      }
      #expect(try maker.archive.verify(by: testRules).findings == [])
    }
  }

  /// Of two claims each stands; both are told.
  @Test func claimsThatContradictEachOtherAreListed() throws {
    try Self.withReadings { maker in
      let (other, ended) = (
        "https://other.example/2", Self.claim(nil, "Dee", from: -900, until: -700, end: -690)
      )
      let first = try Self.backfill(
        maker,
        [
          Self.claim(7, "Old Hand", from: -900, until: -700, end: -690), ended,
          Self.claim(8, from: -900, until: -535, by: .badge),
        ])
      #expect(first.contradictions == [])
      let second = try Self.backfill(
        maker,
        [
          Self.claim(7, "Old Hand", from: -800, until: -600),
          Self.claim(nil, "Dee", from: -900, until: -695),
          // Two rows of one file, of which one is a tenure of its own.
          Self.claim(9, "Eve", from: -900, until: -800, end: -790),
          Self.claim(9, "Eve", from: -780, until: -700, end: -690),
          Self.claim(9, "Eve", from: -900, until: -750),
        ], BackfillFile(name: "other.csv", bytes: 1, sha256: "cd"), by: other)
      #expect(second.contradictions.map(\.tenure.name) == ["Eve", "Old Hand"])
      #expect(second.contradictions.map(\.sourceURL) == [other, Self.url])
      #expect(second.contradictions.allSatisfy { $0.source == .claim && $0.readAt == nil })
      let told = try Self.told(maker).filter { $0.name == "Old Hand" }
      #expect(told.count == 2)
      #expect(try maker.archive.verify(by: testRules).findings == [])
    }
  }

  /// The same for every question.
  @Test func anEndThatReadingsDenyIsNone() throws {
    try Self.withReadings { maker in
      let result = try Self.backfill(maker, [Self.claim(1, "Ann", from: -900, until: 3, end: 3)])
      #expect(result.contradictions.map(\.source) == [.reading])
      let rows = try maker.rows(.tenures).filter { $0["source"] == "claim" }
      #expect(rows.map { $0["ended_before"] } == [""])
      let ann = try #require(try maker.archive.person(site: Self.site, userID: 1))
      #expect(ann.sites.flatMap(\.tenures).allSatisfy { $0.bounds.endedBefore == nil })
      #expect(try maker.archive.verify(by: testRules).findings == [])
    }
  }

  @Test func rolesThatASiteNeverHadAreNamed() throws {
    try Self.withReadings { maker in
      var claims = [1, 2, 3].map { Self.claim($0, "x", from: -900, until: -700) }
      for place in [0, 1] { claims[place].role = Role(rawValue: "rollbacker") }
      let result = try Self.backfill(maker, claims)
      #expect(result.kept == 3)
      #expect(result.unknownRoles.map(\.role.rawValue) == ["rollbacker"])
      #expect(result.unknownRoles.map(\.site) == [Self.site] && result.unknownRoles[0].claims == 2)
      #expect(try Self.backfill(maker, claims).unknownRoles == result.unknownRoles)
    }
  }

  /// Ids of those that stand for withheld people are no user's.
  @Test func anIdThatNoSiteHasIsRefused() throws {
    try Self.withReadings { maker in
      let error = #expect(throws: ArchiveError.self) {
        try Self.backfill(maker, [Self.claim(-(1 << 60), "x", from: -900, until: -700)])
      }
      #expect(error?.code == .unfit && error?.description.contains("which no site has") == true)
      let told = try Self.told(maker)
      #expect(told.isEmpty)
    }
  }

  @Test func laterReadingsBoundAClaimToo() throws {
    try Self.withReadings { maker in
      try Self.backfill(maker, [Self.claim(7, "Old Hand", from: 6, until: 7)])
      #expect(try Self.told(maker)[0].bounds.endedBefore == nil)
      try maker.publish([.made(1, "Ann")], at: day(8))
      #expect(try Self.told(maker)[0].bounds.endedBefore == day(8))
      #expect(try maker.archive.verify(by: testRules).findings == [])
    }
  }

  @Test func theSameFileChangesNothing() throws {
    try Self.withReadings { maker in
      let claims = [Self.claim(7, "Old Hand", from: -900, until: -700)]
      let first = try Self.backfill(maker, claims)
      let head = try maker.archive.head()
      let second = try Self.backfill(maker, claims)
      #expect(second.isRepeated && second.entry == first.entry && second.kept == 0)
      #expect(try maker.archive.head() == head)
      // Under another address it is another claim.
      var other = claims
      other[0].bounds.sourceURL = "https://meta.example/2"
      #expect(try !Self.backfill(maker, other).isRepeated)
      let badge = [Self.claim(8, from: -900, until: -535, by: .badge)]
      for isRepeated in [false, true] {
        let again = try maker.archive.backfill(Self.file, of: Self.site, from: nil, at: day(9)) {
          try $0(Self.site, badge[0])
        }
        #expect(again.isRepeated == isRepeated, "of a site that is named, it is another")
      }
    }
  }

  @Test func aFileWithoutClaimsIsReadOnce() throws {
    try Self.withReadings { maker throws in
      #expect(try !Self.backfill(maker, []).isRepeated)
      #expect(try Self.backfill(maker, []).isRepeated)
      #expect(try maker.archive.verify(by: testRules).findings == [])
    }
  }

  @Test func peopleWhoAreClaimedAreFound() throws {
    try Self.withReadings { maker in
      try Self.backfill(
        maker,
        [
          Self.claim(7, "Old Hand", from: -900, until: -700, end: -600),
          Self.claim(nil, "Old Friend", from: -900, until: -700, end: -600),
        ])
      let found = try maker.archive.search(SearchQuery("old", former: true)).people
      #expect(Set(found.map(\.displayName)) == ["Old Hand", "Old Friend"])
      #expect(found.allSatisfy { $0.tellers == [Self.url] })
      let friend = try maker.archive.loggedPeople(named: "Old Friend", in: testNetwork)
      #expect(friend.map { $0.sites.map(\.userID) } == [[nil]])
    }
  }

  /// Users of a site are told apart by their ids, and found by each name that somebody gives them.
  @Test func namesakesAreTwoPeople() throws {
    try Self.withReadings { maker in
      try Self.backfill(
        maker,
        [
          Self.claim(7, "Sam", from: -900, until: -800, end: -790),
          Self.claim(7, "Samuel", from: -700, until: -600, end: -590),
          Self.claim(8, "Samuel", from: -900, until: -800, end: -790),
          Self.claim(1, "Annie", from: -900, until: -800, end: -790),
        ])
      let then = TimeSpan(from: day(-850), through: day(-849))
      let held = try maker.archive.holders(of: Self.site, in: then).filter { $0.known == .yes }
      #expect(held.map(\.tenure.userID) == [1, 7, 8])
      let people = try maker.archive.loggedPeople(named: "Samuel", in: testNetwork)
      #expect(people.map { $0.sites[0].userID } == [7, 8])
      let sam = try maker.archive.search(SearchQuery("sam", former: true)).people
      #expect(sam.count == 2 && sam.allSatisfy(\.isLogged))
      let seven = try #require(try maker.archive.person(site: Self.site, userID: 7))
      #expect(seven.sites[0].names.map(\.name) == ["Sam", "Samuel"])
      let annie = try maker.archive.search(SearchQuery("annie", former: true)).people
      #expect(annie.map(\.displayName) == ["Ann"] && annie[0].match.field == .claimedName)
      #expect(try maker.archive.withhold(seven, at: day(10)).claims == 2)
      #expect(try maker.archive.person(site: Self.site, userID: 8)?.displayName == "Samuel")
      #expect(try maker.archive.person(site: Self.site, userID: 7) == nil)
      #expect(try maker.archive.verify(by: testRules).findings == [])
    }
  }

  /// A badge names nobody, and a claim says nothing of the rows of others: one of a roster has the name of the roster, and
  /// of whom only claims name a badge has the last one.
  @Test func aClaimedNameIsThatOfTheClaimAlone() throws {
    try Self.withReadings { maker in
      func claims(_ user: Int, _ first: String, _ second: String) -> [Tenure] {
        [
          Self.claim(user, first, from: -900, until: -800, end: -790),
          Self.claim(user, second, from: -700, until: -600, end: -590),
          Self.claim(user, from: -900, until: -535, by: .badge),
        ]
      }
      try Self.backfill(maker, claims(1, "Annie", "Anna") + claims(8, "Sam", "Samuel"))
      let rows = try maker.archive.tenures(of: Self.site).map(Self.words)
      #expect(
        rows.sorted() == [
          "1 badge Ann", "1 claim Anna", "1 claim Annie", "1 reading Ann", "2 reading Bob",
          "8 badge Samuel", "8 claim Sam", "8 claim Samuel",
        ])
      for first in [-850, -650, -550] {
        let then = TimeSpan(from: day(first), through: day(first + 1))
        let held = try maker.archive.holders(of: Self.site, in: then).map(\.tenure)
        #expect(Set(held.map(Self.words)).isSubset(of: rows), "\(held)")
      }
      let named = try maker.archive.namedTenures(of: Self.site)
      #expect(named.map(Self.words).sorted() == rows.sorted())
      #expect(named.allSatisfy { $0.names.isEmpty })
      let sam = try maker.archive.search(SearchQuery("sam", former: true)).people
      #expect(sam.map(\.displayName) == ["Samuel"])
      #expect(try maker.archive.verify(by: testRules).findings == [])
    }
  }

  private static func words(_ tenure: Tenure) -> String {
    "\(tenure.userID ?? 0) \(tenure.bounds.source.rawValue) \(tenure.name)"
  }

  @Test(arguments: [
    "UPDATE claim SET began_before = began_before - 1", "UPDATE claim SET source_url = 'x'",
    "DELETE FROM claim", "UPDATE claim SET salt = randomblob(16)",
    "INSERT INTO claim (entry, number, site, role, name, source, began_before, ended_after) SELECT entry, 2, site, role, 'x', 'claim', 1, 2 FROM claim",
    "UPDATE claim SET number = 7", "DELETE FROM logged_tenure",
  ])
  func anEditIsNoticed(damage: String) throws {
    try Self.withReadings { maker in
      try Self.backfill(maker, [Self.claim(7, "Old Hand", from: -900, until: -700)])
      try maker.damage(damage)
      let found = try maker.reopened().archive.verify(by: testRules).findings
      #expect(!found.isEmpty)
    }
  }

  @Test func aRebuildKeepsWhatIsClaimed() throws {
    try Self.withReadings { maker in
      try Self.backfill(maker, [Self.claim(7, "Old Hand", from: -900, until: -700)])
      let before = try Self.told(maker)
      try maker.damage("DELETE FROM logged_tenure")
      let again = try maker.reopened()
      #expect(try again.archive.rebuild(by: testRules).after?.findings == [])
      #expect(try Self.told(again) == before)
    }
  }

  @Test func anUnknownSiteKeepsNothing() throws {
    try Self.withReadings { maker in
      #expect(throws: ArchiveError.self) {
        try maker.archive.backfill(Self.file, of: nil, from: Self.url, at: day(9)) { store in
          try store(Self.site, Self.claim(7, "Old Hand", from: -900, until: -700))
          try store("nowhere", Self.claim(7, "Old Hand", from: -900, until: -700))
        }
      }
      let told = try Self.told(maker)
      #expect(told.isEmpty)
    }
  }
}
