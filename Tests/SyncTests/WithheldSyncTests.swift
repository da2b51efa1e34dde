import Archive
import ArchiveKit
import Foundation
import Roster
import Sync
import TestKit
import Testing

/// Runs on an archive that withholds somebody who is still listed, for each kind of list.
struct WithheldSyncTests {
  private static let users = Dictionary(uniqueKeysWithValues: (1...7).map { ($0, "user \($0)") })
  private static let kinds: [ListNetwork.Kind] = [
    .numbered, .counted, .offset, .tokens, .lagging, .whole,
  ]

  private static func run(
    _ harness: ListSyncHarness, _ folder: String, night: Int, _ users: [Int: String]
  ) throws -> SyncSummary {
    let host = "a.\(harness.network.kind.rawValue).test"
    return try harness.sync(
      SyncOptions(.named(["https://\(host)"])), at: folder + "/archive.sqlite", [host: users],
      start: Date(unixSeconds: 1_800_000_000 + night * 86_400)
    ).summary
  }

  @Test(arguments: kinds) func whoIsStillListedChangesNothing(kind: ListNetwork.Kind) throws {
    try withTemporaryFolder { folder in
      let harness = ListSyncHarness(kind)
      let (path, host) = (folder + "/archive.sqlite", "a.\(kind.rawValue).test")
      _ = try Self.run(harness, folder, night: 0, Self.users)
      let archive = try ArchiveDatabase.open(at: path, for: .writing)
      let ref = SiteRef(harness.network.id, host)
      let person = try #require(try archive.person(site: ref, userID: 4))
      _ = try archive.withhold(person, at: Date(unixSeconds: 1_800_050_000))
      try archive.close()
      for night in 1...3 {
        let summary = try Self.run(harness, folder, night: night, Self.users)
        #expect(summary.problems == [] && summary.changes == [:])
        #expect(summary.moderators == 7)
      }
      #expect(try harness.names(of: host, at: path).keys.sorted() == [1, 2, 3, 5, 6, 7])
      #expect(ArchiveFile(path).bytes.range(of: Data("user 4".utf8)) == nil)
      #expect(try ArchiveFile(path).verification(by: mixedRules).findings == [])
      // They leave, and so does somebody else.
      let rest = Self.users.filter { ![2, 4].contains($0.key) }
      #expect(try Self.run(harness, folder, night: 4, rest).changes == [.left: 1])
      #expect(try ArchiveFile(path).verification(by: mixedRules).findings == [])
    }
  }

  /// The archive would take such a user for somebody who is withheld.
  @Test func anIDBelowThoseOfSitesIsAFaultOfTheSite() throws {
    try withTemporaryFolder { folder in
      var users = Self.users
      users[-(1 << 61)] = "nobody"
      let summary = try Self.run(ListSyncHarness(.numbered), folder, night: 0, users)
      #expect(summary.problems.map(\.reason) == ["undecodable"])
    }
  }
}
