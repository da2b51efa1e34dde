import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

@testable import Archive
@testable import ModExportCommands

struct MetricsTests {
  @Test func theMetricsOfTheSampleAreRight() async throws {
    let outcome = try await sample("status", "--metrics", "-")
    #expect(outcome.code == 0)
    let metrics = try PrometheusText(outcome.output)
    for (sample, value) in [
      ("modexport_up", 1), ("modexport_sites_in_scope", 3), ("modexport_moderators", 5),
      ("modexport_trouble_sites{kind=\"never_mirrored\"}", 1),
      ("modexport_trouble_sites{kind=\"stale\"}", 1),
      ("modexport_trouble_sites{kind=\"failed\"}", 0),
      ("modexport_trouble{kind=\"stale\"}", 2), ("modexport_trouble{kind=\"disk\"}", 0),
      ("modexport_oldest_roster_timestamp_seconds", Date.november(12).unixSeconds),
      ("modexport_last_change_timestamp_seconds", Date.november(18).unixSeconds),
    ] {
      #expect(metrics.samples[sample] == Double(value), "\(sample)")
    }
    #expect(metrics.samples["modexport_last_successful_run_timestamp_seconds"] == nil)
    #expect(try #require(metrics.samples["modexport_archive_size_bytes"]) > 4_096)
  }

