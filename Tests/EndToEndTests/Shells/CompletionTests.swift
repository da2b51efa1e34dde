import Archive
import ArchiveKit
import Foundation
import SampleNetwork
import TestKit
import Testing

/// The completion scripts, in the shells that they are for.
@Suite(.bounded) struct CompletionTests {
  enum Shell: String, CaseIterable {
    case bash, zsh, fish

    var isInstalled: Bool {
      FileManager.default.isExecutableFile(atPath: "/usr/bin/\(rawValue)")
        || FileManager.default.isExecutableFile(atPath: "/bin/\(rawValue)")
    }
  }

  struct Line: Sendable, CustomTestStringConvertible {
    var typed: String
    /// The line after a tab, where there is one choice.
    var completed: String
    var testDescription: String { typed }
  }

  static let lines = [
    Line(typed: "modexport statu", completed: "modexport status "),
    Line(typed: "modexport hel", completed: "modexport help "),
    Line(typed: "modexport list cooking.m", completed: "modexport list cooking.meta "),
    Line(typed: "modexport verify --csv superus", completed: "modexport verify --csv superuser "),
    Line(
      typed: "modexport search x --site serverf",
      completed: "modexport search x --site serverfault "),
    Line(typed: "modexport changes --kind join", completed: "modexport changes --kind joined "),
  ]

  /// Each shell that is installed; bash is on every machine.
  @Test(arguments: Shell.allCases.filter(\.isInstalled))
  func aTabCompletesSitesAndWords(shell: Shell) async throws {
    try await withTemporaryFolder { folder in
      try await SampleServer.withRunning(SampleConfiguration(siteLimit: 12)) { base, _ in
        let ending = try await Program.run(Program.sync(base), in: folder)
        #expect(ending.code == 0)
      }
      let driver = try await Self.driver(of: shell, in: folder)
      for line in Self.lines {
        let (typed, completed) = (line.typed, line.completed)
        // bash prints only words; the others print the whole line.
        let expected =
          shell == .bash ? completed.split(separator: " ").last.map(String.init) : completed
        let ending = try await Program.running(
          [shell.rawValue, "completions", typed],
          command: Self.environment(in: folder) + driver, in: folder
        ) { try await $0.ending }
        let output = ending.output.split(separator: "\n").map(String.init)
        #expect(output == [expected], "\(typed)")
        #expect(ending.messages == "", "\(typed)")
      }
    }
  }

  @Test func aTabCompletesFaultsOfTheSampleProgram() async throws {
    try await withTemporaryFolder { folder in
      let driver = try await Self.driver(
        of: .bash, for: "modexport-sample", at: Program.samplePath, in: folder)
      let ending = try await Program.running(
        ["bash", "completions", "modexport-sample serve --fault very"],
        command: Self.environment(in: folder) + driver, in: folder
      ) { try await $0.ending }
      #expect(ending.output == "very-bad-network\n" && ending.messages == "")
    }
  }

  /// bash expands the words that it is offered, and an id is what an API says, or whoever made the archive.
  @Test(arguments: Shell.allCases.filter(\.isInstalled))
  func anIdOfTheArchiveIsNeverRun(shell: Shell) async throws {
    try await withTemporaryFolder { folder in
      try await SampleServer.withRunning(SampleConfiguration(siteLimit: 12)) { base, _ in
        let ending = try await Program.run(Program.sync(base), in: folder)
        #expect(ending.code == 0)
      }
      for (id, name) in [
        ("$(touch${IFS}ran1)", "cooking"), ("`touch${IFS}ran2`", "gaming"),
        ("a;touch ran3", "math"),
      ] {
        try ArchiveFile(in: folder).execute(
          "UPDATE site SET parameter = '\(id)' WHERE parameter = '\(name)'")
      }
      let driver = try await Self.driver(of: shell, in: folder)
      for typed in ["modexport list ", "modexport list superus"] {
        let ending = try await Program.running(
          [shell.rawValue, "completions", typed],
          command: Self.environment(in: folder) + driver, in: folder
        ) { try await $0.ending }
        #expect(!typed.hasSuffix("us") || ending.output.contains("superuser"), "\(typed)")
        #expect(!ending.output.contains("touch"))
      }
      let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(!files.contains { $0.hasPrefix("ran") })
    }
  }

