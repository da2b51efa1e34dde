import ArchiveKit
import Foundation
import SampleNetwork
import TestKit
import Testing

/// What puts the program to work: the line of cron, `scripts/install`, the manual pages.
@Suite(.bounded) struct InstallTests {
  /// Runs a program to its end.
  private static func run(_ words: [String], in folder: String) async throws -> Ending {
    try await Program.running([], command: words, in: folder) { try await $0.ending }
  }

  /// cron runs it with hardly a variable, in no folder of the archive.
  @Test func theCrontabLineOfTheReadmeMirrors() async throws {
    try await withTemporaryFolder { home in
      try await SampleServer.withRunning(try MirrorTests.network()) { base, _ in
        let readme = try String(
          contentsOf: projectFolder.appending(path: "README.md"), encoding: .utf8)
        let line = try #require(readme.firstMatch(of: /\d+ \d+ \* \* \* (.*)/)?.output.1)
        let command = line.replacing("/home/me/.local/bin/modexport", with: Program.path)
          .replacing("/home/me", with: home)
        #expect(!command.contains("%"))
        let words = ["env", "-i", "MODEXPORT_API_URL=\(base)", "MODEXPORT_RATE=1000"]
        let night = try await Self.run(words + ["/bin/sh", "-c", "cd / && \(command)"], in: home)
        #expect((night.code, night.output, night.messages) == (0, "", ""))
      }
      try ArchiveFile("\(home)/modexport.sqlite").expectProven()
      #expect(FileManager.default.fileExists(atPath: "\(home)/Exports/latest/index.html"))
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
        "man/man1/modexport.1", "zsh/site-functions/_modexport",
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
