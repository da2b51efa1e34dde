import Archive
import ArchiveKit
import Foundation
import SampleNetwork
import TestKit
import Testing
import Transport

/// The log in JSON, as the manual describes it.
@Suite(.bounded) struct LogTests {
  /// A row of the manual's table of events.
  private struct Row {
    var levels: Set<String>
    var members: Set<String>
    /// The first of them are always there, the others only where they are known.
    var hasOptional: Bool
  }

  private static func manual() throws -> [String: Row] {
    let page = projectFolder.appending(
      path: "Sources/ModExportCommands/ModExport.docc/Watching.md")
    let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
    let rows = lines.drop { $0 != "| event | level | members |" }.dropFirst(2)
    var events: [String: Row] = [:]
    for row in rows.prefix(while: { $0.hasPrefix("|") }) {
      let cells = row.split(separator: "|")
      try #require(cells.count == 3, "\(row)")
      let name = try #require(cells[0].split(separator: "`").dropFirst().first)
      events[String(name)] = Row(
        levels: Set(cells[1].split { !$0.isLetter }.map(String.init)),
        members: Set(cells[2].matches(of: /`([a-z_]+)`/).map { String($0.1) }),
        hasOptional: cells[2].contains("where known") || cells[2].contains("with a summary"))
    }
    return events
  }

  @Test func theManualHasEveryEventAndNoOther() throws {
    #expect(try Set(Self.manual().keys) == Set(EventName.allCases.map(\.rawValue)))
  }

  private static let common: Set = ["time", "level", "event", "run", "message"]

  /// The lines of a log, each held against the manual.
  private func events(of ending: Ending) throws -> [[String: Any]] {
    let manual = try Self.manual()
    return try ending.messages.split(separator: "\n").map { line in
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
      let row = try #require(manual[object["event"] as? String ?? ""], "\(line)")
      let members = Set(object.keys).subtracting(Self.common)
      #expect(Self.common.isSubset(of: object.keys), "\(line)")
      #expect(
        row.hasOptional ? members.isSubset(of: row.members) : members == row.members, "\(line)")
      #expect(row.levels.contains(object["level"] as? String ?? ""), "\(line)")
      let time = try #require(object["time"] as? String)
      #expect(time.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
      for (key, value) in object where key.hasSuffix("seconds") {
        #expect(value is NSNumber || value is NSNull, "\(line)")
      }
      return object
    }
  }

  @Test func aRunWithFaultsIsToldFromBeginningToEnd() async throws {
    let faults = ["http500@math:2", "site-error@superuser", "backoff", "swaps@stackoverflow"]
    let configuration = SampleConfiguration(
      siteLimit: 6, limits: SampleLimits(requestsPerSecond: nil),
      faults: try faults.map { try SampleFault($0) })
    try await withTemporaryFolder { folder in
      try await SampleServer.withRunning(configuration) { base, _ in
        let ending = try await Program.run(
          Program.sync(base) + ["-vvv", "--log-format", "json", "--retries", "1"], in: folder)
        #expect(ending.code == 3)
        let events = try events(of: ending)
        let names = events.compactMap { $0["event"] as? String }
        #expect(names.first == "run_started" && names.last == "run_finished")
        #expect(names.count { $0 == "run_finished" } == 1)
        for name in [
          "run_planned", "request_sent", "answer_received", "roster_published", "problem",
        ] {
          #expect(names.contains(name), "\(name)")
        }
        #expect(events.allSatisfy { $0["run"] as? Int == 1 })
        let last = try #require(events.last)
        let summary = try ending.summary
        #expect(last["outcome"] as? String == "problems")
        #expect(last["exit_code"] as? Int == 3)
        #expect(last["requests"] as? Int == summary.requests)
        #expect((last["sites"] as? [String: Int])?["complete"] == summary.counts.complete)
        #expect((last["seconds"] as? Double) == summary.seconds)
        #expect(summary.outcome == "problems" && summary.exitCode == 3)
        #expect(summary.stoppedBecause == nil && summary.until == nil)
      }
    }
  }

  @Test func aRunThatStopsSaysWhyAndUntilWhen() async throws {
    let configuration = SampleConfiguration(
      siteLimit: 20, limits: SampleLimits(requestsPerSecond: nil, keylessQuota: 16))
    try await withTemporaryFolder { folder in
      try await SampleServer.withRunning(configuration) { base, _ in
        let ending = try await Program.run(
          Program.sync(base) + ["--quiet", "--log-format", "json"], in: folder)
        #expect(ending.code == 75)
        let events = try events(of: ending)
        #expect(events.map { $0["event"] as? String } == ["run_finished"])
        let last = try #require(events.last)
        #expect(last["reason"] as? String == "quota" && last["outcome"] as? String == "stopped")
        let until = try #require(last["until"] as? String)
        #expect(until.hasSuffix("T00:00:00Z"))
        let summary = try ending.summary
        #expect(summary.stoppedBecause == "quota" && summary.until == until)
        #expect(ending.output.contains(#""site": null"#))
        // The archive keeps it for the next morning.
        let check = try await Program.run(
          ["status", "--check", "--archive", ArchiveFile.name], in: folder)
        #expect(check.code == 75)
        #expect(
          check.output.contains(
            "stopped: the quota was down to its reserve until \(until); the next run resumes\n"))
        #expect(check.output.contains("\nnever mirrored: "))
      }
    }
  }

  /// A run that fails as a whole ends with the same event.
  @Test func aRunWithoutAListOfSitesHasItsLastEvent() async throws {
    try await withTemporaryFolder { folder in
      let ending = try await Program.run(
        Program.sync("http://127.0.0.1:9/2.3") + ["--retries", "0", "--log-format", "json"],
        in: folder)
      let events = try events(of: ending)
      #expect(events.first?["event"] as? String == "run_started")
      let last = try #require(events.last)
      #expect(last["event"] as? String == "run_finished")
      #expect(last["exit_code"] as? Int32 == ending.code)
      #expect(ending.code == 69)
    }
  }
}
