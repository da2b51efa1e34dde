import Foundation
import Roster
import Testing

@testable import ModExportCommands

struct ChangesTests {
  static let lines = [
    "between 15 Nov and 18 Nov 2026  math/3  Mathematics: Sue Staff left\n",
    "between 15 Nov and 18 Nov 2026  math/2  Mathematics: Bob Økland is now a moderator, no longer staff\n",
    "between 12 Nov and 15 Nov 2026  math/2  Mathematics: Bob Økland came back\n",
    "between 10 Nov and 12 Nov 2026  math/12  Mathematics: Anne Brien is now called Ann O’Brien\n",
    "between 10 Nov and 12 Nov 2026  math/3  Mathematics: Sue Staff joined\n",
    "between 10 Nov and 12 Nov 2026  math/2  Mathematics: Bob Økland left\n",
  ]

  @Test func changesReadLikeAnnouncements() async throws {
    let outcome = try await sample("changes")
    #expect(outcome.output == Self.lines.joined())
    #expect(outcome.message.isEmpty)
    #expect(outcome.code == 0)
  }

  @Test(arguments: 1...7)
  func pagesOfAnySizeGiveTheSameJournal(limit: Int) async throws {
    try await withSample { path in
      var (text, cursor) = ("", [String]())
      for _ in 0..<10 {
        let page = await modexport(["changes", "--limit", "\(limit)"] + cursor, archive: path)
        text += page.output
        guard let next = page.message.split(separator: " ").last else { break }
        let printed = text.count { $0 == "\n" }
        let part = "\(limit) of \(6 - printed + limit); --limit 0 shows all."
        #expect(page.message == "\(part) Continue with --before \(next)")
        cursor = ["--before", String(next.dropLast(2))]
      }
      #expect(text == Self.lines.joined())
    }
  }

  @Test func forwardsItGoesOnFromACursorAndNamesTheNext() async throws {
    try await withSample { path in
      let mark = try mark(of: path)
      for cursor in ["3", "\(mark)-3"] {
        let outcome = await modexport(["changes", "--after", cursor], archive: path)
        #expect(outcome.output == Self.lines[0...2].reversed().joined())
        #expect(outcome.message.withoutChains == "Continue with --after \(mark)-6.\n")
      }
      let end = await modexport(["changes", "--after", "\(mark)-6", "--json"], archive: path)
      #expect(end.output == "[]\n")
      #expect(end.message.withoutChains == "Nothing new.\nContinue with --after \(mark)-6.\n")
    }
  }

