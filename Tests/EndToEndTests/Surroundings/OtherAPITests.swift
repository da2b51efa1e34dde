import ArchiveKit
import Foundation
import SampleNetwork
import TestKit
import Testing

/// An archive belongs to one API, and its dates to a clock that this API confirms.
@Suite(.bounded) struct OtherAPITests {
  private static func configuration(seed: UInt64, offset: Duration = .zero) -> SampleConfiguration {
    SampleConfiguration(seed: seed, siteLimit: 24, clockOffset: offset, limits: .off)
  }

  private func expectDone(_ arguments: [String], in folder: String) async throws {
    let ending = try await Program.run(arguments, in: folder)
    #expect(ending.code == 0, "\(ending.messages)")
  }

  @Test func anotherSeedAtAnyPortIsRefused() async throws {
    try await withTemporaryFolder { folder in
      let archive = ArchiveFile(in: folder)
      let truth = try await SampleServer.withRunning(Self.configuration(seed: 1)) { base, server in
        try await expectDone(Program.sync(base), in: folder)
        return server.api.network.mainRosters
      }
      // With a list that is still young, and with one that is asked for.
      for more in [[], ["--refresh-sites"]] {
        try await SampleServer.withRunning(Self.configuration(seed: 2)) { base, server in
          let other = try await Program.run(Program.sync(base, more), in: folder)
          #expect(other.code == 64)
          #expect(
            other.messages.hasSuffix(
              "Error: This archive was mirrored from the sample network (seed 1); the sample network "
                + "(seed 2) is another API: name the archive's own with --api-url (the address that "
                + "`modexport-sample serve` prints), or use another --archive, or "
                + "--adopt-api if the API moved.\n"
            ))
          #expect(try archive.rosters() == truth)
          #expect(server.requestCount <= 8)
        }
      }
      try await SampleServer.withRunning(Self.configuration(seed: 1)) { base, _ in
        try await expectDone(Program.sync(base), in: folder)
      }
      let real = try await Program.run(
        Program.sync("https://api.stackexchange.com/2.3", ["--rate", "20"]), in: folder)
      #expect(real.code == 64)
      #expect(real.messages.contains("api.stackexchange.com is another API"))
      try archive.expectProven()
    }
  }

  @Test func anAdoptedAPIThatKnowsNobodyIsNotBelievedAtOnce() async throws {
    try await withTemporaryFolder { folder in
      let archive = ArchiveFile(in: folder)
      let truth = try await SampleServer.withRunning(Self.configuration(seed: 1)) { base, server in
        try await expectDone(Program.sync(base), in: folder)
        return server.api.network.mainRosters
      }
      try await SampleServer.withRunning(Self.configuration(seed: 2)) { base, server in
        let other = try await Program.run(Program.sync(base, ["--adopt-api"]), in: folder)
        #expect(other.code == 3)
        #expect(other.messages.contains("rosters lost more than half of their moderators"))
        let kept = try archive.rosters().filter { truth[$0.key] == $0.value }
        #expect(kept.count > truth.count / 2)
        let accepted = try await Program.run(Program.sync(base, ["--accept-shrink"]), in: folder)
        #expect(accepted.code == 0, "\(accepted.messages)")
        #expect(try archive.rosters() == server.api.network.mainRosters)
      }
      try archive.expectProven()
    }
  }

  @Test(arguments: [Duration.seconds(-86_400), .seconds(900)])
  func aWrongClockIsNamedWithBothTimes(offset: Duration) async throws {
    try await withTemporaryFolder { folder in
      try await SampleServer.withRunning(Self.configuration(seed: 1, offset: offset)) { base, _ in
        let ending = try await Program.run(Program.sync(base), in: folder)
        #expect(ending.code == 1)
        #expect(ending.messages.hasPrefix("Error: This machine's clock shows 20"))
        #expect(try ending.summary.problems.map(\.reason) == ["wrong_clock"])
        #expect(try ArchiveFile(in: folder).rosters().isEmpty)
      }
    }
  }
}