  @Test func whereThereIsNoArchiveNothingIsSaidOrMade() async throws {
    try await withTemporaryFolder { folder in
      try ArchiveDatabase.open(at: "\(folder)/old.sqlite", for: .writing).close()
      try ArchiveFile("\(folder)/old.sqlite").execute("PRAGMA user_version = 1")
      let archive = FileManager.default.contents(atPath: "\(folder)/old.sqlite")
      try Data("no archive".utf8).write(to: URL(filePath: "\(folder)/text.sqlite"))
      let before = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      for file in ["none.sqlite", "old.sqlite", "text.sqlite"] {
        for (command, word) in [("list", "coo"), ("scope", "coo")] {
          let ending = try await Program.run(
            ["---completion", command, "--", "positional@0", "2", "\(word.count)"]
              + ["modexport", command, word],
            in: folder, environment: ["MODEXPORT_ARCHIVE": file])
          #expect(ending.code == 0 && ending.messages == "", "\(file) \(ending.messages)")
          #expect(
            ending.output.split(separator: "\n").filter { !["all", "meta"].contains($0) } == [])
        }
      }
      // SQLite makes the files of the log where they are missing.
      let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { name in
        ![".out", ".err", "-wal", "-shm"].contains(where: name.hasSuffix)
      }
      #expect(files.sorted() == before)
      #expect(FileManager.default.contents(atPath: "\(folder)/old.sqlite") == archive)
    }
  }

  private static func environment(in folder: String) -> [String] {
    let programs = URL(filePath: Program.path).deletingLastPathComponent().path
    return [
      "env", "PATH=\(programs):/usr/bin:/bin", "HOME=\(folder)",
      "MODEXPORT_ARCHIVE=\(ArchiveFile.name)",
    ]
  }

  /// Writes the script of a shell to `completions`, and what types a line into the shell.
  private static func driver(
    of shell: Shell, for name: String = "modexport", at path: String = Program.path,
    in folder: String
  ) async throws -> [String] {
    let script = try await Program.run(
      ["--generate-completion-script", shell.rawValue], command: [path], in: folder)
    #expect(script.code == 0)
    try Data(script.output.utf8).write(to: URL(filePath: "\(folder)/completions"))
    try Data((shell == .bash ? words(of: name) : terminal).utf8).write(
      to: URL(filePath: "\(folder)/driver"))
    return shell == .bash ? ["bash", "driver"] : ["zsh", "-f", "driver"]
  }

  /// Asks the function of bash, as readline does.
  private static func words(of name: String) -> String {
    """
    program=\(name)

    """ + words
  }

  private static let words = #"""
    source "$2"
    COMP_LINE=$3 COMP_POINT=${#3}
    read -ra COMP_WORDS <<<"$3"
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    "_$program" "$program" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
    ((${#COMPREPLY[@]} == 0)) || printf '%s\n' "${COMPREPLY[@]}"
    """#

  /// Types a line and a tab into an interactive shell on a terminal of its own, and prints the line as it is
  /// then.
  private static let terminal = #"""
    zmodload zsh/zpty
    case $1 in
      zsh)
        zpty t env TERM=xterm zsh -f -i
        zpty -w t "PS1=; unsetopt zle_bracketed_paste; autoload -Uz compinit; compinit -D -u; source $2"
        zpty -w t "shown() { print -rn -- '<'; print -r -- \"<\$BUFFER>>\" }; zle -N shown; bindkey '^Xs' shown"
        zpty -w -n t "$3"$'\t\x18s'
        ;;
      fish)
        zpty t env TERM=xterm fish --no-config -i
        zpty -w t "source $2; function shown; printf '\n<'; printf '<%s>>\n' (commandline); end; bind \cx shown"
        zpty -w -n t "$3"$'\t\x18'
        ;;
    esac
    text=
    while [[ $text != *'<<'*'>>'* ]] && zpty -r t chunk; do text+=$chunk; done
    [[ $text =~ '<<([^>]*)>>' ]] && print -r -- "$match[1]"
    zpty -d t
    """#
}
