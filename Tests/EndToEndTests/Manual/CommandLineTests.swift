import ArchiveKit
import Foundation
import SampleNetwork
import TestKit
import Testing

/// Every command line of the README, the manual, help and the manual pages, run on the archive of the sample network.
@Suite(.bounded) struct CommandLineTests {
  /// By their beginnings, and why.
  static let notRun = [
    "scripts/": "builds, measures or packages the project; other tests run these scripts",
    "sudo apt install": "changes the system",
    "sudo systemctl": "changes the system",
    "sudo install": "changes the system",
    "sudo editor": "waits for a person",
    "journalctl": "needs systemd",
    "modexport backfill": "needs a dump of a wiki; Tests/Readers reads some",
    "modexport scope --move": "needs a forum that moved; MovedForumTests has one",
  ]

  /// Lines that do not end with 0, by their beginnings. The archive was made today, so it has no roster of an
  /// earlier date to compare with, and the head of an example is that of no archive.
  static let endings: [String: Int32] = [
    "modexport changes --net": 3, "modexport verify --head": 1,
    // The archive was read once, just before: nobody looked at any earlier time.
    "modexport changes --since": 3,
    "modexport list math --as-of 2019": 3, "modexport list math --as-of 2026-06 ": 3,
    "modexport list cooking --as-of 2019": 3,
    "modexport search patricia --site cooking --former": 3,
  ]

  /// Lines that end when they are stopped.
  private static func isEndless(_ line: String) -> Bool {
    line.contains("--follow") || line.contains("modexport-sample serve") && !line.contains("mirror")
  }

  @Test func everyCommandLineWorks() async throws {
    let lines = try CommandLines().all
    let isRun = { (line: CommandLines.Line) in
      !Self.notRun.keys.contains(where: line.text.hasPrefix)
    }
    #expect(lines.count(where: isRun) > 80)
    for start in Self.notRun.keys {
      #expect(lines.contains { $0.text.hasPrefix(start) }, "no line begins with \(start)")
    }
    try await withTemporaryFolder { root in
      // Nobody listens there any more when a line serves the sample network.
      let port = try await SampleServer.withRunning { base, _ in
        try #require(URL(string: base)?.port)
      }
      let (forums, wikis) = Self.otherServers
      try await SampleServer.withRunning(SampleConfiguration(siteLimit: 120, limits: .off)) {
        base, _ in
        try await SampleListener.withRunning({ forums.respond(to: $0, at: $1) }) { forum in
          try await SampleListener.withRunning({ wikis.respond(to: $0, at: $1) }) { farm in
            let place = try await CommandLinePlace(
              root: root, api: base, port: port, forum: "\(forum)/forum/cooking",
              wiki: "\(farm)/cookingwiki/w/api.php")
            let texts = Set(lines.map(\.text)).sorted()
            // Those that wait for their time run beside the others.
            async let waiting: Void = Self.check(texts.filter(Self.isEndless), in: place)
            try await Self.check(texts.filter { !Self.isEndless($0) }, in: place)
            try await waiting
          }
        }
      }
    }
  }

  /// Small networks of the other kinds.
  private static var otherServers: (SampleForums, SampleWikis) {
    let network = SampleConfiguration(siteLimit: 12)
    return (
      SampleForums(ForumConfiguration(network: network, perMinute: nil, perTenSeconds: nil)),
      SampleWikis(
        WikiConfiguration(network: network, perMinute: nil, requiresContact: false))
    )
  }

  private static func check(_ lines: [String], in place: CommandLinePlace) async throws {
    for line in lines {
      if notRun.keys.contains(where: line.hasPrefix) {
        let ending = try await place.run("set -n\n\(line)")
        #expect(ending.code == 0, "\(line): \(ending.messages)")
      } else if isEndless(line) {
        let ending = try await place.run(line, atMost: 2)
        #expect(
          ending.code == 124 && !ending.messages.contains("Error"), "\(line): \(ending.messages)")
      } else {
        let ending = try await place.run(line)
        let code = endings.first { line.hasPrefix($0.key) }?.value ?? 0
        #expect(ending.code == code, "\(line): \(ending.messages)")
      }
    }
  }

  @Test func linesAreFoundInPages() {
    let page = "a\n```console\n$ x \\\n  y    # z\nout\n$ w\n```\n```\n$ n\n```\n"
    #expect(CommandLines.prompts(in: page) == ["x    y    # z", "w"])
    let help =
      "Text:\n\nExamples:\n  Do b and c:\n    b\n    c\n  Do d:\n    d\n\nExit codes:\n  3: e\n"
    #expect(CommandLines.examples(in: help) == ["b\nc", "d"])
  }
}

/// Folders in which command lines run as if they were those of a machine: what a line names below `/etc`, `/mnt`,
/// `/srv` and `/var` is below a folder of the test.
struct CommandLinePlace: Sendable {
  private let root: String
  private let api: String
  private let port: Int
  /// The addresses that stand for those of the examples.
  private let forum: String
  private let wiki: String
  /// What `changes` printed as the newest cursor.
  private let cursor: String
  private let today: String

