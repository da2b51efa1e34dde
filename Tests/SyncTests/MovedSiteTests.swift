import Archive
import FoundationEssentials
import Roster
import Sync
import TestKit
import Testing
import Transport

/// The first reading of a site at an address to which the user has moved it.
struct MovedSiteTests {
  private static let users = [1: "Ann", 2: "Bob", 3: "Eve", 4: "Dee"]
  private static let network = ListNetwork(.numbered)
  private static func address(_ name: String) -> String { "https://\(name).numbered.test" }

  private static func sync(
    _ name: String, _ users: [Int: String], in folder: String, day: Double, accepts: Bool = false
  ) throws -> SyncSummary {
    var options = SyncOptions(.named([address(name)]))
    options.acceptShrink = accepts
    return try ListSyncHarness(network).sync(
      options, at: folder + "/archive.sqlite", ["\(name).numbered.test": users],
      start: Date(unixSeconds: 1_800_000_000 + Int(day * 86_400))
    ).summary
  }

  private static func move(_ name: String, to other: String, in folder: String) throws {
    let archive = try ArchiveDatabase.open(at: folder + "/archive.sqlite", for: .writing)
    let site = try archive.knownSite(SiteRef(network.id, "\(name).numbered.test")).site
    let moved = try #require(site.moved(to: WebAddress(base: address(other))))
    _ = try archive.recordSites(
      [moved], network: network.id, at: Date(unixSeconds: 1_800_000_000), isWhole: false)
    try archive.close()
  }

  private static func names(of name: String, in folder: String) throws -> [Int: String] {
    try ListSyncHarness(network).names(of: "\(name).numbered.test", at: folder + "/archive.sqlite")
  }

  @Test(
    arguments: [
      (users, nil), (users.filter { $0.key > 2 }, nil),
      (users.filter { $0.key == 1 }, "other_site"),
      // The first users of another site.
      ([1: "Zoe", 2: "Yan", 3: "Xi", 4: "Wes"], "other_site"),
      ([1: "Ann", 2: "Yan"], "other_site"),
      ([:], "other_site"),
    ] as [([Int: String], String?)])
  func anotherSiteIsNotPublishedUnlessSomebodySaysSo(
    found: [Int: String], reason: String?
  ) throws {
    try withMemoryFolder { folder in
      _ = try Self.sync("a", Self.users, in: folder, day: 0)
      try Self.move("a", to: "b", in: folder)
      for day in 1...2 {
        let summary = try Self.sync("b", found, in: folder, day: Double(day))
        #expect(summary.problems.map(\.reason) == (reason.map { [$0] } ?? []))
        #expect(try Self.names(of: "b", in: folder) == (reason == nil ? found : Self.users))
      }
      let accepted = try Self.sync("b", found, in: folder, day: 3, accepts: true)
      #expect(accepted.problems == [])
      #expect(try Self.names(of: "b", in: folder) == found)
      // It is the site of this address now.
      let next = try Self.sync("b", [7: "New"], in: folder, day: 4)
      #expect(next.problems.allSatisfy { $0.reason != "other_site" })
    }
  }

  /// However young its roster is.
  @Test func whatIsAtANewAddressIsReadByTheNextRun() throws {
    try withMemoryFolder { folder in
      _ = try Self.sync("a", Self.users, in: folder, day: 0)
      #expect(try Self.sync("a", Self.users, in: folder, day: 0.0003).sites.skipped == 1)
      try Self.move("a", to: "b", in: folder)
      let moved = try Self.sync("b", Self.users, in: folder, day: 0.0004)
      #expect(moved.sites.complete == 1)
      #expect(try Self.sync("b", Self.users, in: folder, day: 0.0007).sites.skipped == 1)
    }
  }

  @Test func aSiteThatGoesBackIsTheOneThatItWas() throws {
    try withMemoryFolder { folder in
      _ = try Self.sync("a", Self.users, in: folder, day: 0)
      try Self.move("a", to: "b", in: folder)
      let refused = try Self.sync("b", [1: "Zoe"], in: folder, day: 1)
      #expect(refused.problems.map(\.reason) == ["other_site"] && refused.sites.incomplete == 1)
      try Self.move("b", to: "a", in: folder)
      // Who is gone has left.
      let summary = try Self.sync("a", [1: "Zoe", 2: "Bob"], in: folder, day: 2)
      #expect(summary.problems == [] && summary.changes == [.left: 2, .renamed: 1])
    }
  }
}
