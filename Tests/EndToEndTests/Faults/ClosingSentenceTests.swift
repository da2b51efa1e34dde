import ArchiveKit
import Foundation
import SampleNetwork
import TestKit
import Testing

/// The last line of a run, which says what it did not do, and what it left as it was.
@Suite(.bounded) struct ClosingSentenceTests {
  /// A fault, further arguments, and what the run says.
  static let cases: [(String, [String], String)] = [
    (
      "internal-error@users/moderators/elected", ["--elected"],
      "at 1 site of 1, as listed above; what is not proven stays as it was; `modexport status stackoverflow` says more."
    ),
    (
      "more-stuck@stackoverflow", [],
      "no second reading in the opposite order confirmed the moderators"
    ),
  ]

  @Test(arguments: cases)
  func aRunSaysWhatItLeft(fault: String, more: [String], sentence: String) async throws {
    let configuration = SampleConfiguration(
      siteLimit: 2, limits: .off, faults: [try SampleFault(fault)])
    try await withTemporaryFolder { folder in
      try await SampleServer.withRunning(configuration) { base, _ in
        let arguments = Program.sync(base, ["stackoverflow", "--retries", "0"] + more)
        let ending = try await Program.run(arguments, in: folder)
        #expect(ending.code == 3)
        #expect(ending.messages.contains(sentence), "\(ending.messages)")
      }
    }
  }

  /// Which of the sites that were not proven has an old roster.
  @Test func statusSaysWhichSitesKeepAnOldRoster() async throws {
    var configuration = SampleConfiguration(siteLimit: 8, limits: .off)
    try await withTemporaryFolder { folder in
      try await SampleServer.withRunning(configuration) { base, _ in
        let first = try await Program.run(Program.sync(base, ["stackoverflow"]), in: folder)
        #expect(first.code == 0, "\(first.messages)")
      }
      configuration.faults = [
        try SampleFault("more-stuck@stackoverflow"), try SampleFault("site-error@superuser"),
      ]
      try await SampleServer.withRunning(configuration) { base, _ in
        let both = try await Program.run(
          Program.sync(base, ["stackoverflow", "superuser", "--retries", "0"]), in: folder)
        #expect(
          both.messages.contains("at 2 sites of 2, as listed above; what is not proven stays"))
      }
      let status = try await Program.run(["status", "--archive", ArchiveFile.name], in: folder)
      #expect(status.output.contains("incomplete: 1 site, such as stackoverflow ("))
      #expect(status.output.contains("never mirrored: 1 site, such as superuser ("))
    }
  }

  /// The address of another server than the archive's, where no request is sent.
  @Test func aDryRunWarnsOfAnotherAPI() async throws {
    try await withTemporaryFolder { folder in
      let archive = ArchiveFile(in: folder)
      try await SampleServer.withRunning(SampleConfiguration(siteLimit: 2)) { base, _ in
        let ending = try await Program.run(Program.sync(base), in: folder)
        #expect(ending.code == 0, "\(ending.messages)")
      }
      let other = "https://api.stackexchange.com/2.3"
      let arguments = ["sync", "--dry-run", "--api-url", other, "--archive", ArchiveFile.name]
      let warned = try await Program.run(arguments, in: folder)
      #expect(warned.code == 0)
      #expect(warned.messages.contains("api.stackexchange.com is another API"))
      #expect(try await Program.run(arguments + ["--adopt-api"], in: folder).code == 0)
      try archive.expectProven()
    }
  }
}