  /// Mirrors the sample network.
  ///
  /// - Parameters:
  ///   - root: An empty folder.
  ///   - port: One at which nobody listens.
  ///   - forum: The address of a forum.
  ///   - wiki: The address of the `api.php` of a wiki, which also has the list of its farm.
  /// - Throws: Where the archive cannot be made.
  init(root: String, api: String, port: Int, forum: String, wiki: String) async throws {
    (self.root, self.api, self.port) = (root, api, port)
    (self.forum, self.wiki) = (forum, wiki)
    today = String(Date().ISO8601Format().prefix(10))
    for folder in [
      "bin", "etc/modexport", "mnt/copies", "mnt/backup", "srv/www", "var/lib/modexport",
      "var/lib/node_exporter", "work/Exports",
    ] {
      try FileManager.default.createDirectory(
        atPath: "\(root)/\(folder)", withIntermediateDirectories: true)
    }
    let ending = try await Program.run(Program.sync(api), in: "\(root)/work")
    try #require(ending.code == 0)
    let changes = try await Program.run(
      ["changes", "--after", "0", "--archive", ArchiveFile.name], in: "\(root)/work")
    cursor = try #require(changes.messages.firstMatch(of: /[0-9a-f]{8}-[0-9]+/)).output.description
    try FileManager.default.moveItem(
      atPath: "\(root)/work/\(ArchiveFile.name)", toPath: "\(root)/work/\(Self.archive)")
    try fill()
    let deposit = ["report", "--deposit", "deposit.json", "--output", "deposit-2026"]
    let made = try await Program.run(
      deposit + ["--archive", Self.archive], in: "\(root)/work")
    try #require(made.code == 0)
  }

  /// Its usual name.
  private static let archive = "modexport.sqlite"

  /// The files that lines read, and stand-ins for programs that would change this machine.
  private func fill() throws {
    let archive = "\(root)/work/\(Self.archive)"
    for copy in [
      "mnt/backup/modexport.sqlite", "var/lib/modexport/modexport.sqlite",
      "work/Exports/demo.sqlite", "work/one.sqlite", "work/two.sqlite", "work/other.sqlite",
      "mnt/copies/restored.sqlite",
    ] {
      try FileManager.default.copyItem(atPath: archive, toPath: "\(root)/\(copy)")
    }
    try write("sample-key\n", ".modexport-key", mode: 0o600)
    try write(
      #"{"title": "A", "creators": [{"name": "B"}], "license": "CC-BY-SA-4.0", "publisher": "C"}"#,
      "work/deposit.json")
    try write("system:sample-key\n", ".modexport-forum-key", mode: 0o600)
    try program("sudo", #"[[ $1 == -u ]] && shift 2; exec "$@""#)
    for name in ["systemctl", "mail"] { try program(name, "cat >/dev/null") }
    // Of exports; Tests/Readers runs these programs themselves.
    for name in ["psql", "duckdb", "datasette"] { try program(name, "cat >/dev/null") }
    for name in ["jq", "sqlite3"]
    where !FileManager.default.isExecutableFile(atPath: "/usr/bin/\(name)") {
      try program(name, "cat >/dev/null")
    }
  }

  private func program(_ name: String, _ script: String) throws {
    try write("#!/bin/bash\n\(script)\n", "bin/\(name)", mode: 0o755)
  }

  private func write(_ text: String, _ path: String, mode: Int = 0o644) throws {
    let file = "\(root)/\(path)"
    try Data(below(text).utf8).write(to: URL(filePath: file))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
  }

  /// A text in which folders of the machine are folders of the test.
  private func below(_ text: String) -> String {
    text.replacing(/(^|[\s"'=])\/(etc|mnt|srv|var)\//.anchorsMatchLineEndings()) { match in
      "\(match.1)\(root)/\(match.2)/"
    }
  }

  /// Runs a line in a folder with a copy of the archive, as a shell does.
  ///
  /// - Parameter seconds: After which a line that does not end is stopped as Ctrl-C does; its code is then 124.
  func run(_ line: String, atMost seconds: Int? = nil) async throws -> Ending {
    let folder = "\(root)/\(UUID().uuidString)"
    try FileManager.default.copyItem(atPath: "\(root)/work", toPath: folder)
    let programs = URL(filePath: Program.path).deletingLastPathComponent().path
    var text = below(line).replacing("8200", with: "\(port)").replacing("2026-06-30", with: today)
      .replacing(/\b[0-9a-f]{8}-412\b/, with: cursor)
      .replacing("https://forum.example.org", with: forum)
      .replacing("https://wiki.example.org/w/api.php", with: wiki)
      .replacing("--network wikimedia", with: "--network wikimedia --api-url \(wiki)")
    if seconds != nil, text.contains("modexport-sample serve"), !text.contains("--port") {
      text += " --port 0"
    }
    let environment = [
      "env", "PATH=\(root)/bin:\(programs):/usr/bin:/bin", "HOME=\(root)",
      "MODEXPORT_API_URL=\(api)", "MODEXPORT_RATE=25", "MODEXPORT_RETRY_DELAY=200ms",
      "MODEXPORT_RECHECK_AFTER=0s",
    ]
    let limit = seconds.map { ["timeout", "--signal=INT", "\($0)"] } ?? []
    let script = "set -o pipefail\ntrap 'kill $(jobs -p) 2>/dev/null' EXIT\n\(text)"
    return try await Program.running(
      ["-c", script], command: environment + limit + ["bash"], in: folder
    ) { try await $0.ending }
  }
}
