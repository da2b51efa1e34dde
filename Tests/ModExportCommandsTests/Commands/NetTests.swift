import ArchiveKit
import FoundationEssentials
import Roster
import TestKit
import Testing

@testable import ModExportCommands

/// `changes --net`.
struct NetTests {
  @Test func theDifferencesOfTwoDatesAreLines() async throws {
    let outcome = try await sample(
      "changes", "--net", "--since", "2026-11-12", "--until", "2026-11-16", "--site", "Mathematics")
    #expect(
      outcome.output == """
           site  user_id  display_name  change                 between
        +  math        3  Sue Staff     joined (staff)         2026-11-10 and 2026-11-12
        ~  math       12  Ann O’Brien   was called Anne Brien  2026-11-10 and 2026-11-12

        """)
    #expect(
      outcome.message == """
        Between the two dates, 1 moderator left and came back; `modexport changes` lists them.
        Mathematics: rosters read at 2026-11-10T03:00:00Z and at 2026-11-15T03:00:00Z.

        """)
    #expect(outcome.code == 0)
  }

  /// A narrow terminal cuts names, and never when it happened.
  @Test func bothReadingsFitIntoEightyColumns() async throws {
    let outcome = try await withSample { path in
      await modexport(
        ["changes", "--net", "--since", "2026-11-12", "--until", "2026-11-16"], archive: path,
        terminalColumns: 60)
    }
    let lines = outcome.output.split(separator: "\n").dropFirst()
    #expect(lines.count == 2 && lines.allSatisfy { $0.hasSuffix(" 2026-11-10 and 2026-11-12") })
  }

  @Test func programsGetAllColumns() async throws {
    let json = try await sample(
      "changes", "--net", "--since", "2026-11-14", "--until", "2026-11-19", "--site", "math",
      "--json", "-q")
    #expect(
      json.output
        == """
        [
        {"network":"test","site":"math","user_id":2,"account_id":502,"display_name":"Bob Økland",\
        "kind":"moderator","role":"moderator","change":"returned","before":null,"after":null,\
        "previous_walk_at":"2026-11-12T02:59:00Z","observed_at":"2026-11-15T03:00:00Z"},
        {"network":"test","site":"math","user_id":3,"account_id":503,"display_name":"Sue Staff",\
        "kind":"staff","role":"moderator","change":"left","before":null,"after":null,\
        "previous_walk_at":"2026-11-15T02:59:00Z","observed_at":"2026-11-18T03:00:00Z"}
        ]

        """.replacing("\"test\"", with: "\"\(network)\""))
    let csv = try await sample(
      "changes", "--net", "--since", "2026-11-12", "--site", "math", "--csv")
    #expect(
      csv.output.split(separator: "\r\n").map { String($0) } == [
        "network,site,user_id,account_id,display_name,kind,role,change,before,after,"
          + "previous_walk_at,observed_at",
        "\(network),math,2,502,Bob Økland,moderator,moderator,kind,staff,moderator,"
          + "2026-11-15T02:59:00Z,2026-11-18T03:00:00Z",
        "\(network),math,12,501,Ann O’Brien,moderator,moderator,renamed,Anne Brien,Ann O’Brien,"
          + "2026-11-10T02:59:00Z,2026-11-12T03:00:00Z",
      ])
    #expect(
      csv.message.hasPrefix(
        "Between the two dates, 1 moderator came and went and 1 moderator left and came back;"))
  }

  private let network = "stackexchange"

  /// Not as if everybody had joined.
  @Test func aSiteWithoutTheFirstRosterIsNamed() async throws {
    let outcome = try await sample(
      "changes", "--net", "--since", "2026-11-12", "--until", "2026-11-16")
    #expect(!outcome.output.contains("cooking"))
    #expect(
      outcome.message == """
        Between the two dates, 1 moderator left and came back; `modexport changes` lists them.
        2 sites have no roster of either date.
        Error: 1 site cannot be compared; no roster of 2026-11-11T23:59:59Z or before: cooking.

        """)
    #expect(outcome.code == 3)
  }

  /// Read on the 10th, and closed on the 13th.
  @Test(
    arguments: [
      (["--since", "2026-11-12", "--site", "math"], 3),
      (["--since", "2026-11-15", "--site", "math"], 3),
      (["--since", "2026-11-12"], 3), (["--since", "2026-11-15"], 0),
      (["--since", "2026-11-12", "--until", "2026-11-15"], 3),
      (["--since", "2026-11-15", "--until", "2026-11-15"], 0),
    ] as [([String], Int32)])
  func aClosedSiteIsNamedWithItsLastReading(arguments: [String], code: Int32) async throws {
    try await withTemporaryFolder { folder in
      let others = (1...20).map(Site.made)
      let maker = try ArchiveMaker(folder, sites: [.math] + others, at: .november(10))
      try maker.publish([.made(1)], at: .november(10))
      try maker.list(others, at: .november(13))
      try maker.finish(at: .november(13))
      let outcome = await modexport(["changes", "--net"] + arguments, archive: maker.path)
      let closing =
        code == 3
        ? "Error: 1 site cannot be compared; closed, and not read between the two dates: math "
          + "(last read at 2026-11-10T03:00:00Z, closed by 2026-11-13T03:00:00Z).\n"
        : "1 site was closed before the first date: math.\n"
      let unread = "20 sites have no roster of either date.\n"
      let isOneSite = arguments.contains("--site")
      let parts = isOneSite ? [closing] : code == 3 ? [unread, closing] : [closing, unread]
      #expect(outcome.message == parts.joined())
      #expect(outcome.output.isEmpty && outcome.code == code)
    }
  }

  @Test(arguments: [
    (
      ["--since", "2026-11-16", "--until", "2026-11-16", "--site", "math"],
      "1 site cannot be compared; not read between the two dates: math."
    ),
    (
      ["--since", "2026-11-16", "--site", "bicycles"],
      "1 site cannot be compared; no roster of 2026-11-15T23:59:59Z or before: bicycles."
    ),
    (
      ["--since", "2026-11-12", "--site", "cooking"],
      "1 site cannot be compared; no roster of 2026-11-11T23:59:59Z or before: cooking."
    ),
  ])
  func whatCannotBeComparedEndsWith3(arguments: [String], sentence: String) async throws {
    let outcome = try await withSample { path in
      await modexport(["changes", "--net", "--json"] + arguments, archive: path)
    }
    #expect(outcome.output == "[]\n")
    #expect(outcome.message == "Error: \(sentence)\n")
    #expect(outcome.code == 3)
  }

  @Test(arguments: [
    (
      ["--since", "2026-11-17", "--until", "2026-11-15"],
      "--since (2026-11-17T00:00:00Z) is after --until (2026-11-15T23:59:59Z): exchange them."
    ),
    (
      ["--since", "2026-12-01"],
      "--since (2026-12-01T00:00:00Z) is later than now: give a date in the past."
    ),
  ])
  func datesInTheWrongOrderEndWith64(arguments: [String], sentence: String) async throws {
    let outcome = try await withSample {
      await modexport(["changes", "--net"] + arguments, archive: $0)
    }
    #expect(outcome.code == 64)
    #expect(outcome.message.hasPrefix("Error: \(sentence)\n"))
  }
}
