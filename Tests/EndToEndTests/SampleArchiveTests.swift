import ArchiveKit
import Foundation
import Roster
import SampleNetwork
import TestKit
import Testing

/// `modexport-sample archive`: years of history that the real sync has read.
@Suite(.bounded) struct SampleArchiveTests {
  private static let small = [
    "archive", ArchiveFile.name, "--sites", "3", "--days", "720", "--every", "240",
    "--until",
    "2026-06-30",
  ]
  private static let views = [
    "sites", "moderators", "former_moderators", "tenures", "observations", "people", "changes",
    "walks", "pages", "runs",
  ]

  /// All rows of the views.
  private static func rows(in folder: String) async throws -> [String] {
    var rows: [String] = []
    for view in views {
      // The hash of a page is made with random salts.
      let columns =
        view == "pages"
        ? "walk_id, role, reading, page, position, item_count, has_more, total, fetched_at" : "*"
      let ending = try await Program.run(
        ["sql", "SELECT \(columns) FROM \(view)", "--csv", "--archive", ArchiveFile.name],
        in: folder)
      #expect(
        ending.code == 0 && ending.output.split(whereSeparator: \.isNewline).count > 1, "\(view)")
      rows.append(ending.output)
    }
    return rows
  }

  /// Makes an archive.
  private static func made(_ arguments: [String], in folder: String) async throws -> Ending {
    try await Program.run(arguments, command: [Program.samplePath], in: folder)
  }

  private static func run(_ arguments: String..., in folder: String) async throws -> Ending {
    try await Program.run(arguments + ["--archive", ArchiveFile.name], in: folder)
  }

  @Test func theHistoryIsThatOfTheNetworkAndProven() async throws {
    try await withTemporaryFolder { folder in
      let made = try await Self.made(Self.small, in: folder)
      #expect(made.code == 0, "\(made.messages)")
      let world = SampleWorld(siteLimit: 3)
      let changes = world.changes(seenOn: [0, 240, 480, 720])
      let moderators = world.on(day: 720).sites.map {
        world.on(day: 720).roster(of: $0.site.id).count
      }
      #expect(
        made.output.hasPrefix(
          "4 readings of 3 sites, 2024-07-10 to 2026-06-30: made-up sites and people\n"
            + "\(moderators.reduce(0, +)) moderators, \(changes.count) changes: "))
      let archive = ArchiveFile(in: folder)
      for kind in Change.Kind.ofModerators {
        let expected = changes.count { $0.kind == kind }
        #expect(expected > 0)
        #expect(
          try archive.count("SELECT count(*) FROM changes WHERE kind = '\(kind.rawValue)'")
            == expected, "\(kind)")
      }
      #expect(try archive.count("SELECT count(DISTINCT observed_at) FROM changes") >= 3)
      // Nobody is a moderator before the account exists.
      #expect(
        try archive.count("SELECT count(*) FROM moderators WHERE member_since > first_seen") == 0)
      let verified = try await Self.run("verify", in: folder)
      #expect(verified.code == 0, "\(verified.output)\(verified.messages)")
    }
  }

  @Test func theSameNumbersGiveTheSameRows() async throws {
    try await withTemporaryFolder { folder in
      var all: [[String]] = []
      for (place, seed) in [("a", "7"), ("b", "7"), ("c", "8")] {
        let own = "\(folder)/\(place)"
        try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
        let made = try await Self.made(Self.small + ["--seed", seed], in: own)
        #expect(made.code == 0)
        all.append(try await Self.rows(in: own))
      }
      #expect(all[0] == all[1])
      #expect(all[0] != all[2])
    }
  }

  @Test func itSaysThatItIsMadeUp() async throws {
    try await withTemporaryFolder { folder in
      let words = "the sample network (seed 5), whose sites and people are made up"
      _ = try await Self.made(Self.small + ["--seed", "5"], in: folder)
      let status = try await Self.run("status", in: folder)
      #expect(status.output.contains("\nsource    \(words)\n"))
      let document = try await Self.run("status", "--json", in: folder)
      let object = try JSONSerialization.jsonObject(with: Data(document.output.utf8))
      #expect(
        (object as? [String: Any])?["sources"] as? [String] == ["the sample network (seed 5)"])
      let report = try await Self.run("report", "--output", "out", in: folder)
      #expect(report.code == 0)
      for page in [
        "index.html", "people.html", "changes.html", "sites/stackoverflow.html", "datapackage.json",
      ] {
        let text = try String(contentsOfFile: "\(folder)/out/\(page)", encoding: .utf8)
        #expect(text.contains(words), "\(page)")
        #expect(!text.contains("127.0.0.1"), "\(page)")
      }
    }
  }

  /// A sync of the same network goes on where the history ends; one of another network is refused.
  @Test func theNextDayCanBeMirroredOnTop() async throws {
    try await withTemporaryFolder { folder in
      let made = try await Self.made(Self.small, in: folder)
      #expect(
        made.messages
          == "To go on, serve the day after the latest reading, and mirror it into the archive:\n"
          + "  modexport-sample serve --seed 1 --day 721 --sites 3\n")
      let other = SampleConfiguration(seed: 2, day: 721, siteLimit: 3, limits: .off)
      try await SampleServer.withRunning(other) { base, _ in
        let ending = try await Program.run(Program.sync(base), in: folder)
        #expect(ending.code == 64 && ending.messages.contains("(seed 1)"), "\(ending.messages)")
      }
      let next = SampleConfiguration(day: 721, siteLimit: 3, limits: .off)
      try await SampleServer.withRunning(next) { base, _ in
        let ending = try await Program.run(Program.sync(base), in: folder)
        #expect(ending.code == 0, "\(ending.messages)")
        let changes = SampleWorld(siteLimit: 3).changes(fromDay: 720, toDay: 721)
        #expect(try ending.summary.changes.values.reduce(0, +) == changes.count)
      }
    }
  }

  @Test func whatExistsIsNotTouched() async throws {
    try await withTemporaryFolder { folder in
      let path = ArchiveFile(in: folder).path
      try Data("notes".utf8).write(to: URL(filePath: path))
      let ending = try await Self.made(Self.small, in: folder)
      #expect(ending.code == 73 && ending.messages.contains("exists already"))
      #expect(FileManager.default.contents(atPath: path) == Data("notes".utf8))
      let nowhere = try await Self.made(["archive", "/proc/no/a.sqlite"], in: folder)
      #expect(nowhere.code == 73)
      let late = try await Self.made(
        ["archive", "b", "--until", "9999-01-01"], in: folder)
      #expect(late.code == 64 && late.messages.contains("--until is too late"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).contains("b") == false)
    }
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func whenStoppedNothingIsLeft(signal: Int32) async throws {
    try await withTemporaryFolder { folder in
      let archive = ArchiveFile(in: folder)
      let years = ["archive", ArchiveFile.name, "--days", "3650", "--every", "1"]
      try await Program.running(years, command: [Program.samplePath], in: folder) { program in
        try await waitUntil {
          FileManager.default.fileExists(atPath: archive.path + "-wal") || !program.isRunning
        }
        program.send(signal)
        let ending = try await program.ending
        #expect(ending.code == 128 + signal, "\(ending.messages)")
        #expect(ending.messages == "Error: Stopped; no archive was made.\n")
        let left = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(left.filter { $0.hasPrefix(ArchiveFile.name) } == [])
      }
    }
  }
}
