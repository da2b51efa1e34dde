import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

/// Which known site a listed one is matched with.
struct SiteMatchingTests {
  private static let others = (1...8).map(Site.made)

  private static func site(_ id: SiteRef, _ host: String, _ aliases: String...) -> Site {
    Site(
      id, name: "The \(id.id)", url: "https://\(host).example",
      aliases: aliases.map { "http://\($0).example" })
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Listed one day after `a` at the host `a` and `b` at the host `b`.
    var sites: [Site]
    /// The ids that `a` and `b` have then; nil for a site that is closed.
    var ids: [SiteRef?]
    var ambiguous: [SiteRef] = []
  }

  private static let cases: [Case] = [
    Case(
      testDescription: "nothing moves", sites: [site("a", "a"), site("b", "b")], ids: ["a", "b"]),
    Case(
      testDescription: "swap by address", sites: [site("b", "a"), site("a", "b")], ids: ["b", "a"]),
    Case(
      testDescription: "chain by former address",
      sites: [site("b", "b2", "a"), site("c", "c", "b")], ids: ["b", "c"]),
    Case(
      testDescription: "chain by address", sites: [site("b", "a"), site("c", "b")], ids: ["b", "c"]),
    Case(
      testDescription: "taken",
      sites: [site("anew", "anew", "a"), site("a", "brandnew"), site("b", "b")], ids: ["anew", "b"]),
    Case(
      testDescription: "new addresses", sites: [site("a", "a2"), site("b", "b2", "b")],
      ids: ["a", "b"]),
    Case(
      testDescription: "a new site names the address of one that still has it",
      sites: [site("a", "a"), site("b", "b"), site("n", "n", "a")], ids: ["a", "b"]),
    Case(
      testDescription: "two sites name one former address",
      sites: [site("a", "a2", "a"), site("b", "b"), site("n", "n", "a")], ids: ["a", "b"],
      ambiguous: ["n"]),
    Case(
      testDescription: "one site names two former addresses",
      sites: [site("n", "n", "a", "b")], ids: [nil, nil], ambiguous: ["n"]),
    Case(
      testDescription: "two sites at one former address",
      sites: [site("m", "a"), site("n", "a"), site("b", "b")], ids: [nil, "b"],
      ambiguous: ["m", "n"]),
    Case(
      testDescription: "an id moves to the address of another site and its own is not listed",
      sites: [site("b", "a")], ids: [nil, "b"], ambiguous: ["b"]),
    Case(
      testDescription: "the same along a chain",
      sites: [site("b", "a"), site("site1", "b")], ids: [nil, "b"], ambiguous: ["b", "site1"]),
  ]

  @Test(arguments: cases)
  func sitesThatChangeIdsKeepTheirModerators(item: Case) throws {
    try withArchive(sites: Self.others + [Self.site("a", "a"), Self.site("b", "b")]) { test in
      for (id, users) in [("a", [1, 2]), ("b", [3, 4])] as [(SiteRef, [Int])] {
        try test.publish(users.map { .made($0) }, site: id, at: day(1))
      }
      let ids = Set(item.sites.map(\.ref))
      let update = try test.archive.recordSites(
        item.sites + Self.others.filter { !ids.contains($0.ref) }, network: testNetwork,
        at: day(2))
      #expect(update.ambiguous == item.ambiguous)
      let renamed = zip(["a", "b"] as [SiteRef], item.ids).filter { $1 != nil && $0 != $1 }
      #expect(Set(update.renamed.map(\.before)) == Set(renamed.map(\.0)))
      #expect(
        update.closed == zip(["a", "b"] as [SiteRef], item.ids).filter { $1 == nil }.map(\.0))
      for (id, users) in zip(item.ids, [[1, 2], [3, 4]]) {
        guard let id else { continue }
        let roster = users.map { Moderator.made($0) }
        #expect(try test.publish(roster, site: id, at: day(3)).changes == [])
        let found = try test.archive.search(SearchQuery("the \(id.id)")).people.flatMap(
          \.moderators)
        #expect(
          Set(found.filter { $0[1] == .text(id.id) }.map { $0[2].description })
            == Set(users.map(String.init)))
      }
      let changes = try test.rows(.changes)
      #expect(
        changes.count { $0["detail"]?.contains(#""site":"#) ?? false } == renamed.count)
      #expect(changes.allSatisfy { $0["kind"]?.hasPrefix("site_") ?? false })
      #expect(try test.archive.verify(by: testRules).findings == [])
    }
  }

  /// Another forum on the same host, or the same port of another machine, is not a renamed one.
  @Test func sitesOnOneHostAreNotOne() throws {
    try withTemporaryFolder { folder in
      let archive = try ArchiveDatabase.open(at: "\(folder)/a.sqlite", for: .writing)
      func add(_ place: String) throws -> SiteListUpdate {
        let site = Site(SiteRef("forums", place), name: place, url: "http://\(place)")
        return try archive.recordSites(
          [site], network: "forums", at: Date(unixSeconds: 1_000), isWhole: false)
      }
      for place in ["example.org/a", "example.org/b", "example.org:81/a", "example.org"] {
        let update = try add(place)
        #expect(update.renamed.isEmpty && update.added.map(\.id) == [place], "\(place)")
      }
      #expect(try archive.knownSites().count == 4)
      try archive.close()
    }
  }
}