  @Test(arguments: [["--after"], ["--before"], ["--follow", "--after"]])
  func aCursorThatThisJournalCannotHaveIsRefused(options: [String]) async throws {
    try await withSample { path in
      let mark = try mark(of: path)
      let beyond = await modexport(["changes"] + options + ["\(mark)-99"], archive: path)
      #expect(beyond.code == 64)
      #expect(
        beyond.message.withoutChains
          == "Error: The cursor '\(mark)-99' lies beyond the journal, which ends at '\(mark)-6': it "
          + "comes from another archive or from a later copy of this one.\n")
      let other = await modexport(["changes"] + options + ["00000000-1"], archive: path)
      #expect(other.code == 64)
      #expect(
        other.message.withoutChains
          == "Error: The cursor '00000000-1' belongs to another archive; those of this one "
          + "begin with '\(mark)-', and its journal ends at '\(mark)-6'.\n")
    }
  }

  @Test(arguments: [
    (["--since", "2026-11-15", "--until", "2026-11-15"], [2]),
    (["--since", "2026-11-15T03:00:01Z"], [0, 1]),
    (["--until", "2026-11-12"], [3, 4, 5]), (["--kind", "joined,returned"], [2, 4]),
    (["--kind", "profile", "--site", "Mathematics"], [1]), (["--site", "cooking"], []),
  ])
  func filtersChooseChanges(arguments: [String], chosen: [Int]) async throws {
    let outcome = try await withSample { await modexport(["changes"] + arguments, archive: $0) }
    #expect(outcome.output == chosen.map { Self.lines[$0] }.joined())
    let once =
      "Seasoned Advice was read once, on 12 Nov 2026: changes are seen between two readings."
    #expect(outcome.message == (chosen.isEmpty ? "Error: \(once)\n" : ""))
    #expect(outcome.code == (chosen.isEmpty ? 3 : 0))
  }

  /// What changed between two readings is found by the later one.
  @Test func aTimeBetweenTwoReadingsIsNotLookedAt() async throws {
    try await withSample { path in
      let outcome = await modexport(
        ["changes", "--since", "2026-11-13", "--until", "2026-11-14"], archive: path)
      #expect((outcome.code, outcome.output) == (3, ""))
      #expect(
        outcome.message
          == "Error: Nobody looked at any of the 4 sites in that time: it lies between two readings. "
          + "--until a later day shows what they found.\n")
    }
  }

  @Test func jsonAndCSVAreTheView() async throws {
    let json = try await sample("changes", "--kind", "renamed", "--json")
    let row = try #require(json.rows?.first)
    let cursor = try #require(row["cursor"])
    #expect(
      json.rows == [
        .object([
          "cursor": cursor,
          "id": 3, "network": "stackexchange", "site": "math", "user_id": 12, "account_id": 501,
          "display_name": "Ann O’Brien", "kind": "renamed",
          "detail": #"{"display_name":["Anne Brien","Ann O’Brien"]}"#,
          "observed_at": "2026-11-12T03:00:00Z", "previous_walk_at": "2026-11-10T02:59:00Z",
          "role": "moderator",
        ])
      ])
    let csv = try await sample("changes", "--kind", "returned", "--csv")
    #expect(
      csv.output.hasPrefix("id,network,site,user_id,account_id,display_name,kind,role,detail,"))
  }

  @Test(arguments: [
    (["--since", "3d"], 2, ""), (["--since", "49h"], 2, ""),
    (["--since", "1w", "--until", "3d"], 1, ""), (["--since", "47h"], 0, "last"),
    (["--since", "1d"], 0, "last"), (["--since", "2w"], 6, "first"),
    (["--since", "2w", "--limit", "1"], 1, "first"), (["--until", "0d"], 6, "last"),
    (["--until", "1d", "--limit", "0"], 6, "last"),
  ])
  func datesCanBeRelative(arguments: [String], count: Int, unread: String) async throws {
    let outcome = try await sampleChanges(arguments)
    #expect(outcome.code == (unread.isEmpty ? 0 : 3))
    #expect(outcome.output.count { $0 == "\n" } == count)
    let day = unread == "first" ? 10 : 18
    let end = "that time: the \(unread) reading is that of \(day) Nov 2026.\n"
    #expect(unread.isEmpty || outcome.message.hasSuffix(end))
  }

  /// Nothing is wider than the terminal, and what other commands take is whole.
  @Test(arguments: [12, 25, 40, 60, 80, 200])
  func aTerminalShowsWhomToLookUp(columns: Int) async throws {
    let outcome = try await sample(
      "changes", terminalColumns: columns, environment: ["NO_COLOR": "1"])
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= max(columns, 41) })
    let words = outcome.output.split { $0 == " " || $0 == "\n" }
    #expect(words.filter { $0 == "math/3" }.count == 2)
    #expect(words.filter { $0 == "math/12" }.count == 1)
    #expect(words.joined(separator: " ").contains("Anne Brien is now called Ann O’Brien"))
  }

  private func sampleChanges(_ arguments: [String]) async throws -> CommandResult {
    try await withSample { await modexport(["changes"] + arguments, archive: $0) }
  }

  @Test(arguments: [
    (
      ["--kind", "gone"],
      "The value 'gone' is invalid for '--kind <kind,…>': "
        + "give one or more of joined,left,returned,renamed,profile,"
        + "site_renamed,site_closed,site_reopened."
    ),
    (
      ["--kind", ""],
      "The value '' is invalid for '--kind <kind,…>': "
        + "give one or more of joined,left,returned,renamed,profile,"
        + "site_renamed,site_closed,site_reopened."
    ),
    (["--before", "1", "--after", "1"], "Use --before or --after, not both."),
    (["--before", "x"], "'x' is no cursor; take one that `modexport changes` printed."),
    (
      ["--site", "nowhere"],
      "There is no site 'nowhere'. `modexport sites` lists those that are known."
    ),
    (
      ["--since", "tomorrow"],
      "The value 'tomorrow' is invalid for '--since <date>': give a day, month or year such as 2026-11-20 (in UTC), an "
        + "instant such as 2026-11-20T09:30:00Z, or a time ago such as 12h, 7d or 4w."
    ),
    (
      ["--until", "2026-13-01"],
      "The value '2026-13-01' is invalid for '--until <date>': give a day, month or year such as 2026-11-20 (in UTC), an "
        + "instant such as 2026-11-20T09:30:00Z, or a time ago such as 12h, 7d or 4w."
    ),
    (
      ["--since", "2026-11-12", "--until", "2026-11-11"],
      "--since (2026-11-12T00:00:00Z) is after --until (2026-11-11T23:59:59Z): exchange them."
    ),
  ])
  func aWrongQuestionEndsWith64(arguments: [String], sentence: String) async throws {
    let outcome = try await withSample { await modexport(["changes"] + arguments, archive: $0) }
    #expect(outcome.code == 64)
    #expect(outcome.message.split(separator: "\n").first == "Error: \(sentence)")
  }
}
