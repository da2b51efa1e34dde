import Foundation
import TestKit
import Testing

@testable import ModExportCommands

/// What all commands say where they are asked for something that cannot be.
struct WrongCommandLineTests {
  @Test(arguments: [
    ["sync", "--all", "--rate", "0"],
    ["sync", "--all", "--rate", "many"],
    ["sync", "--all", "--concurrency", "0"],
    ["sync", "--all", "--timeout", "0s"],
    ["sync", "--all", "--timeout", "5"],
    ["sync", "--all", "--retries", "-1"],
    ["sync", "--all", "--max-requests", "0"],
    ["sync", "--all", "--max-age", "soon"],
    ["sync", "--all", "--api-url", "ftp://example.org"],
    ["sync", "--all", "--api-url", "http://user:password@127.0.0.1/2.3"],
    ["sync", "--all", "--unknown"],
    ["sync", "--all", "stackoverflow"],
    ["sync", "--all", "--quiet", "--verbose"],
    ["sync", "--all", "--archive", ""],
    ["no-such-command"],
  ])
  func aWrongCommandLineIs64(arguments: [String]) async throws {
    try await withTemporaryFolder { folder in
      let path = "\(folder)/modexport.sqlite"
      let outcome = await modexport(
        arguments, archive: path, environment: ["MODEXPORT_API_URL": "http://127.0.0.1:9/2.3"])
      #expect(outcome.code == 64)
      #expect(outcome.output.isEmpty)
      #expect(outcome.message.hasPrefix("Error: "), "\(outcome.message)")
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  /// A dry run and the scope refuse what a run refuses, with the same sentence.
  @Test(arguments: ["https://user:pass@h", "http://a b", "https://", "https://h:0", "https://[::1"])
  func allCommandsHaveOneJudgeOfAddresses(text: String) async throws {
    try await withSample { path in
      var sentences: Set<String> = []
      for command in [
        ["sync"], ["sync", "--dry-run"], ["mirror"], ["scope", "--set"], ["scope", "--add"],
      ] {
        let outcome = await modexport(command + [text], archive: path)
        #expect(outcome.code == 64, "\(command): \(outcome.message)")
        #expect(!outcome.message.contains("pass@") && !outcome.message.contains("user:"))
        sentences.insert(outcome.message)
      }
      #expect(sentences.count == 1, "\(sentences)")
    }
  }
}
