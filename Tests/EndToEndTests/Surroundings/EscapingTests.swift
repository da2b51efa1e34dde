import ArchiveKit
import Roster
import SampleNetwork
import TestKit
import Testing

/// Text if the API refuses an unsafe filter, and escaping differs from answer to answer.
@Suite(.bounded) struct EscapingTests {
  @Test func escapingThatFlipsIsNoChange() async throws {
    let configuration = SampleConfiguration(
      siteLimit: 40, giant: 250, limits: .off,
      faults: [try SampleFault("double-escape=50%")])
    try await withTemporaryFolder { folder in
      let archive = ArchiveFile(in: folder)
      try await SampleServer.withRunning(configuration) { base, server in
        // The filter and the list of sites; then the filter is what an API leaves that makes none.
        let start = try await Program.run(
          Program.sync(base) + ["--max-requests", "2"], in: folder)
        #expect(start.code == 75)
        try archive.execute("UPDATE filter SET value = '!-*jbN0CeyJHb'")
        for _ in 0..<4 {
          let ending = try await Program.run(Program.sync(base), in: folder)
          #expect(ending.code == 0)
        }
        #expect(server.log.contains { $0.faults.contains("double-escape") })
        #expect(try archive.changes().isEmpty)
        let names = try archive.rows("SELECT site, user_id, display_name FROM moderators")
        let network = server.api.network
        let users = network.mainSites.flatMap { site in
          network.roster(of: site.site.id).map { (site.site.id, $0) }
        }
        #expect(names.count == users.count)
        // A name that is itself an entity cannot be told from an escaped one.
        let plain = users.filter { !$0.1.displayName.contains("&") }
          .map { [$0.0, "\($0.1.userID)", $0.1.displayName] }
        #expect(plain.count * 10 > users.count * 9)
        #expect(Set(plain).subtracting(names).isEmpty)
        try archive.expectProven()
      }
    }
  }
}
