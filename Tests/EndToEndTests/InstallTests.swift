import ArchiveKit
import Foundation
import SampleNetwork
import TestKit
import Testing

/// What puts the program to work: `schedule`, `scripts/install`, the manual pages.
@Suite(.bounded) struct InstallTests {
  /// Runs a program to its end.
  private static func run(_ words: [String], in folder: String) async throws -> Ending {
    try await Program.running([], command: words, in: folder) { try await $0.ending }
  }

  /// The command of a crontab line, as cron passes it to the shell.
  private static func command(ofLine line: String) -> String {
    let parts = line.split(separator: " ", maxSplits: 5)
    return parts[5].trimmingCharacters(in: .newlines).replacing(#"\%"#, with: "%")
  }

  @Test func theLineOfCronMirrorsFromAnyFolder() async throws {
    try await withTemporaryFolder { folder in
      let home = "\(folder)/it's 100% of $HOME"
      try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
      try await SampleServer.withRunning(try MirrorTests.network()) { base, _ in
        let variables = [
          "MODEXPORT_ARCHIVE": "a;b.sqlite", "MODEXPORT_API_URL": base, "MODEXPORT_RATE": "1000",
        ]
        let printed = try await Program.run(
          ["schedule", "--print", "cron"], in: home, environment: variables)
        #expect(printed.code == 0)
        #expect(printed.output.split(separator: "\n").count == 1)
        let command = "cd / && \(Self.command(ofLine: printed.output))"
        let night = try await Self.run(["env", "-i", "/bin/sh", "-c", command], in: folder)
        #expect((night.code, night.output, night.messages) == (0, "", ""))
      }
      try ArchiveFile("\(home)/a;b.sqlite").expectProven()
      #expect(FileManager.default.fileExists(atPath: "\(home)/Exports/latest/index.html"))
    }
  }

  @Test func everyKeyStaysOutOfTheSchedule() async throws {
    try await withTemporaryFolder { folder in
      let variables = [
        "STACKEXCHANGE_KEY": "sample-secret", "MODEXPORT_PING": "https://hc.example.org/secret",
      ]
      for kind in ["cron", "systemd", "service", "timer"] {
        let printed = try await Program.run(
          ["schedule", "--print", kind], in: folder, environment: variables)
        #expect(printed.code == 0)
        #expect(!(printed.output + printed.messages).contains("secret\n"))
        #expect(!(printed.output + printed.messages).contains("sample-secret"))
        #expect(printed.messages.contains("$STACKEXCHANGE_KEY is secret"))
        #expect(printed.messages.contains("$MODEXPORT_PING is secret"))
      }
    }
  }

  @Test func whatIsInstalledIsRemovedAgain() async throws {
    try await withTemporaryFolder { folder in
      let prefix = "\(folder)/a prefix"
      let other = "\(prefix)/share/man/man1/other.1"
      try FileManager.default.createDirectory(
        atPath: "\(prefix)/share/man/man1", withIntermediateDirectories: true)
      try Data().write(to: URL(filePath: other))
      let script = projectFolder.appending(path: "scripts/install").path
      let arguments = [script, "--prefix", prefix]
      let install = try await Self.run(arguments + ["--program", Program.path], in: folder)
      #expect((install.code, install.messages) == (0, ""))
      let installed = try FileManager.default.subpathsOfDirectory(atPath: prefix)
      let version = try await Self.run(["\(prefix)/bin/modexport", "--version"], in: folder)
      #expect(version.code == 0)
      let help = try await Program.run(["--experimental-dump-help"], in: folder)
      for command in try Self.commands(in: help.output) where command != "help" {
        #expect(installed.contains("share/man/man1/modexport-\(command).1"))
      }
      for file in [
        "man/man1/modexport.1", "man/man5/modexport-config.5", "zsh/site-functions/_modexport",
        "bash-completion/completions/modexport", "fish/vendor_completions.d/modexport.fish",
      ] {
        #expect(installed.contains("share/\(file)"))
      }
      let uninstall = try await Self.run(arguments + ["--uninstall"], in: folder)
      #expect((uninstall.code, uninstall.messages) == (0, ""))
      let left = try FileManager.default.subpathsOfDirectory(atPath: prefix)
      #expect(Set(left) == ["share", "share/man", "share/man/man1", "share/man/man1/other.1"])
    }
  }

  private static func commands(in help: String) throws -> [String] {
    struct Help: Decodable {
      struct Command: Decodable {
        var commandName: String
        var subcommands: [Command]?
      }
      var command: Command
    }
    let help = try JSONDecoder().decode(Help.self, from: Data(help.utf8))
    return (help.command.subcommands ?? []).map(\.commandName)
  }
}
