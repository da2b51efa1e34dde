import ArchiveKit
import Foundation
import SampleNetwork
import TestKit
import Testing

/// What the program says where it is asked for something that cannot be.
@Suite(.bounded) struct WrongInputTests {
  /// Nobody listens there.
  private static let nowhere = "http://127.0.0.1:9/2.3"

  @Test(arguments: [
    ["serve", "--fault", "no-such-fault"],
    ["serve", "--fault", "site-vanishes"],
    ["serve", "--port", "70000"],
    ["serve", "--network", "no-such-network"],
    ["serve", "--network", "discourse", "--fault", "http500"],
    ["serve", "--network", "mediawiki", "--quota", "5"],
    ["no-such-command"],
  ])
  func aWrongCommandLineOfTheSampleProgramIs64(arguments: [String]) async throws {
    try await withTemporaryFolder { folder in
      let ending = try await Program.run(arguments, command: [Program.samplePath], in: folder)
      #expect(ending.code == 64)
      #expect(ending.output.isEmpty)
      #expect(ending.messages.hasPrefix("Error: "), "\(ending.messages)")
      #expect(ending.messages.contains("'modexport-sample"), "\(ending.messages)")
    }
  }

  /// Before anything is sent, and before an archive is made.
  @Test(arguments: [
    (["--rate", "31"], "https://api.stackexchange.com/2.3", "--rate 31"),
    ([], "http://api.example.org/2.3", "plain http"),
    (["--key-file", "missing"], "http://127.0.0.1:9/2.3", "'missing'"),
    (["--key-file", "."], "http://127.0.0.1:9/2.3", "'.'"),
    (["--key-file", "/dev/null"], "http://127.0.0.1:9/2.3", "'/dev/null'"),
  ])
  func whatWouldHarmTheUserIsRefused(
    options: [String], base: String, words: String
  ) async throws {
    try await withTemporaryFolder { folder in
      let ending = try await Program.run(
        ["sync", "--all", "--api-url", base] + options, in: folder,
        environment: ["STACKEXCHANGE_KEY": "sample-secret"])
      #expect(ending.code == 64)
      #expect(ending.messages.hasPrefix("Error: ") && ending.messages.contains(words))
      #expect(!ending.messages.contains("secret"))
      #expect(!FileManager.default.fileExists(atPath: "\(folder)/modexport.sqlite"))
    }
  }

  @Test func anUnknownSiteIsNamedBeforeAnyRosterIsAskedFor() async throws {
    let configuration = SampleConfiguration(siteLimit: 10)
    try await withTemporaryFolder { folder in
      try await SampleServer.withRunning(configuration) { base, server in
        let ending = try await Program.run(
          Program.sync(base, ["superuser", "stackoverfow"]), in: folder)
        #expect(ending.code == 64)
        #expect(ending.messages.contains("There is no site 'stackoverfow'."))
        #expect(ending.messages.contains("Did you mean 'stackoverflow'"))
        #expect(server.log.allSatisfy { $0.method != "users/moderators" })
        let other = try await Program.run(Program.sync(base, ["zzzzzzzz"]), in: folder)
        #expect(other.code == 64)
        let none = try await Program.run(Program.sync(base, []), in: folder)
        #expect(none.code == 64)
        #expect(none.messages.contains("The archive has no scope yet"))
      }
    }
  }

  @Test func withoutAServerARunEndsWith69() async throws {
    try await withTemporaryFolder { folder in
      let ending = try await Program.run(Program.sync(Self.nowhere), in: folder)
      #expect(ending.code == 69)
      #expect(ending.messages.contains("The API gave no usable answer"))
      #expect(try ending.summary.problems.map(\.reason) == ["connection"])
      #expect(ending.messages.contains("the API: the connection failed: connection refused ("))
    }
  }

  @Test(arguments: ["http500", "html200", "http403", "reset", "malformed-json", "redirect"])
  func anAPIThatNeverAnswersIs69(fault: String) async throws {
    var configuration = SampleConfiguration(siteLimit: 12)
    try await withTemporaryFolder { folder in
      let archive = ArchiveFile(in: folder)
      try await SampleServer.withRunning(configuration) { base, _ in
        let ending = try await Program.run(Program.sync(base), in: folder)
        #expect(ending.code == 0)
      }
      let before = try archive.snapshot()
      configuration.faults = [try SampleFault(fault)]
      try await SampleServer.withRunning(configuration) { base, server in
        let ending = try await Program.run(
          Program.sync(base) + ["--retries", "1"], in: folder)
        #expect(ending.code == 69, "\(ending.messages)")
        // Some fail side by side; after that nothing more is tried.
        #expect(server.requestCount < 24)
      }
      #expect(try archive.snapshot() == before)
    }
  }

  @Test func whatCannotBeWrittenIs73() async throws {
    try await withTemporaryFolder { folder in
      try Data().write(to: URL(filePath: "\(folder)/file"))
      for place in [
        "\(folder)/file/archive.sqlite", "/proc/no/archive.sqlite", "/proc/archive.sqlite",
      ] {
        let ending = try await Program.run(
          Program.sync(Self.nowhere) + ["--archive", place], in: folder)
        #expect(ending.code == 73, "\(place): \(ending.messages)")
        #expect(ending.messages.contains(place.split(separator: "/archive")[0]))
      }
    }
  }

  @Test func aResultThatNobodyCanReadIs73() async throws {
    try await withTemporaryFolder { folder in
      try await SampleServer.withRunning(SampleConfiguration(siteLimit: 2)) { base, _ in
        let ending = try await Program.run(Program.sync(base), in: folder, output: "/dev/full")
        #expect(ending.code == 73)
        #expect(ending.messages.contains("standard output"))
        #expect(try ArchiveFile(in: folder).count("SELECT count(*) FROM moderators") > 84)
      }
    }
  }
}
