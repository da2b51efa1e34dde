import ArchiveKit
import Foundation
import Hummingbird
import SampleNetwork
import TestKit
import Testing

/// `modexport-sample probe` over real HTTP.
@Suite(.bounded) struct ProbeTests {
  private static func configuration(
    _ faults: String..., clockOffset: Duration = .zero
  ) throws -> SampleConfiguration {
    SampleConfiguration(
      siteLimit: 3, clockOffset: clockOffset, faults: try faults.map { try SampleFault($0) })
  }

  private static func probe(_ base: String, _ more: String...) -> [String] {
    ["probe", "--api-url", base, "--archive", ArchiveFile.name, "--retry-delay", "5ms"] + more
  }

  private static func run(
    _ arguments: [String], in folder: String, environment: [String: String] = [:]
  ) async throws -> Ending {
    try await Program.run(
      arguments, command: [Program.samplePath], in: folder, environment: environment)
  }

  private struct Finding: Decodable {
    var name: String
    var assumption: String
    var expected: String
    var seen: String
    var result: String
  }

  @Test func everythingHoldsOfTheSampleNetworkAndNoArchiveIsMade() async throws {
    try await withTemporaryFolder { folder in
      try await SampleServer.withRunning(Self.configuration()) { base, server in
        let ending = try await Self.run(
          Self.probe(base, "--json"), in: folder, environment: ["STACKEXCHANGE_KEY": "sample(("])
        #expect(ending.code == 0 && ending.messages.isEmpty, "\(ending.messages)")
        #expect(server.requestCount <= 12)
        let findings = try JSONDecoder().decode([Finding].self, from: Data(ending.output.utf8))
        #expect(findings.count == 13)
        #expect(findings.filter { $0.result != "holds" }.map(\.name) == ["ties"])
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/\(ArchiveFile.name)"))
      }
    }
  }

  /// Another network's server ends a probe at its first answer.
  @Test(arguments: ["forums", "wikis"])
  func anotherServerEndsItAtOnce(kind: String) async throws {
    let network = SampleConfiguration(siteLimit: 3)
    let forums = SampleForums(ForumConfiguration(network: network))
    let wikis = SampleWikis(WikiConfiguration(network: network))
    try await withTemporaryFolder { folder in
      try await SampleListener.withRunning({
        kind == "forums" ? forums.respond(to: $0, at: $1) : wikis.respond(to: $0, at: $1)
      }) { root in
        let ending = try await Self.run(Self.probe("\(root)/2.3"), in: folder)
        #expect(ending.code == 69, "\(ending.output)\(ending.messages)")
        #expect(ending.output.isEmpty)
        #expect(ending.messages.hasPrefix("Error: The API is not at 127.0.0.1:"))
        #expect(ending.messages.contains("; check --api-url."))
      }
    }
  }

  /// An API that refuses each question for another reason than the one that is tested.
  @Test func anotherBadParameterSaysNothingAboutThePageSize() async throws {
    let refusal = """
      {"error_id":400,"error_message":"No site found for name `stackoverflow`","error_name":"bad_parameter"}
      """
    try await withTemporaryFolder { folder in
      try await LoopbackServer<BasicRequestContext>.withRunning { _, _ in
        Response(
          status: .badRequest, headers: [.contentType: "application/json"],
          body: ResponseBody(byteBuffer: ByteBuffer(string: refusal)))
      } body: { address in
        let ending = try await Self.run(Self.probe("\(address)/2.3", "--json"), in: folder)
        let findings = try JSONDecoder().decode([Finding].self, from: Data(ending.output.utf8))
        let pageSize = try #require(findings.first { $0.name == "page_size" })
        #expect(pageSize.result == "unanswered")
        #expect(pageSize.seen.contains("No site found"))
      }
    }
  }

  /// What the limit of requests left out is not called unanswered.
  @Test func aProbeThatStopsAtItsLimitSaysWhatItDidNotAsk() async throws {
    try await withTemporaryFolder { folder in
      try await SampleServer.withRunning(Self.configuration()) { base, _ in
        let ending = try await Self.run(
          Self.probe(base, "--json", "--max-requests", "3"), in: folder)
        #expect(ending.code == 75)
        let findings = try JSONDecoder().decode([Finding].self, from: Data(ending.output.utf8))
        #expect(findings.first { $0.name == "orders" }?.result == "not_asked")
        #expect(!findings.contains { $0.result == "unanswered" })
      }
    }
  }

