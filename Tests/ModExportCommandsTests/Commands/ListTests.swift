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
        user_id  display_name  kind       reputation  first_seen            location
             12  Anne Brien    moderator         900  2026-11-10T03:00:00Z
              2  Bob Økland    staff              50  2026-11-10T03:00:00Z
             -1  Community     community           1  2026-11-10T03:00:00Z

        """)
    #expect(
      outcome.message
        == "1 moderator, 1 staff, the Community account; --kind moderator leaves the others out.\n"
        + "Mathematics: roster read from 2026-11-10T02:59:00Z to 2026-11-10T03:00:00Z; "
        + "the next published one was read at 2026-11-12T03:00:00Z.\n")
    let latest = try await sample("list", "math", "--as-of", "2026-11-19T09:00:00+02:00")
    #expect(latest.output == Self.now)
    #expect(latest.message.hasSuffix("; none is published since.\n"))
  }

  @Test func formerModeratorsSayWhenTheyLeft() async throws {
    let outcome = try await sample("list", "math", "--former")
    #expect(
      outcome.output == """
        user_id  display_name  kind   left_at               reputation  first_seen
              3  Sue Staff     staff  2026-11-18T03:00:00Z         101  2026-11-12T03:00:00Z

        """)
    let none = try await sample("list", "cooking", "--former", "--csv", "-q")
    #expect(none.output.hasSuffix(",left_at\r\n"))
    #expect(none.code == 0)
  }

  @Test func staffAreCountedApart() async throws {
    let outcome = try await sample("list", "math", "--as-of", "2026-11-15")
    #expect(
      outcome.message.hasPrefix("1 moderator, 2 staff, the Community account; --kind moderator"))
    let chosen = try await sample("list", "math", "--as-of", "2026-11-15", "--kind", "moderator")
    #expect(!chosen.message.contains("--kind"))
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
        == "This roster is unproven (grade published): the site does not say how many moderators "
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
      ["math", "--as-of", "2026-11-09"],
      "The archive has no roster of Mathematics (math) of 2026-11-09T23:59:59Z or before."
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
        == "stackexchange,math,12,501,Ann O’Brien,moderator,,1800,1,2,3,Cork,,"
        + "https://math.stackexchange.com/users/12,,,,2026-11-10T03:00:00Z,2026-11-18T03:00:00Z,"
        + "moderator")
  }
}
