import Archive
import ArchiveKit
import Foundation
import GRDB
import Roster
import SampleNetwork
import TestKit
import Testing

/// Archives that each version of the format left behind, kept as they were made: three syncs of the
/// sample network, on days 0, 20 and 60, of which the last ended early.
///
/// For a new version of the format add a file, and its number to `versions`: set `MODEXPORT_MAKE_FIXTURE`
/// to its path and run this suite.
@Suite(.bounded) struct SchemaFixtureTests {
  private static let versions = 1...6
  private static let sites = ["gaming", "math", "serverfault", "stackoverflow", "superuser"]

  private static func configuration(day: Int) -> SampleConfiguration {
    SampleConfiguration(day: day, siteLimit: 24, limits: .off)
  }

  /// Puts a fixture into the folder as the archive of the test.
  private func unpack(_ version: Int, in folder: String) throws -> ArchiveFile {
    let fixture = try #require(
      Bundle.module.url(
        forResource: "archive-v\(version)", withExtension: "db", subdirectory: "Fixtures"))
    let file = ArchiveFile(in: folder)
    try FileManager.default.copyItem(at: fixture, to: URL(filePath: file.path))
    return file
  }

  @Test(arguments: versions)
  func anArchiveOfThatVersionIsRead(version: Int) throws {
    try withTemporaryFolder { folder in
      let file = try unpack(version, in: folder)
      #expect(try file.count("PRAGMA user_version") == version)
      let network = Self.configuration(day: 20).network
      let archive = try ArchiveDatabase.open(at: file.path, for: .reading)
      defer { try? archive.close() }
      for site in Self.sites {
        let told = try archive.currentIDs(of: SiteRef(test: site)) ?? []
        let truth = network.roster(of: site).map(\.userID)
        #expect(told.sorted() == truth.sorted(), "\(site)")
      }
      #expect(
        try archive.scope(of: testNetwork) == Scope(names: Set(Self.sites.map(SiteRef.init(test:))))
      )
      #expect(try archive.verify(by: testRules).findings == [])
      let roles = try archive.listing(.moderators).rows.map { $0[ModeratorColumn.role.rawValue] }
      #expect(!roles.isEmpty && roles.allSatisfy { $0 == .text("moderator") })
      #expect(try archive.changes().listing.rows.count == truth(of: [0, 20], network).count)
    }
  }

  /// What the archive of a version that did not keep it was to hold, by what it holds.
  @Test(
    arguments: [
      ("UPDATE site SET closed_at = 1 WHERE parameter NOT IN (\(list))", Scope(.main)),
      (
        """
        UPDATE site SET closed_at = 1 WHERE parameter NOT IN (\(list));
        UPDATE site SET type = 'meta_site' WHERE parameter IN ('math', 'gaming')
        """, Scope(.all)
      ),
      (
        """
        UPDATE site SET closed_at = 1 WHERE parameter NOT IN (\(list)) AND type != 'meta_site';
        UPDATE site SET type = 'meta_site' WHERE parameter = 'math'
        """, Scope(.main, names: ["math"])
      ),
    ])
  func aScopeThatNobodyKeptIsFound(change: String, scope: Scope) throws {
    try withTemporaryFolder { folder in
      let file = try unpack(1, in: folder)
      try file.execute(change)
      let archive = try ArchiveDatabase.open(at: file.path, for: .reading)
      defer { try? archive.close() }
      #expect(try archive.scope(of: testNetwork) == scope)
    }
  }

  private static let list = sites.map { "'\($0)'" }.joined(separator: ", ")

  /// As the first format left it where a site was renamed, and worse.
  @Test func theIndexOfAnOldArchiveIsMadeAnew() throws {
    try withTemporaryFolder { folder in
      let file = try unpack(1, in: folder)
      let queue = try DatabaseQueue(path: file.path)
      try queue.write { database in
        try database.execute(
          sql: """
            INSERT INTO search_site (rowid, words) VALUES (1, 'formerly');
            INSERT INTO search_tail (rowid, tail) VALUES (77, 'tail');
            INSERT INTO search_name (search_name) VALUES ('delete-all');
            DELETE FROM name_word;
            """)
      }
      try queue.close()
      let archive = try ArchiveDatabase.open(at: file.path, for: .reading)
      defer { try? archive.close() }
      #expect(try archive.verify(by: testRules).findings == [])
      #expect(try !archive.search(SearchQuery("a")).isEmpty)
      #expect(try archive.search(SearchQuery("formerly")).isEmpty)
    }
  }

  private func truth(of days: [Int], _ network: SampleWorld) -> [SampleChange] {
    Self.sites.flatMap { network.changes(of: $0, seenOn: days) }
  }

  @Test(arguments: versions)
  func anArchiveOfThatVersionIsGoneOnWith(version: Int) async throws {
    try await withTemporaryFolder { folder in
      let file = try unpack(version, in: folder)
      try await SampleServer.withRunning(Self.configuration(day: 80)) { base, server in
        let ending = try await Program.run(
          Program.sync(base, Self.sites + ["--elected"]), in: folder)
        #expect(ending.code == 0, "\(ending.messages)")
        #expect(
          try file.rosters()
            == server.api.network.mainRosters.filter { Self.sites.contains($0.key) })
        let changes = truth(of: [0, 20, 80], server.api.network)
        #expect(try file.changes().sorted() == changes.map(\.line).sorted())
      }
      try file.expectProven()
      for command in ["list math", "search a", "people", "status", "show math/-1", "report"] {
        let arguments = command.split(separator: " ").map(String.init)
        let ending = try await Program.run(arguments + ["--archive", file.path], in: folder)
        #expect(ending.code == 0, "\(command): \(ending.messages)")
      }
    }
  }

  private static let place = ProcessInfo.processInfo.environment["MODEXPORT_MAKE_FIXTURE"]

  @Test(.enabled(if: place != nil)) func aFixtureIsMade() async throws {
    let place = try #require(Self.place)
    try await withTemporaryFolder { folder in
      for day in [0, 20] {
        try await SampleServer.withRunning(Self.configuration(day: day)) { base, _ in
          let ending = try await Program.run(
            Program.sync(base, Self.sites + ["--elected"]), in: folder)
          #expect(ending.code == 0)
        }
      }
      try await SampleServer.withRunning(Self.configuration(day: 60)) { base, _ in
        let ending = try await Program.run(
          Program.sync(base, Self.sites + ["--refresh-sites", "--max-requests", "1"]),
          in: folder)
        #expect(ending.code == 75)
      }
      try FileManager.default.copyItem(
        at: URL(filePath: ArchiveFile(in: folder).path), to: URL(filePath: place))
    }
  }
}
