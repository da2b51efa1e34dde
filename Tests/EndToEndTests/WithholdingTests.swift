import ArchiveKit
import Foundation
import Roster
import SampleNetwork
import TestKit
import Testing

/// Nights over real HTTP after somebody was withheld who is still on the lists.
@Suite(.bounded) struct WithholdingTests {
  private static let days = 6

  private static func configuration(_ day: Int) -> SampleConfiguration {
    SampleConfiguration(day: day * 30, siteLimit: 12, limits: .off)
  }

  private func night(_ day: Int, in folder: String) async throws {
    try await SampleServer.withRunning(Self.configuration(day)) { base, _ in
      let ending = try await Program.run(
        Program.sync(base, ["--all", "--elected", "--refresh-sites"]), in: folder)
      #expect(ending.code == 0, "\(ending.messages)")
    }
  }

  @Test func whoIsStillListedIsStoredNeverAgain() async throws {
    try await withTemporaryFolder { folder in
      let file = ArchiveFile(in: folder)
      for day in 0..<2 { try await night(day, in: folder) }
      // Who is on the most sites, and stays there for long.
      let account = try #require(
        try file.rows(
          """
          SELECT account_id FROM moderators WHERE account_id > 0 AND kind = 'moderator'
          GROUP BY account_id ORDER BY count(DISTINCT site) DESC, account_id LIMIT 1
          """)[0][0])
      let secrets = try file.rows(
        """
        SELECT link FROM moderators WHERE account_id = \(account)
        UNION SELECT profile_image FROM moderators WHERE account_id = \(account)
        UNION SELECT about_text FROM moderators WHERE account_id = \(account) AND length(about_text) > 40
        """
      ).compactMap { $0[0] }
      #expect(!secrets.isEmpty)
      let users = try Set(
        file.rows("SELECT site || ' ' || user_id || ' ' FROM tenures WHERE account_id = \(account)")
          .compactMap { $0[0] })
      let ending = try await Program.run(
        ["withhold", account, "--yes", "--archive", ArchiveFile.name], in: folder)
      #expect(ending.code == 0, "\(ending.messages)")
      let members = try file.count("SELECT sum(moderators) FROM sites")
      for day in 2..<Self.days { try await night(day, in: folder) }
      let verify = try await Program.run(["verify", "--archive", ArchiveFile.name], in: folder)
      #expect(verify.code == 0)
      #expect(verify.output.contains("One person withheld."))
      for secret in secrets {
        #expect(file.bytes.range(of: Data(secret.utf8)) == nil, "\(secret)")
      }
      #expect(members > 0)
      let network = Self.configuration(Self.days - 1).network
      let truth = network.mainSites.map(\.site.id).flatMap {
        network.changes(of: $0, seenOn: (0..<Self.days).map { $0 * 30 })
      }.map(\.line).filter { line in !users.contains { line.hasPrefix($0) } }
      // Elections are changes of profiles, too.
      let told = try [file.changes(), truth].map { lines in
        lines.filter { !$0.contains(" profile ") }.sorted()
      }
      #expect(told[0].count > 10)
      #expect(told[0] == told[1])
    }
  }

  @Test func withoutItsKeyNoRunBegins() async throws {
    try await withTemporaryFolder { folder in
      try await night(0, in: folder)
      let account = try #require(
        try ArchiveFile(in: folder).rows("SELECT max(account_id) FROM moderators")[0][0])
      _ = try await Program.run(
        ["withhold", account, "--yes", "--archive", ArchiveFile.name], in: folder)
      try FileManager.default.removeItem(atPath: "\(folder)/\(ArchiveFile.name).withheld-key")
      try await SampleServer.withRunning(Self.configuration(1)) { base, server in
        let ending = try await Program.run(Program.sync(base), in: folder)
        #expect(ending.code == 1)
        #expect(ending.messages.contains("withheld-key"))
        #expect(server.requestCount == 0)
      }
    }
  }
}
