import Foundation
import FoundationNetworking
import Roster
import SampleNetwork
import TestKit
import Testing

/// The same over real sockets on loopback.
@Suite(.timeLimit(.minutes(5)))
struct SampleServerTests {
  private static func configuration(_ faults: String...) throws -> SampleConfiguration {
    SampleConfiguration(
      siteLimit: 3, limits: .off, faults: try faults.map { try SampleFault($0) })
  }

  private static func get(_ address: String) async throws -> (Data, HTTPURLResponse) {
    let session = URLSession(configuration: .ephemeral)
    defer { session.invalidateAndCancel() }
    let url = try #require(URL(string: address))
    let (data, response) = try await session.data(from: url)
    return (data, try #require(response as? HTTPURLResponse))
  }

  @Test func aPageOverASocketIsCompressedAndWhole() async throws {
    try await SampleServer.withRunning(Self.configuration()) { base, server in
      let (data, response) = try await Self.get(base + "/users/moderators?site=stackoverflow")
      #expect(response.statusCode == 200)
      #expect(response.value(forHTTPHeaderField: "Content-Encoding") == "gzip")
      let answer = try JSONSerialization.jsonObject(with: data) as? [String: Any]
      #expect((answer?["items"] as? [Any])?.count == 30)
      #expect(server.log.map(\.method) == ["users/moderators"])
      #expect(server.log.map(\.client) == ["127.0.0.1"])
    }
  }

  @Test func itTellsItsNameAndTheTimeOfItsOwnClock() async throws {
    var configuration = try Self.configuration()
    configuration.seed = 42
    configuration.clockOffset = .seconds(-7_200)
    try await SampleServer.withRunning(configuration) { base, server in
      let (_, response) = try await Self.get(base + "/sites")
      #expect(
        response.value(forHTTPHeaderField: "Server") == "modexport-sample-network/2.3 (seed 42)")
      let text = try #require(response.value(forHTTPHeaderField: "Date"))
      let date = try #require(Date(httpDate: text))
      let asked = try #require(server.log.first?.time)
      #expect(abs(date.timeIntervalSince(asked) + 7_200) < 2)
    }
  }

  @Test func theLogCanBeReadFromOutside() async throws {
    try await SampleServer.withRunning(Self.configuration("http503@:2")) { base, server in
      _ = try await Self.get(base + "/users/moderators?site=superuser&order=asc")
      let (_, refused) = try await Self.get(base + "/users/moderators?site=superuser&page=2")
      #expect(refused.statusCode == 503)
      #expect(refused.value(forHTTPHeaderField: "Retry-After") == "2")
      let root = String(base.dropLast("/2.3".count))
      let (data, _) = try await Self.get(root + SampleAPI.logPath)
      let log = try #require(JSONSerialization.jsonObject(with: data) as? [[String: Any]])
      #expect(log.map { $0["page"] as? Int } == [1, 2])
      #expect(log.map { $0["order"] as? String } == ["asc", "desc"])
      #expect(log.map { $0["answer"] as? String } == ["ok", "fault"])
      #expect(server.log.count == 2)
    }
  }

  @Test(arguments: ["reset", "body-cut"])
  func aBrokenConnectionIsSeenAsOne(fault: String) async throws {
    try await SampleServer.withRunning(Self.configuration(fault + "=1")) { base, server in
      // The client may retry by itself where a connection was reset before any response.
      let before = server.log.count
      _ = await #expect(throws: URLError.self) {
        _ = try await Self.get(base + "/users/moderators?site=stackoverflow")
      }
      #expect(server.log.count > before)
      let (_, response) = try await Self.get(base + "/users/moderators?site=stackoverflow")
      #expect(response.statusCode == 200)
    }
  }

  @Test func aTricklingBodyArrivesWhole() async throws {
    try await SampleServer.withRunning(Self.configuration("trickle=1ms")) { base, _ in
      let (data, _) = try await Self.get(base + "/users/moderators?site=stackoverflow")
      #expect(try JSONSerialization.jsonObject(with: data) is [String: Any])
    }
  }

  @Test func aFilterCanBeMadeByPost() async throws {
    try await SampleServer.withRunning(Self.configuration()) { base, _ in
      var request = URLRequest(url: try #require(URL(string: base + "/filters/create")))
      request.httpMethod = "POST"
      request.httpBody = Data("include=.total%3Buser.about_me&unsafe=true&base=none".utf8)
      let (data, _) = try await URLSession.shared.data(for: request)
      let text = String(decoding: data, as: UTF8.self)
      #expect(text.contains(#""included_fields":[".total","user.about_me"]"#))
    }
  }

  @Test func theServerEndsWithItsTaskAndItsPortIsFreeAgain() async throws {
    let base = try await SampleServer.withRunning(Self.configuration()) { base, _ in base }
    _ = await #expect(throws: URLError.self) { _ = try await Self.get(base + "/sites") }
  }

  @Test(arguments: ["stall", "endless", "trickle=60s", "latency=60s"])
  func theServerEndsThoughAClientStillWaits(fault: String) async throws {
    let session = URLSession(configuration: .ephemeral)
    defer { session.invalidateAndCancel() }
    try await SampleServer.withRunning(Self.configuration(fault)) { base, server in
      let url = try #require(URL(string: base + "/users/moderators?site=stackoverflow"))
      session.dataTask(with: url).resume()
      while server.requestCount == 0 { await Task.yield() }
    }
  }

  @Test func aPortThatIsTakenIsAnError() async throws {
    try await SampleServer.withRunning(Self.configuration()) { base, server in
      let port = try #require(URL(string: base)?.port)
      let second = SampleServer(server.api, port: port)
      _ = await #expect(throws: (any Error).self) { try await second.run { _ in } }
    }
  }
}