  /// In both directions, with types and labels.
  @Test func theMetricsAreThoseOfTheManual() throws {
    var health = StatusCheckTests.sound
    health.status.throttles = [
      ThrottleStatus(
        key: "api.example#1",
        state: """
          {"backoffUntil":{},"quota":{"max":300,"remaining":3},"quotaSeenAt":\(StatusCheckTests.now.unixSeconds)}
          """)
    ]
    let metrics = StatusMetrics.families(
      of: health,
      ArchiveTotals(moderators: 9, changes: [.joined: 2], lastChange: StatusCheckTests.now))
    let rows = try ManualPage("Watching").table(headed: "| metric | type |")
    let told = rows.map { [ManualPage.codes(in: $0[0])[0], $0[1]] + ManualPage.codes(in: $0[2]) }
    #expect(
      metrics.map { [$0.name, $0.type] + ($0.label.map { [$0] } ?? []) }
        == told)
    #expect(metrics.allSatisfy { !$0.samples.isEmpty })
    let text = try PrometheusText(metrics.map(\.text).joined())
    #expect(text.samples["modexport_quota_remaining_requests{api=\"api.example#1\"}"] == 3)
    #expect(text.samples["modexport_changes_total{kind=\"joined\"}"] == 2)
  }

  @Test func hostileLabelsStayLabels() throws {
    let hostile = "a\\b\"c\nd{}= é"
    let family = MetricFamily(
      "x", "Back\\slash,\nline and \"quotes\".", by: "api", [(hostile, 0.25), ("b", -1)])
    #expect(
      family.text == """
        # HELP modexport_x Back\\\\slash,\\nline and "quotes".
        # TYPE modexport_x gauge
        modexport_x{api="a\\\\b\\"c\\nd{}= é"} 0.25
        modexport_x{api="b"} -1

        """)
    #expect(try PrometheusText(family.text).samples.count == 2)
    #expect(MetricFamily("y", "None.", nil).text == "")
  }

  @Test func theFileIsReplacedInOneStep() async throws {
    try await withSample { path in
      let folder = String(path.prefix(upTo: try #require(path.lastIndex(of: "/"))))
      let file = folder + "/modexport.prom"
      let old = Data("# HELP modexport_up Once.\n".utf8)
      try old.write(to: URL(filePath: file))
      let open = try #require(FileHandle(forReadingAtPath: file))
      let outcome = await modexport(["status", "--metrics", file], archive: path)
      #expect(outcome.code == 0 && outcome.output == "" && outcome.message == "")
      #expect(
        try PrometheusText(String(contentsOfFile: file, encoding: .utf8)).samples["modexport_up"]
          == 1)
      // Whoever had the old file open still reads the old file.
      #expect(try open.readToEnd() == old)
      let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
      #expect(try #require(mode) & ~0o644 == 0)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      #expect(names.filter { $0.contains("prom") } == ["modexport.prom"])
      let both = await modexport(["status", "--check", "--metrics", file], archive: path)
      #expect(both.code == 3 && !both.output.isEmpty)
    }
  }

  /// An archive above all: it would be gone.
  @Test func nothingButMetricsIsReplaced() async throws {
    try await withSample { path in
      let folder = String(path.prefix(upTo: try #require(path.lastIndex(of: "/"))))
      let files = FileManager.default
      try Data("Dear diary".utf8).write(to: URL(filePath: folder + "/diary"))
      let others = "# HELP modexport_up Is it?\nmodexport_up 1\nbackups_of_somebody_else 7\n"
      try Data(others.utf8).write(to: URL(filePath: folder + "/more.prom"))
      try files.linkItem(atPath: path, toPath: folder + "/hard.prom")
      #expect(unsafe mkfifo(folder + "/pipe", 0o600) == 0)
      let name = try #require(path.split(separator: "/").last)
      let archive = files.contents(atPath: path)
      for target in [
        "\(name)", "\(name)-wal", "\(name).lock", "hard.prom", "diary", "more.prom", "pipe", ".",
      ] {
        let file = "\(folder)/\(target)"
        let before = files.contents(atPath: target == "pipe" ? "/dev/null" : file)
        let outcome = await modexport(["status", "--metrics", file], archive: path)
        #expect(outcome.code == 73, "\(target)")
        #expect(outcome.message.contains("is not a metrics file, and is not replaced"))
        #expect(files.contents(atPath: target == "pipe" ? "/dev/null" : file) == before)
      }
      #expect(files.contents(atPath: path) == archive)
    }
  }

  @Test func aLinkToMetricsStays() async throws {
    try await withSample { path in
      let folder = String(path.prefix(upTo: try #require(path.lastIndex(of: "/"))))
      let (file, link) = (folder + "/real.prom", folder + "/link.prom")
      try Data().write(to: URL(filePath: file))
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "real.prom")
      #expect(await modexport(["status", "--metrics", link], archive: path).code == 0)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "real.prom")
      #expect(try String(contentsOfFile: file, encoding: .utf8).contains("modexport_up 1"))
    }
  }

  @Test func withoutAnArchiveTheMetricsSayDown() async throws {
    try await withTemporaryFolder { folder in
      let file = folder + "/modexport.prom"
      let outcome = await modexport(
        ["status", "--metrics", file], archive: folder + "/none.sqlite")
      #expect(outcome.code == 66)
      let metrics = try PrometheusText(String(contentsOfFile: file, encoding: .utf8))
      #expect(metrics.samples["modexport_up"] == 0)
      #expect(metrics.samples.count == 2)
      let foreign = folder + "/text.sqlite"
      try Data("text\n".utf8).write(to: URL(filePath: foreign))
      let printed = await modexport(["status", "--metrics", "-"], archive: foreign)
      #expect(printed.code == 66)
      #expect(printed.output.contains("\nmodexport_up 0\n"))
    }
  }

  @Test(arguments: ["missing/x.prom"]) func aPlaceThatCannotBeWrittenIsNamed(name: String)
    async throws
  {
    try await withSample { path in
      let folder = String(path.prefix(upTo: try #require(path.lastIndex(of: "/"))))
      let file = "\(folder)/\(name)"
      let outcome = await modexport(["status", "--metrics", file], archive: path)
      #expect(outcome.code == 73)
      #expect(
        outcome.message.hasPrefix(
          "Error: The metrics file '\(file)' cannot be written: check its folder, permissions and room."
        ))
      #expect(outcome.message.filter { $0 == "\n" }.count == 1)
    }
  }

  @Test(arguments: [["--check"], ["--json"], ["--csv"]])
  func metricsOnStdoutStandAlone(options: [String]) async throws {
    let outcome = await modexport(["status", "--metrics", "-"] + options, archive: "/x")
    #expect(outcome.code == 64)
  }
}

/// A strict reader of Prometheus' text format, as `promtool check metrics` is: each family is described once
/// before its samples, which stand together, and names follow the conventions.
struct PrometheusText {
  /// The values by name and labels as written.
  private(set) var samples: [String: Double] = [:]

  struct Broken: Error {
    var line: Substring
  }

  init(_ text: String) throws {
    guard text.hasSuffix("\n") else { throw Broken(line: "the end") }
    var help: Substring?
    var family: (name: Substring, type: Substring)?
    var seen: Set<Substring> = []
    for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
      if let match = line.wholeMatch(of: /# HELP ([a-z_]+) (([^\\]|\\\\|\\n)+)/) {
        guard seen.insert(match.1).inserted, help == nil else { throw Broken(line: line) }
        help = match.1
      } else if let match = line.wholeMatch(of: /# TYPE ([a-z_]+) (counter|gauge)/) {
        guard match.1 == help, match.1.hasSuffix("_total") == (match.2 == "counter") else {
          throw Broken(line: line)
        }
        (family, help) = ((match.1, match.2), nil)
      } else if let match = line.wholeMatch(
        of:
          /([a-z_]+)(\{([a-z_]+="([^\\"]|\\\\|\\"|\\n)*")(,[a-z_]+="([^\\"]|\\\\|\\"|\\n)*")*\})? (\S+)/
      ) {
        let place = line.prefix(line.count - match.7.count - 1)
        guard match.1 == family?.name, help == nil, let value = Double(match.7),
          samples.updateValue(value, forKey: String(place)) == nil
        else { throw Broken(line: line) }
      } else {
        throw Broken(line: line)
      }
    }
    let abbreviations = samples.keys.filter { $0.contains(/_(ms|kb|mb|count|sum|bucket)(\{|$)/) }
    guard abbreviations.isEmpty, help == nil else { throw Broken(line: "a name") }
  }
}
