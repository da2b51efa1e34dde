import ArchiveKit
import Foundation
import Roster
import SampleNetwork
import TestKit
import Testing

/// One archive with sites of Stack Exchange, forums and wikis.
@Suite(.bounded) struct ThreeNetworksTests {
  private static let network = SampleConfiguration(day: 60, siteLimit: 12, limits: .off)

  /// Mirrors the same people as sites, forums and wikis.
  private static func withAll(
    _ body: @escaping @Sendable (ArchiveFile, String) async throws -> Void
  ) async throws {
    let forums = SampleForums(
      ForumConfiguration(network: network, perMinute: nil, perTenSeconds: nil))
    let wikis = SampleWikis(WikiConfiguration(network: network, perMinute: nil))
    try await withTemporaryFolder { folder in
      try await SampleServer.withRunning(network) { base, _ in
        try await SampleListener.withRunning({ forums.respond(to: $0, at: $1) }) { forum in
          try await SampleListener.withRunning({ wikis.respond(to: $0, at: $1) }) { farm in
            let sites = try await Program.run(Program.sync(base), in: folder)
            #expect(sites.code == 0, "\(sites.messages)")
            let addresses = network.network.mainSites.prefix(5).map {
              "\(forum)/forum/\($0.site.id)"
            }
            let staff = try await Program.run(Program.sync(sites: addresses), in: folder)
            #expect(staff.code == 0, "\(staff.messages)")
            let sysops = try await Program.run(
              Program.sync(
                sites: [],
                [
                  "--network", "wikimedia", "--all", "--api-url", "\(farm)/cookingwiki/w/api.php",
                  "--contact", "ops@example.org",
                ]), in: folder)
            #expect(sysops.code == 0, "\(sysops.messages)")
            try await body(ArchiveFile(in: folder), folder)
          }
        }
      }
    }
  }

  @Test func oneSearchFindsAPersonOnEach() async throws {
    try await Self.withAll { archive, folder in
      try archive.expectProven()
      let name = try #require(
        try archive.rows(
          """
          SELECT display_name FROM moderators WHERE network = 'wikimedia'
          AND display_name IN (SELECT display_name FROM moderators WHERE network = 'stackexchange')
          AND replace(lower(display_name), ' ', '_') IN (
            SELECT display_name FROM moderators WHERE network = 'discourse')
          ORDER BY 1 LIMIT 1
          """
        ).first?.first ?? nil)
      let found = try await Program.run(
        ["search", name, "--archive", ArchiveFile.name, "--jsonl", "--limit", "0"], in: folder)
      #expect(found.code == 0)
      for network in ["stackexchange", "discourse", "wikimedia"] {
        #expect(found.output.contains("\"network\":\"\(network)\""), "\(name) in \(network)")
        let narrow = try await Program.run(
          [
            "search", name, "--archive", ArchiveFile.name, "--jsonl", "--network", network,
          ], in: folder)
        #expect(narrow.code == 0 && !narrow.output.isEmpty)
        let others = narrow.output.split(separator: "\n")
          .filter { !$0.contains("\"network\":\"\(network)\"") }
        #expect(others.isEmpty)
      }
    }
  }

  /// Lists are narrowed to a network, and one that the archive does not have is named.
  @Test(arguments: ["sites", "people", "changes"])
  func aListIsNarrowedToOne(command: String) async throws {
    try await Self.withAll { archive, folder in
      for network in try archive.rows("SELECT DISTINCT network FROM sites").compactMap(\.first) {
        let network = try #require(network)
        let ending = try await Program.run(
          [command, "--network", network, "--jsonl", "--archive", ArchiveFile.name]
            + (command == "sites" ? [] : ["--limit", "0"]), in: folder)
        // Each site was read once, and changes are seen between two readings.
        #expect(ending.code == (command == "changes" ? 3 : 0), "\(ending.messages)")
        let rows = ending.output.split(separator: "\n")
        #expect(rows.allSatisfy { $0.contains("\"network\":\"\(network)\"") })
        let table = "SELECT count(*) FROM \(command) WHERE network = '\(network)'"
        #expect(try rows.count == archive.count(table), "\(network)")
      }
      let unknown = try await Program.run(
        [command, "--network", "usenet", "--archive", ArchiveFile.name], in: folder)
      #expect(unknown.code == 64 && unknown.messages.contains("'usenet'"))
    }
  }

  @Test func oneReportShowsAll() async throws {
    try await Self.withAll { archive, folder in
      for name in ["one", "two"] {
        let ending = try await Program.run(
          ["report", "--archive", ArchiveFile.name, "--output", name], in: folder)
        #expect(ending.code == 0, "\(ending.messages)")
      }
      let files = try FileManager.default.subpathsOfDirectory(atPath: "\(folder)/one").sorted()
      #expect(
        try files
          == FileManager.default.subpathsOfDirectory(atPath: "\(folder)/two").sorted())
      for file in files {
        #expect(
          FileManager.default.contentsEqual(
            atPath: "\(folder)/one/\(file)", andPath: "\(folder)/two/\(file)"), "\(file)")
      }
      let pages = files.filter { $0.hasSuffix(".html") }
      #expect(
        pages.count >= (try archive.count("SELECT count(*) FROM sites WHERE verdict IS NOT NULL")))
      let front = try String(contentsOfFile: "\(folder)/one/index.html", encoding: .utf8)
      for network in ["discourse", "wikimedia"] { #expect(front.contains(network)) }
    }
  }

  /// `--max-requests` is for the whole command.
  @Test(arguments: [1, 4])
  func theLimitOfRequestsIsOfAllNetworks(most: Int) async throws {
    let forums = SampleForums(ForumConfiguration(network: Self.network))
    try await withTemporaryFolder { folder in
      try await SampleServer.withRunning(Self.network) { base, server in
        try await SampleListener.withRunning({ forums.respond(to: $0, at: $1) }) { root in
          let sites = ["cooking", "math", "stackoverflow"].map { "\(root)/forum/\($0)" }
          let ending = try await Program.run(
            Program.sync(base, ["cooking", "--max-requests", "\(most)"] + sites), in: folder)
          #expect(ending.code == 75, "\(ending.messages)")
          #expect(server.requestCount + forums.requestCount == most)
        }
      }
    }
  }
}
