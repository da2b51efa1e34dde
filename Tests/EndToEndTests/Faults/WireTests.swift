import ArchiveKit
import Foundation
import Roster
import SampleNetwork
import TestKit
import Testing

/// What `sync` sends, as the server sees it.
@Suite(.bounded) struct WireTests {
  private static let free = SampleLimits(requestsPerSecond: nil)

  @Test func aSiteOfOnePageCostsOneRequestAndOthersTwoReadings() async throws {
    let configuration = SampleConfiguration(siteLimit: 20, giant: 250, limits: Self.free)
    try await withTemporaryFolder { folder in
      try await SampleServer.withRunning(configuration) { base, server in
        let first = try await Program.run(Program.sync(base), in: folder)
        #expect(first.code == 0)
        let expected = server.api.network.requestsOfACleanSync
        #expect(server.requestCount == expected)
        #expect(try first.summary.requests == expected)
        let firstLog = server.log
        #expect(firstLog.prefix(2).map(\.method) == ["filters/create", "sites"])
        #expect(Set(firstLog.map(\.answer)) == ["ok"])
        let giant = firstLog.filter { $0.site == "giant" }
        #expect(
          giant.map { "\($0.order) \($0.page)" }.sorted() == [
            "asc 1", "asc 2", "asc 3", "desc 1", "desc 2", "desc 3",
          ])
        #expect(Set(giant.prefix(3).map(\.order)) == ["asc"])
        // The filter is kept for good, and the list of sites for a day.
        #expect(try await Program.run(Program.sync(base), in: folder).code == 0)
        #expect(server.requestCount == expected * 2 - 2)
        let more = Program.sync(base, ["stackoverflow", "--refresh-sites"])
        #expect(try await Program.run(more, in: folder).code == 0)
        #expect(server.log.suffix(2).map(\.method) == ["sites", "users/moderators"])
        #expect(server.requestCount == expected * 2)
      }
    }
  }

  @Test func oneSiteIsOneRequestOfAHundredRows() async throws {
    try await withTemporaryFolder { folder in
      try await SampleServer.withRunning { base, server in
        let arguments = ["--json", "--archive", ArchiveFile.name, "--api-url", base]
        let ending = try await Program.run(["sync", "stackoverflow"] + arguments, in: folder)
        #expect(ending.code == 0)
        #expect(try ending.summary.moderators == 84)
        #expect(server.log.map(\.method) == ["filters/create", "sites", "users/moderators"])
        // Younger than a minute: left alone.
        let again = try await Program.run(["sync"] + arguments, in: folder)
        #expect(again.code == 0)
        #expect(try again.summary.counts == .init(skipped: 1))
        #expect(server.requestCount == 3)
      }
    }
  }

  /// The machine may delay requests on their way to the server's clock, so that they meet there;
  /// a tenth of a second is left for that.
  @Test func noSecondSeesMoreThanTheRate() async throws {
    let rate = 20
    let configuration = SampleConfiguration(siteLimit: 120, limits: Self.free)
    try await withTemporaryFolder { folder in
      try await SampleServer.withRunning(configuration) { base, server in
        let arguments = Program.sync(base) + ["--rate", "\(rate)", "--concurrency", "16"]
        #expect(try await Program.run(arguments, in: folder).code == 0)
        let times = server.log.map(\.time)
        try #require(times.count > 3 * rate)
        for (index, time) in times.enumerated().dropFirst(rate) {
          #expect(time.timeIntervalSince(times[index - rate]) > 0.9)
        }
      }
    }
  }

  @Test(arguments: [1, 8, 32])
  func afterAWaitWasReceivedNothingIsSent(inFlight: Int) async throws {
    let limits = SampleLimits(
      requestsPerSecond: nil, keylessQuota: nil, backoffEvery: 12, backoff: .seconds(2))
    let configuration = SampleConfiguration(
      siteLimit: 50, latency: .milliseconds(20), limits: limits)
    try await withTemporaryFolder { folder in
      try await SampleServer.withRunning(configuration) { base, server in
        let arguments = Program.sync(base) + ["--concurrency", "\(inFlight)"]
        let ending = try await Program.run(arguments, in: folder)
        #expect(ending.code == 0)
        #expect(try ending.summary.retries == 0)
        #expect(try ending.summary.counts.complete == server.api.network.mainSites.count)
        Self.expectNothingSentTooEarly(server.log)
      }
    }
  }

  /// Requests under way when the wait came may still arrive, for which a busy machine is given time;
  /// whoever did not heed the wait would go on sending after that too.
  private static func expectNothingSentTooEarly(_ log: [RequestRecord]) {
    let waits = log.filter { $0.backoff != nil && $0.method == "users/moderators" }
    #expect(waits.count >= 2)
    for wait in waits {
      let received = wait.answeredAt.addingTimeInterval(1.5)
      let end = wait.time.addingTimeInterval(TimeInterval(wait.backoff ?? 0) + 1)
      let early = log.filter {
        $0.method == wait.method && $0.time > received && $0.time < end
      }
      #expect(early.isEmpty)
    }
  }

  @Test func theProgramSaysWhoItIs() async throws {
    try await withTemporaryFolder { folder in
      let server = OneAnswerServer()
      defer { server.close() }
      let base = "http://127.0.0.1:\(server.port)/2.3"
      async let request = server.request
      let arguments = Program.sync(base, ["stackoverflow", "--retries", "0"])
      let ending = try await Program.run(arguments, in: folder)
      #expect(ending.code == 69)
      let head = await request.lowercased()
      #expect(head.contains("user-agent: modexport/"))
      #expect(head.contains("accept-encoding: gzip"))
    }
  }

  /// The library under the transport takes such a status for that of an interim answer, and traps at its body.
  @Test(arguments: ["000 X", "042 X", "099 X"])
  func aStatusThatIsNoneIsAFault(status: String) async throws {
    try await withTemporaryFolder { folder in
      let server = OneAnswerServer("HTTP/1.1 \(status)\r\nContent-Length: 2\r\n\r\n{}")
      defer { server.close() }
      async let request = server.request
      let ending = try await Program.run(
        Program.sync("http://127.0.0.1:\(server.port)/2.3", ["stackoverflow", "--retries", "0"]),
        in: folder)
      #expect(ending.code == 69, "\(ending.messages)")
      #expect(ending.messages.contains("the answer has no valid status"))
      _ = await request
    }
  }

  /// Keys end in `((`, which no token of RFC 6750 holds.
  @Test func theKeyTravelsByteForByteInAHeader() async throws {
    let key = "U4DMV*8nvpm3EOpvf69Rxw(("
    try await withTemporaryFolder { folder in
      let server = OneAnswerServer()
      defer { server.close() }
      let base = "http://127.0.0.1:\(server.port)/2.3"
      async let request = server.request
      _ = try await Program.run(
        Program.sync(base, ["stackoverflow", "--retries", "0"]), in: folder,
        environment: ["STACKEXCHANGE_KEY": key])
      let lines = await request.split(separator: "\r\n")
      #expect(lines.filter { $0.contains("U4DMV") } == ["Authorization: Bearer \(key)"])
      #expect(lines.first?.contains("key") == false)
    }
  }

  /// Only the key is at fault, and one request shows it.
  @Test func aRefusedKeyEndsTheRunWithOneRequest() async throws {
    try await withTemporaryFolder { folder in
      let key = "\(folder)/key"
      try Data("wrong((".utf8).write(to: URL(filePath: key))
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
      try await SampleServer.withRunning(SampleConfiguration(siteLimit: 20)) { base, server in
        let ending = try await Program.run(
          Program.sync(base) + ["--key-file", "key"], in: folder)
        #expect(ending.code == 1)
        #expect(server.requestCount == 1)
        #expect(
          ending.messages == """
            Error: The API refuses the key of the file 'key': bad_parameter: `key` doesn't match a known \
            application; check it, or get one at \
            https://stackapps.com/apps/oauth/register.

            """)
      }
    }
  }

  /// An address whose version is missing, with a list of sites from before.
  @Test func anAddressWithoutTheMethodIsAskedOnce() async throws {
    try await withTemporaryFolder { folder in
      try await SampleServer.withRunning(SampleConfiguration(siteLimit: 20)) { base, server in
        #expect(try await Program.run(Program.sync(base), in: folder).code == 0)
        let before = server.requestCount
        let wrong = String(base.dropLast("/2.3".count))
        let ending = try await Program.run(Program.sync(wrong), in: folder)
        #expect(ending.code == 69)
        #expect(server.requestCount == before + 1)
        #expect(ending.messages.split(separator: "\n").count == 1)
        #expect(ending.messages.contains("no_method") && ending.messages.contains("--api-url"))
        // Without a list of sites it is not known how many are left.
        let fresh = try await Program.run(
          Program.sync(wrong) + ["--archive", folder + "/new.sqlite"], in: folder)
        #expect(fresh.code == 69)
        #expect(fresh.messages.contains("all sites are left for the next run."))
      }
    }
  }

  /// Also where things go wrong: redirected, refused, out of reach.
  @Test(arguments: [
    "latency=1ms", "redirect@superuser", "http500=1", "reset@:2", "internal-error=2",
  ])
  func theKeyIsShownNowhere(fault: String) async throws {
    let key = "sample)(*!secret%20Key(("
    let configuration = SampleConfiguration(
      siteLimit: 3, giant: 250, limits: Self.free, faults: [try SampleFault(fault)])
    try await withTemporaryFolder { folder in
      let archive = ArchiveFile(in: folder)
      try Data("\(key)\n".utf8).write(to: URL(filePath: "\(folder)/key"))
      try await SampleServer.withRunning(configuration) { base, server in
        let arguments = Program.sync(base) + ["-vvv", "--key-file", "key"]
        let byFile = try await Program.run(arguments, in: folder)
        let byName = try await Program.run(
          Program.sync(base) + ["-vvv"], in: folder, environment: ["STACKEXCHANGE_KEY": key])
        let keyed = server.log.count(where: \.isKeyed)
        #expect(keyed == server.requestCount)
        #expect(server.log.allSatisfy { !$0.hasKeyInQuery })
        let bytes = archive.bytes
        for ending in [byFile, byName] {
          #expect(!(ending.output + ending.messages).contains("secret"))
          #expect(ending.messages.contains("users/moderators?site=superuser"))
        }
        #expect(bytes.count > 10_000)
        #expect(bytes.firstRange(of: Data("secret".utf8)) == nil)
      }
    }
  }
}
