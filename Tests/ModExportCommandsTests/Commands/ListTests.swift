import Testing

@testable import ModExportCommands

struct ListTests {
  static let now = """
    user_id  display_name  kind       reputation  first_seen            location
         12  Ann O’Brien   moderator        1800  2026-11-10T03:00:00Z  Cork
          2  Bob Økland    moderator          60  2026-11-15T03:00:00Z  Bergen
         -1  Community     community           1  2026-11-10T03:00:00Z

    """

  @Test(arguments: ["math", "MATH", "Mathematics", "https://math.stackexchange.com/users"])
  func theRosterIsShownWhateverTheSiteIsCalled(site: String) async throws {
    let outcome = try await sample("list", site)
    #expect(outcome.output == Self.now)
    #expect(outcome.message.isEmpty)
    #expect(outcome.code == 0)
  }

  @Test func aDayInThePastHasItsOwnNamesAndSaysHowItIsKnown() async throws {
    let outcome = try await sample("list", "math", "--as-of", "2026-11-11", "--sort", "name")
    #expect(
      outcome.output == """
        display_name  kind       from                            until                           known  user_id
        Anne Brien    moderator  10 Nov 2026 or earlier          18 Nov 2026 or later            yes         12
        Bob Økland    staff      10 Nov 2026 or earlier          between 10 Nov and 12 Nov 2026  maybe        2
        Community     community  10 Nov 2026 or earlier          18 Nov 2026 or later            yes         -1
        Sue Staff     staff      between 10 Nov and 12 Nov 2026  between 15 Nov and 18 Nov 2026  maybe        3

        """)
    #expect(
      outcome.message
        == "2 for certain, 2 perhaps: Mathematics was read before it on 10 Nov 2026 and after it on 12 Nov 2026.\n"
    )
    #expect(outcome.code == 0)
  }

  @Test(arguments: [
    ("2026-11-18", 0, "3 for certain, 1 perhaps: Mathematics was read on 18 Nov 2026.\n"),
    (
      "2026-11", 3,
      "Error: Nobody looked at Mathematics in all of Nov 2026: it was first read on 10 Nov 2026; "
        + "who held a role before and not then any more is missing where no other source names them.\n"
    ),
    (
      "2019", 3,
      "Error: Nobody looked at Mathematics in 2019: it was first read on 10 Nov 2026; those listed were "
        + "there on that day, and had an account in 2019 as far as that is known.\n"
    ),
    (
      "2027-01-05", 3,
      "Error: Nobody looked at Mathematics on 5 Jan 2027: it was last read on 18 Nov 2026.\n"
    ),
  ])
  func aTimeThatNobodyLookedAtEndsWith3(time: String, code: Int32, message: String) async throws {
    let outcome = try await sample("list", "math", "--as-of", time, "--json")
    #expect(outcome.code == code)
    #expect(outcome.message == message)
    #expect(try #require(outcome.rows).count >= 3)
  }

  @Test func formerModeratorsSayBetweenWhichReadingsTheyLeft() async throws {
    let outcome = try await sample("list", "math", "--former")
    #expect(
      outcome.output == """
        user_id  display_name  kind   from                            until                           by        reputation
              3  Sue Staff     staff  between 10 Nov and 12 Nov 2026  between 15 Nov and 18 Nov 2026  readings         101

        """)
    let none = try await sample("list", "cooking", "--former", "--csv", "-q")
    #expect(none.output.hasSuffix(",ended_after,ended_before,source,source_url\r\n"))
    #expect(none.code == 3)
  }

  @Test func staffAreCountedApart() async throws {
    let chosen = try await sample(
      "list", "math", "--as-of", "2026-11-15", "--kind", "staff", "--json")
    #expect(chosen.rows?.map { $0["kind"] } == ["staff", "staff"])
  }

  @Test func anUnprovenRosterIsMarked() async throws {
    let outcome = try await sample("list", "cooking")
    #expect(
      outcome.output == """
        user_id  display_name   kind       reputation  first_seen            location
             77  Ann O’Brien    moderator          40  2026-11-12T03:00:00Z
              9  =1+1 \u{FFFD}[31m<b>  moderator           5  2026-11-12T03:00:00Z  Łódź

        """)
    #expect(
      outcome.message
        == "Seasoned Advice was last read on 12 Nov 2026.\n"
        + "This roster is unproven (grade published): the site does not say how many moderators "
        + "there are.\n")
    #expect(outcome.code == 0)
  }

  /// An empty list and exit code 0 would mean that the site has no moderators.
  @Test(arguments: [
    (
      ["bicycles"],
      "The archive has no roster of Bicycles (bicycles): the last run ended before all pages were read; "
        + "`modexport status bicycles` says what to do."
    ),
    (
      ["bicycles", "--as-of", "2026-11-09"],
      "Nobody looked at Bicycles (bicycles) yet: `modexport sync bicycles` reads it."
    ),
  ])
  func aSiteWithoutRosterEndsWith3(arguments: [String], sentence: String) async throws {
    let outcome = try await withSample { path in
      await modexport(["list", "--json"] + arguments, archive: path)
    }
    #expect(outcome.output == "[]\n")
    #expect(outcome.message == "Error: \(sentence)\n")
    #expect(outcome.code == 3)
  }

  @Test func aTerminalShowsNoMoreThanFits() async throws {
    let outcome = try await sample(
      "list", "math", terminalColumns: 70, environment: ["NO_COLOR": "1"])
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 70 })
    #expect(lines[1] == "     12  Ann O’Brien   moderator        1800  2026-11-10  Cork")
    #expect(outcome.message.isEmpty)
    let narrow = try await sample(
      "list", "math", terminalColumns: 45, environment: ["NO_COLOR": "1"])
    #expect(
      narrow.output.split(separator: "\n")[1] == "     12  Ann O’Brien   moderator        1800")
    #expect(
      narrow.message == """
        Not shown for lack of room: first_seen,
        location; a wider window or --csv shows them.

        """)
  }

  /// A list without a role that nobody reads says nothing about it.
  @Test(arguments: [[], ["--as-of", "2026-11"], ["--former"]])
  func aRoleThatNobodyReadsEndsWith3(options: [String]) async throws {
    let outcome = try await withSample { path in
      await modexport(["list", "math", "--role", "steward"] + options, archive: path)
    }
    #expect(outcome.code == 3)
    #expect(
      outcome.message
        == "Error: Nobody looked at who has the role 'steward' on Mathematics; read there: moderator.\n"
    )
  }

  @Test func kindsChooseModerators() async throws {
    let outcome = try await sample("list", "math", "--kind", "community,staff", "--jsonl")
    #expect(outcome.output.count { $0 == "\n" } == 1)
    #expect(outcome.output.contains("\"display_name\":\"Community\""))
    let nobody = try await sample("list", "math", "--kind", "staff")
    #expect(nobody.output.isEmpty)
    #expect(nobody.message == "Nobody in this list is of that kind; it has 3.\n")
  }

  @Test func jsonAndCSVHaveAllColumns() async throws {
    let json = try await sample("list", "math", "--json", "--sort", "since")
    let rows = try #require(json.rows)
    #expect(rows.map { $0["user_id"] } == [-1, 12, 2])
    #expect(rows[1]["last_seen"] == "2026-11-18T03:00:00Z")
    #expect(rows[1]["elected"] == .null)
    let csv = try await sample("list", "math", "--csv")
    let lines = csv.output.split(separator: "\r\n")
    #expect(
      lines[1]
        == "stackexchange,math,12,501,Ann O’Brien,moderator,moderator,,1800,1,2,3,Cork,,"
        + "https://math.stackexchange.com/users/12,,,,2026-11-10T03:00:00Z,2026-11-18T03:00:00Z")
  }
}
