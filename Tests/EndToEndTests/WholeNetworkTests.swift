import ArchiveKit
import Foundation
import Roster
import SampleNetwork
import TestKit
import Testing

/// All 174 main sites, day after day.
@Suite(.bounded) struct WholeNetworkTests {
  private static func configuration(day: Int) -> SampleConfiguration {
    SampleConfiguration(day: day, limits: .off)
  }

  @Test func theArchiveHoldsWhatTheNetworkSays() async throws {
    try await withTemporaryFolder { folder in
      let archive = ArchiveFile(in: folder)
      try await SampleServer.withRunning(Self.configuration(day: 0)) { base, server in
        let truth = server.api.network.mainRosters
        let first = try await Program.run(Program.sync(base), in: folder)
        #expect(first.code == 0)
        #expect(try first.summary.counts == .init(complete: 174))
        #expect(try first.summary.moderators == truth.values.reduce(0) { $0 + $1.count })
        #expect(try first.summary.changes.values.allSatisfy { $0 == 0 })
        #expect(try archive.rosters() == truth)
        #expect(server.requestCount == server.api.network.requestsOfACleanSync)
        // Without --json a person reads it.
        let second = try await Program.run(
          Program.sync(base).filter { $0 != "--json" }, in: folder)
        #expect(second.code == 0)
        #expect(second.output.contains("174 sites: 174 complete\n"))
        #expect(second.output.contains(", 0 changes\n"))
        #expect(second.messages.isEmpty)
        #expect(try archive.changes().isEmpty)
        #expect(try archive.rosters() == truth)
        try archive.expectProven()
        let quiet = try await Program.run(
          Program.sync(base).filter { $0 != "--json" } + ["--quiet"], in: folder)
        #expect(quiet.code == 0 && quiet.output.isEmpty && quiet.messages.isEmpty)
      }
    }
  }

  @Test(arguments: [[0, 1, 2], [0, 9, 40, 41], [5, 120, 400]])
  func theChangesAreThoseThatTheNetworkMade(days: [Int]) async throws {
    try await withTemporaryFolder { folder in
      let archive = ArchiveFile(in: folder)
      let network = Self.configuration(day: 0).network
      let main = Set(network.mainSites.map(\.site.id))
      let changes = network.changes(seenOn: days).filter { main.contains($0.site) }
      #expect(!changes.isEmpty)
      for day in days {
        let told = try await SampleServer.withRunning(Self.configuration(day: day)) {
          base, server in
          let ending = try await Program.run(Program.sync(base), in: folder)
          #expect(ending.code == 0, "\(ending.messages)")
          #expect(try archive.rosters() == server.api.network.mainRosters)
          return try ending.summary.changes
        }
        let ofDay = changes.filter { $0.day == day }
        for kind in Change.Kind.ofModerators {
          #expect(told[kind.rawValue] == ofDay.count { $0.kind == kind }, "\(kind) on day \(day)")
        }
      }
      #expect(try archive.changes().sorted() == changes.map(\.line).sorted())
      try archive.expectProven()
    }
  }

  @Test func whoWasElectedIsKnownWhereItIsAskedFor() async throws {
    let configuration = SampleConfiguration(siteLimit: 12, giant: 250, limits: .off)
    try await withTemporaryFolder { folder in
      let archive = ArchiveFile(in: folder)
      try await SampleServer.withRunning(configuration) { base, server in
        let ending = try await Program.run(Program.sync(base) + ["--elected"], in: folder)
        #expect(ending.code == 0)
        let network = server.api.network
        let elected = network.mainSites.flatMap { site in
          network.roster(of: site.site.id).filter(\.isElected).map {
            "\(site.site.id) \($0.userID)"
          }
        }
        let rows = try archive.rows(
          "SELECT site || ' ' || user_id FROM moderators WHERE elected = 1")
        #expect(Set(rows.map { $0[0] }) == Set(elected))
        #expect(try archive.count("SELECT count(*) FROM moderators WHERE elected IS NULL") == 0)
        #expect(try archive.changes().isEmpty)
      }
    }
  }

  @Test func metaSitesComeWhereTheyAreAskedFor() async throws {
    try await withTemporaryFolder { folder in
      let configuration = SampleConfiguration(siteLimit: 30)
      try await SampleServer.withRunning(configuration) { base, _ in
        let ending = try await Program.run(Program.sync(base, ["--meta"]), in: folder)
        #expect(ending.code == 0)
        #expect(try ending.summary.counts == .init(complete: 30))
      }
    }
  }
}