  @Test func whatDiffersIsPrintedAndTheArchiveThatIsThereStaysWhole() async throws {
    try await withTemporaryFolder { folder in
      let archive = ArchiveFile(in: folder)
      try await SampleServer.withRunning(Self.configuration()) { base, _ in
        let synced = try await Program.run(Program.sync(base), in: folder)
        #expect(synced.code == 0)
      }
      let faults = try Self.configuration("deprecation", "sunset", clockOffset: .seconds(7_200))
      try await SampleServer.withRunning(faults) { base, _ in
        let ending = try await Self.run(Self.probe(base), in: folder)
        #expect(ending.code == 3)
        for text in ["differs", "Sunset: Sat, 31 Dec 2050", "no key was sent"] {
          #expect(ending.output.contains(text), "\(text)")
        }
        // A probe takes its time too.
        #expect(ending.output.contains(/7[12][0-9]{2} s apart/), "\(ending.output)")
        let document = try await Self.run(Self.probe(base, "--json"), in: folder)
        let findings = try JSONDecoder().decode([Finding].self, from: Data(document.output.utf8))
        #expect(findings.filter { $0.result == "differs" }.map(\.name) == ["clocks", "no_end"])
      }
      #expect(try await Program.run(["verify", "--archive", archive.path], in: folder).code == 0)
    }
  }

  /// The faults, the exit, and what is found all the same.
  @Test(
    arguments: [
      ("backoff=1,300s@sites", 75, true), ("lockout=1,4000s@users/moderators", 75, true),
      ("lockout=1,4000s", 75, false), ("internal-error", 69, false),
    ] as [(String, Int32, Bool)])
  func aProbeThatIsStoppedPrintsItsDocument(fault: String, code: Int32, hasAnswer: Bool)
    async throws
  {
    try await withTemporaryFolder { folder in
      let archive = ArchiveFile(in: folder)
      try await SampleServer.withRunning(Self.configuration()) { base, _ in
        let synced = try await Program.run(Program.sync(base), in: folder)
        #expect(synced.code == 0)
      }
      try await SampleServer.withRunning(Self.configuration(fault)) { base, _ in
        let ending = try await Self.run(
          Self.probe(base, "--json", "--retries", "1"), in: folder)
        #expect(ending.code == code, "\(ending.messages)")
        let findings = try JSONDecoder().decode([Finding].self, from: Data(ending.output.utf8))
        #expect(findings.count == 13)
        let holds = findings.contains { $0.result == "holds" && $0.name != "no_end" }
        #expect(holds == hasAnswer, "\(findings)")
        #expect(!findings.contains { $0.result == "differs" }, "\(findings)")
        #expect(!ending.messages.isEmpty)
      }
      #expect(try await Program.run(["verify", "--archive", archive.path], in: folder).code == 0)
    }
  }

  @Test func aProbeThatCannotAskSaysWhy() async throws {
    try await withTemporaryFolder { folder in
      try await SampleServer.withRunning(Self.configuration()) { base, server in
        let refused = try await Self.run(
          Self.probe(base), in: folder, environment: ["STACKEXCHANGE_KEY": "wrong"])
        #expect(refused.code == 1 && server.requestCount == 1)
        #expect(refused.messages.contains("refuses the key of $STACKEXCHANGE_KEY"))
      }
      try await SampleServer.withRunning(Self.configuration("lockout=1,4000s")) { base, server in
        let locked = try await Self.run(Self.probe(base), in: folder)
        #expect(locked.code == 75 && server.requestCount == 1)
      }
      let nobody = try await Self.run(
        Self.probe("http://127.0.0.1:1/2.3", "--retries", "0"), in: folder)
      #expect(nobody.code == 69)
      let usage = try await Self.run(Self.probe("nonsense"), in: folder)
      #expect(usage.code == 64)
    }
  }
}
