import Foundation
import FoundationNetworking
import TestKit
import Testing

/// `modexport-sample serve` as a process: what it prints, and that the addresses answer.
@Suite(.bounded) struct SampleServiceTests {
  private struct Service {
    var addresses: [String]
    var messages: String
  }

  /// Runs the command until it has printed that many lines, and then while the body runs.
  private static func serving(
    _ arguments: [String], lines: Int, _ body: (Service) async throws -> Void
  ) async throws {
    try await withTemporaryFolder { folder in
      try await Program.running(
        ["serve", "--port", "0"] + arguments, command: [Program.samplePath], in: folder
      ) { program in
        try await waitUntil {
          program.output.split(separator: "\n").count == lines
            && program.messages.hasSuffix("sample.sqlite\n") || !program.isRunning
        }
        let addresses = program.output.split(separator: "\n").map { String($0) }
        try await body(Service(addresses: addresses, messages: program.messages))
        program.send(SIGTERM)
        #expect(try await program.ending.code == 0)
      }
    }
  }

  private static func get(_ address: String) async throws -> [String: Any] {
    var request = URLRequest(url: try #require(URL(string: address)))
    request.setValue("tests (ops@example.org)", forHTTPHeaderField: "User-Agent")
    let (data, _) = try await URLSession.shared.data(for: request)
    return try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  @Test func theAddressOfAnAPIAndTheWayToMirrorItArePrinted() async throws {
    try await Self.serving(["--sites", "2"], lines: 1) { service in
      let address = try #require(service.addresses.first)
      #expect(address.wholeMatch(of: /http:\/\/127\.0\.0\.1:[0-9]+\/2\.3/) != nil)
      #expect(
        service.messages
          == "To mirror these sites:\n  modexport sync --all --api-url \(address) "
          + "--archive sample.sqlite\n")
      #expect(try await Self.get("\(address)/sites")["items"] != nil)
    }
  }

  @Test func everyForumAnswersAtItsAddress() async throws {
    try await Self.serving(["--network", "discourse", "--sites", "3"], lines: 3) { service in
      for address in service.addresses {
        let about = try await Self.get("\(address)/about.json")["about"] as? [String: Any]
        #expect((about?["admin_ids"] as? [Int])?.isEmpty == false)
      }
      let sync = "modexport sync --network discourse \(service.addresses.joined(separator: " "))"
      #expect(service.messages.contains(sync))
    }
  }

  @Test func theWikisAreListedAtTheirAddress() async throws {
    try await Self.serving(["--network", "mediawiki", "--sites", "30"], lines: 1) { service in
      let address = try #require(service.addresses.first)
      let matrix = try await Self.get("\(address)?action=sitematrix&format=json&formatversion=2")
      let list = try #require(matrix["sitematrix"] as? [String: Any])
      #expect(list["count"] as? Int == 30)
      let wikis = try #require(list["specials"] as? [[String: Any]])
      let root = try #require(address.firstMatch(of: /http:\/\/[^\/]*/)).0
      #expect(!wikis.isEmpty)
      for wiki in wikis.prefix(3) {
        let url = try #require(wiki["url"] as? String)
        #expect(url.hasPrefix("\(root)/"))
        let statistics = try await Self.get(
          "\(url)/api.php?action=query&meta=siteinfo&siprop=statistics&format=json")
        #expect(statistics["query"] != nil)
      }
      #expect(service.messages.contains("--network wikimedia --all --api-url \(address)"))
    }
  }

  @Test func quietlyOnlyTheAddressIsPrinted() async throws {
    try await withTemporaryFolder { folder in
      let arguments = ["serve", "--port", "0", "--quiet", "--sites", "2"]
      try await Program.running(arguments, command: [Program.samplePath], in: folder) { program in
        try await waitUntil { program.output.hasSuffix("\n") }
        program.send(SIGINT)
        let ending = try await program.ending
        #expect(ending.code == 0 && ending.messages.isEmpty)
      }
    }
  }
}
