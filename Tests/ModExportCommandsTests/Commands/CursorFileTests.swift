import ArchiveKit
import Foundation
import Roster
import Synchronization
import TestKit
import Testing

@testable import ModExportCommands

/// `changes --cursor FILE`.
struct CursorFileTests {
  /// A sample archive, and the cursor file beside it.
  private struct Place: Sendable {
    var archive: String
    var cursor: String { archive + ".cursor" }

    /// Without the mark of the archive.
    var position: String? {
      get throws {
        guard FileManager.default.fileExists(atPath: cursor) else { return nil }
        let text = try String(contentsOfFile: cursor, encoding: .utf8)
        return text.withoutChains.replacing("\(try mark(of: archive))-", with: "MARK-")
      }
    }

    /// Publishes a roster of Mathematics as a later run does.
    func publish(_ roster: [Moderator]) throws {
      let maker = try ArchiveMaker(reopening: archive, at: .november(19))
      try maker.publish(roster, site: "math", at: .november(19))
      try maker.finish(at: .november(19))
    }

    func run(_ more: String...) async throws -> CommandResult {
      let result = await modexport(
        ["changes", "--jsonl", "--cursor", cursor] + more, archive: archive)
      let message = result.message.withoutChains
        .replacing("\(try mark(of: archive))-", with: "MARK-")
        .replacing(cursor, with: "CURSOR")
      return CommandResult(code: result.code, output: result.output, message: message)
    }
  }

  private static func rows(_ lines: String) throws -> [JSON] {
    try lines.split(separator: "\n").map {
      try JSONDecoder().decode(JSON.self, from: Data($0.utf8))
    }
  }

  /// The ids of the changes in lines of JSON.
  private static func ids(_ lines: String) throws -> [Int] {
    try rows(lines).compactMap { if case .number(let id) = $0["id"] { id } else { nil } }
  }

  private func withPlace(_ body: (Place) async throws -> Void) async throws {
    try await withSample { try await body(Place(archive: $0)) }
  }

  @Test func eachChangeComesOnceAndInOrder() async throws {
    try await withPlace { place in
      let first = try await place.run("--after", "0")
      #expect(first.code == 0)
      #expect(first.message == "The cursor file 'CURSOR' is new: it begins after MARK-0.\n")
      let all = await modexport(["changes", "--json", "--after", "0"], archive: place.archive)
      let objects = try JSONDecoder().decode([JSON].self, from: Data(all.output.utf8))
      #expect(try Self.rows(first.output) == objects && objects.count == 6)
      #expect(try place.position == "MARK-6\n")
      // --after is for a new file only, so that a cron line need not change.
      let again = try await place.run("--after", "0")
      #expect(again.code == 0 && again.message.isEmpty && again.output.isEmpty)
      try place.publish([SampleArchive.community, SampleArchive.sue])
      #expect(try Self.ids(await place.run().output) == [7, 8, 9])
    }
  }

  /// With it a script that failed in the middle goes on after the last row that it finished.
  @Test func eachRowHasItsCursor() async throws {
    try await withPlace { place in
      let rows = try Self.rows(await place.run("--after", "0").output)
      guard case .text(let cursor)? = rows[3]["cursor"] else {
        Issue.record("\(rows[3]) has no cursor")
        return
      }
      let rest = await modexport(
        ["changes", "--jsonl", "--after", cursor], archive: place.archive)
      #expect(try Self.ids(rest.output) == [5, 6])
    }
  }

