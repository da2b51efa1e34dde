import ArchiveKit
import Foundation
import Roster
import Synchronization
import TestKit
import Testing

@testable import ModExportCommands

/// `changes --exec`, with a real shell.
@Suite(.timeLimit(.minutes(5))) struct ExecTests {
  /// A sample archive, the cursor file beside it, and what commands append to `$OUT`.
  private struct Place: Sendable {
    var archive: String
    var cursor: String { archive + ".cursor" }
    var output: String { archive + ".out" }

    var taken: [String] {
      get throws {
        guard FileManager.default.fileExists(atPath: output) else { return [] }
        return try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n").map(
          String.init)
      }
    }

    /// The ids of the changes that commands have taken.
    var ids: [Int] {
      get throws {
        try taken.compactMap {
          if case .number(let id) = try JSONDecoder().decode(JSON.self, from: Data($0.utf8))["id"] {
            id
          } else {
            nil
          }
        }
      }
    }

    /// Without the mark of the archive.
    var position: String? {
      get throws {
        guard FileManager.default.fileExists(atPath: cursor) else { return nil }
        let text = try String(contentsOfFile: cursor, encoding: .utf8)
        return text.replacing("\(try mark(of: archive))-", with: "MARK-")
      }
    }

    /// Publishes a roster of Mathematics as a later run does.
    func publish(_ roster: [Moderator]) throws {
      let maker = try ArchiveMaker(reopening: archive, at: .november(19))
      try maker.publish(roster, site: "math", at: .november(19))
      try maker.finish(at: .november(19))
    }

    func run(_ command: String, _ more: String...) async throws -> CommandResult {
      let result = await modexport(
        ["changes", "--exec", command, "--cursor", cursor] + more, archive: archive,
        environment: ["PATH": "/usr/bin:/bin", "OUT": output])
      let message = result.message.replacing("\(try mark(of: archive))-", with: "MARK-")
        .replacing(cursor, with: "CURSOR")
      return CommandResult(code: result.code, output: result.output, message: message)
    }
  }

  private func withPlace(_ body: (Place) async throws -> Void) async throws {
    // As the program does: some commands do not read their stdin.
    System.ignoreBrokenPipes()
    try await withSample { try await body(Place(archive: $0)) }
  }

  private static let take = #"cat >> "$OUT""#

  @Test func eachChangeComesOnceAndInOrder() async throws {
    try await withPlace { place in
      let first = try await place.run(Self.take, "--after", "0")
      #expect(first.code == 0 && first.output.isEmpty)
      #expect(first.message == "The cursor file 'CURSOR' is new: it begins after MARK-0.\n")
      let all = try await sample("changes", "--json", "--after", "0")
      let objects = try JSONDecoder().decode([JSON].self, from: Data(all.output.utf8))
      let taken = try place.taken.map { try JSONDecoder().decode(JSON.self, from: Data($0.utf8)) }
      #expect(taken == objects && taken.count == 6)
      #expect(try place.position == "MARK-6\n")
      // --after is for a new file only, so that a cron line need not change.
      let again = try await place.run(Self.take, "--after", "0")
      #expect(again.code == 0 && again.message.isEmpty)
      #expect(try place.ids == [1, 2, 3, 4, 5, 6])
      try place.publish([SampleArchive.community, SampleArchive.sue])
      #expect(try await place.run(Self.take).code == 0)
      #expect(try place.ids.prefix(6) == [1, 2, 3, 4, 5, 6])
      #expect(try place.ids.dropFirst(6) == [7, 8, 9])
    }
  }

  @Test func aNewFileBeginsNow() async throws {
    try await withPlace { place in
      let first = try await place.run(Self.take)
      #expect(first.code == 0)
      #expect(
        first.message
          == "The cursor file 'CURSOR' is new: it begins after MARK-6; --after 0 begins with the oldest "
          + "change.\n")
      #expect(try place.taken.isEmpty && place.position == "MARK-6\n")
      try place.publish([SampleArchive.community, SampleArchive.sue])
      #expect(try await place.run(Self.take).message.isEmpty)
      #expect(try place.ids == [7, 8, 9])
    }
  }

  @Test(arguments: [
    (["--kind", "left"], "left"), (["--site", "math"], "math"), (["--site", "cooking"], "cooking"),
  ])
  func filtersApply(arguments: [String], word: String) async throws {
    try await withPlace { place in
      let result = await modexport(
        ["changes", "--exec", Self.take, "--cursor", place.cursor, "--after", "0"] + arguments,
        archive: place.archive, environment: ["PATH": "/usr/bin:/bin", "OUT": place.output])
      #expect(result.code == 0)
      let listed = await modexport(
        ["changes", "--json", "--after", "0"] + arguments, archive: place.archive)
      let objects = try JSONDecoder().decode([JSON].self, from: Data(listed.output.utf8))
      #expect(try place.taken.count == objects.count)
      #expect(try place.taken.allSatisfy { $0.contains(word) })
    }
  }

  @Test(arguments: [
    ("exit 7", "exited with 7"), ("kill -9 $$", "was ended by signal 9"),
    ("exec no-such-program-anywhere 2>/dev/null", "exited with 127"),
  ])
  func aFailingCommandKeepsItsChange(failure: String, how: String) async throws {
    try await withPlace { place in
      let command =
        #"read -r line; case $line in *'"id":3,'*) \#(failure);; esac; printf '%s\n' "$line" >> "$OUT""#
      for call in 1...2 {
        let result = try await place.run(call == 1 ? command : failure, "--after", "0", "-q")
        #expect(result.code == 1)
        #expect(
          result.message
            == "Error: The command \(how) at the change MARK-3: the next call begins with that change again.\n"
        )
        #expect(try place.position == "MARK-2\n")
      }
      #expect(try place.ids == [1, 2])
      #expect(try await place.run(Self.take).code == 0)
      #expect(try place.ids == [1, 2, 3, 4, 5, 6])
    }
  }

  @Test(arguments: [
    ("nonsense", "does not fit this archive"), ("00000000-3", "does not fit this archive"),
    ("7", "does not fit this archive"), ("", "contains no cursor"), ("1 2", "contains no cursor"),
    ("-1", "does not fit this archive"),
    (String(repeating: "9", count: 2_000), "contains no cursor"),
    ("\0", "does not fit this archive"),
  ])
  func aFileThatDoesNotFitIsLeftAlone(text: String, words: String) async throws {
    try await withPlace { place in
      try Data(text.utf8).write(to: URL(filePath: place.cursor))
      let result = try await place.run(Self.take)
      #expect(result.code == 64 && result.message.contains(words), "\(result.message)")
      #expect(result.message.contains("'CURSOR'"))
      #expect(try String(contentsOfFile: place.cursor, encoding: .utf8) == text)
      #expect(try place.taken.isEmpty)
    }
  }

  /// As a user may write it; the mark comes with the first move.
  @Test func aBareNumberIsACursor() async throws {
    try await withPlace { place in
      try Data("4".utf8).write(to: URL(filePath: place.cursor))
      #expect(try await place.run(Self.take).code == 0)
      #expect(try place.ids == [5, 6])
      #expect(try place.position == "MARK-6\n")
    }
  }

  @Test func aLinkStays() async throws {
    try await withPlace { place in
      let real = place.archive + ".real"
      try Data("5".utf8).write(to: URL(filePath: real))
      try FileManager.default.createSymbolicLink(atPath: place.cursor, withDestinationPath: real)
      #expect(try await place.run(Self.take).code == 0)
      #expect(try String(contentsOfFile: real, encoding: .utf8).hasSuffix("-6\n"))
      #expect(try place.position == "MARK-6\n")
    }
  }

  @Test func aFileInUseIsNotShared() async throws {
    try await withPlace { place in
      let file = try CursorFile(at: place.cursor, beside: place.archive)
      let result = try await place.run(Self.take)
      #expect(result.code == 75)
      #expect(
        result.message
          == "Error: The cursor file 'CURSOR' is used by another modexport: try again when it has finished.\n"
      )
      withExtendedLifetime(file) {}
    }
  }

  @Test func whatCannotBeWrittenIsKnownBeforeACommandRuns() async throws {
    try await withPlace { place in
      for (path, code) in [
        (place.archive + ".none/cursor", 73), ("/dev/null", 64),
        (URL(filePath: place.archive).deletingLastPathComponent().path, 64),
      ] as [(String, Int32)] {
        let result = await modexport(
          ["changes", "--exec", "touch '\(place.output)'", "--cursor", path, "--after", "0"],
          archive: place.archive, environment: ["PATH": "/usr/bin:/bin"])
        #expect(result.code == code, "\(result.message)")
        #expect(result.message.contains("'\(path)"))
      }
      #expect(!FileManager.default.fileExists(atPath: place.output))
    }
  }

  /// As where the disk fills up meanwhile: the change comes twice, and nothing is lost.
  @Test func aCursorThatCannotMoveStays() async throws {
    try await withPlace { place in
      let command = Self.take + #"; mkdir "${OUT%.out}.cursor.new""#
      let result = try await place.run(command, "--after", "0")
      #expect(result.code == 73)
      #expect(try place.position == "MARK-0\n")
      #expect(try place.ids == [1])
      try FileManager.default.removeItem(atPath: place.cursor + ".new")
      #expect(try await place.run(Self.take).code == 0)
      #expect(try place.ids == [1, 1, 2, 3, 4, 5, 6])
    }
  }

  @Test func followingTakesWhatIsPublished() async throws {
    try await withPlace { place in
      let (results, messages) = (CapturedStream(), CapturedStream())
      let steps = Mutex(0)
      let rosters = [[SampleArchive.community, SampleArchive.sue], [SampleArchive.community]]
      let console = Console(
        results: ResultStream(results), messages: MessageStream(messages),
        environment: [
          "MODEXPORT_ARCHIVE": place.archive, "PATH": "/usr/bin:/bin", "OUT": place.output,
        ],
        now: { .november(19) },
        sleep: { _ in
          let step = steps.withLock { steps in
            defer { steps += 1 }
            return steps
          }
          guard step < rosters.count else { throw CancellationError() }
          try place.publish(rosters[step])
        })
      let code = await run(
        ["changes", "--follow", "--exec", Self.take, "--cursor", place.cursor], on: console)
      #expect(code == 0)
      let (ids, position) = try (place.ids, place.position)
      #expect(ids == [7, 8, 9, 10])
      #expect(position == "MARK-10\n")
    }
  }

  @Test(arguments: [
    (["--exec", "true"], "Use --exec and --cursor together."),
    (["--cursor", "x"], "Use --exec and --cursor together."),
    (["--exec", " ", "--cursor", "x"], "--exec needs a command."),
    (["--exec", "true", "--cursor", ""], "--cursor needs a file."),
    (
      ["--exec", "true", "--cursor", "x", "--json"], "Use --exec without --json."
    ),
    (
      ["--exec", "true", "--cursor", "x", "--atom"], "Use --exec without --atom."
    ),
    (["--exec", "true", "--cursor", "x", "--limit", "3"], "Use --exec or --limit, not both."),
    (["--exec", "true", "--cursor", "x", "--today"], "Use --exec or --today, not both."),
    (
      ["--exec", "true", "--cursor", "x", "--since", "2026-11-01"],
      "Use --exec or --since, not both."
    ),
  ])
  func whatDoesNotGoTogetherIsRefused(arguments: [String], sentence: String) async throws {
    let result = try await withSample { await modexport(["changes"] + arguments, archive: $0) }
    #expect(result.code == 64)
    #expect(result.message.split(separator: "\n").first == "Error: \(sentence)")
  }
}