  @Test func aNewFileBeginsNow() async throws {
    try await withPlace { place in
      let first = try await place.run()
      #expect(first.code == 0 && first.output.isEmpty)
      #expect(
        first.message
          == "The cursor file 'CURSOR' is new: it begins after MARK-6; --after 0 begins with the oldest "
          + "change.\n")
      #expect(try place.position == "MARK-6\n")
      try place.publish([SampleArchive.community, SampleArchive.sue])
      let next = try await place.run()
      #expect(try next.message.isEmpty && Self.ids(next.output) == [7, 8, 9])
    }
  }

  @Test(arguments: [["--kind", "left"], ["--site", "math"], ["--site", "cooking"]])
  func filtersApply(arguments: [String]) async throws {
    try await withPlace { place in
      let result = await modexport(
        ["changes", "--jsonl", "--cursor", place.cursor, "--after", "0"] + arguments,
        archive: place.archive)
      let listed = await modexport(
        ["changes", "--jsonl", "--after", "0"] + arguments, archive: place.archive)
      #expect(result.code == 0 && result.output == listed.output)
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
      let result = try await place.run()
      #expect(result.code == 64 && result.message.contains(words), "\(result.message)")
      #expect(result.message.contains("'CURSOR'"))
      #expect(try String(contentsOfFile: place.cursor, encoding: .utf8) == text)
      #expect(result.output.isEmpty)
    }
  }

  /// As a user may write it; the mark comes with the first move.
  @Test func aBareNumberIsACursor() async throws {
    try await withPlace { place in
      try Data("4".utf8).write(to: URL(filePath: place.cursor))
      #expect(try Self.ids(await place.run().output) == [5, 6])
      #expect(try place.position == "MARK-6\n")
    }
  }

  @Test func aLinkStays() async throws {
    try await withPlace { place in
      let real = place.archive + ".real"
      try Data("5".utf8).write(to: URL(filePath: real))
      try FileManager.default.createSymbolicLink(atPath: place.cursor, withDestinationPath: real)
      #expect(try await place.run().code == 0)
      #expect(try String(contentsOfFile: real, encoding: .utf8).contains("-6-"))
      #expect(try place.position == "MARK-6\n")
    }
  }

  @Test func aFileInUseIsNotShared() async throws {
    try await withPlace { place in
      let file = try CursorFile(at: place.cursor, beside: place.archive)
      let result = try await place.run()
      #expect(result.code == 75)
      #expect(
        result.message
          == "Error: The cursor file 'CURSOR' is used by another modexport: try again when it has finished.\n"
      )
      withExtendedLifetime(file) {}
    }
  }

  @Test func whatCannotBeWrittenIsKnownBeforeAnythingIsPrinted() async throws {
    try await withPlace { place in
      for (path, code) in [
        (place.archive + ".none/cursor", 73), ("/dev/null", 64),
        (URL(filePath: place.archive).deletingLastPathComponent().path, 64),
      ] as [(String, Int32)] {
        let result = await modexport(
          ["changes", "--cursor", path, "--after", "0"], archive: place.archive)
        #expect(result.code == code && result.output.isEmpty, "\(result.message)")
        #expect(result.message.contains("'\(path)"))
      }
    }
  }

  @Test func followingPrintsWhatIsPublishedAndMovesTheCursor() async throws {
    try await withPlace { place in
      let (results, messages) = (CapturedStream(), CapturedStream())
      let steps = Mutex(0)
      let rosters = [[SampleArchive.community, SampleArchive.sue], [SampleArchive.community]]
      let console = Console(
        results: ResultStream(results), messages: MessageStream(messages),
        environment: ["MODEXPORT_ARCHIVE": place.archive],
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
        ["changes", "--follow", "--jsonl", "--cursor", place.cursor], on: console)
      #expect(code == 0)
      let (ids, position) = try (Self.ids(results.text), place.position)
      #expect(ids == [7, 8, 9, 10] && position == "MARK-10\n")
    }
  }

  @Test(arguments: [
    (["--cursor", ""], "--cursor needs a file."),
    (["--cursor", "x", "--net", "--since", "1d"], "Use --cursor or --since, not both."),
    (["--cursor", "x", "--before", "3"], "Use --cursor or --before, not both."),
    (["--cursor", "x", "--until", "7d"], "Use --cursor or --until, not both."),
    (["--cursor", "x", "--since", "2026-11-01"], "Use --cursor or --since, not both."),
    (["--net"], "--net needs --since: the beginning of the time."),
    (["--net", "--since", "1d", "--kind", "left"], "Use --net or --kind, not both."),
    (["--net", "--since", "1d", "--follow"], "Use --net or --follow, not both."),
  ])
  func whatDoesNotGoTogetherIsRefused(arguments: [String], sentence: String) async throws {
    let result = try await withSample { await modexport(["changes"] + arguments, archive: $0) }
    #expect(result.code == 64)
    #expect(result.message.split(separator: "\n").first == "Error: \(sentence)")
  }
}
