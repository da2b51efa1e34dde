import ArchiveKit
import FoundationEssentials
import Roster
import TestKit
import Testing

@testable import ModExportCommands

/// `changes --net`.
struct NetTests {
  /// Mathematics was read on the 10th, 12th, 15th and 18th.
  @Test func theDifferencesOfTwoDatesAreLines() async throws {
    let outcome = try await sample(
      "changes", "--net", "--since", "2026-11-12", "--until", "2026-11-16", "--site", "Mathematics")
    #expect(
      outcome.output == """
           site  user_id  display_name  change                 known  when
        +  math        2  Bob Økland    returned (staff)       maybe  between 12 Nov and 15 Nov 2026
        ~  math       12  Ann O’Brien   was called Anne Brien  maybe  between 10 Nov and 12 Nov 2026

        """)
    #expect(
      outcome.message == """
        Of 1 moderator nobody knows whether they held a role at both dates; `modexport list SITE --as-of DAY` names them.
        At the earlier date: Mathematics was read before it on 10 Nov 2026 and after it on 12 Nov 2026.
        At the later date: Mathematics was read before it on 15 Nov 2026 and after it on 18 Nov 2026.

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
    #expect(lines.count == 2 && lines.allSatisfy { $0.hasSuffix(" Nov 2026") })
  }

  @Test func programsGetAllColumns() async throws {
    let json = try await sample(
      "changes", "--net", "--since", "2026-11-14", "--site", "math", "--json", "-q")
    #expect(
      json.output
        == """
        [
        {"network":"test","site":"math","user_id":2,"account_id":502,"display_name":"Bob Økland",\
        "kind":"moderator","role":"moderator","change":"returned","known":"maybe","before":"maybe",\
        "after":"yes","happened_after":"2026-11-12T02:59:00Z","happened_by":"2026-11-15T03:00:00Z",\
        "source":"reading"},
        {"network":"test","site":"math","user_id":3,"account_id":503,"display_name":"Sue Staff",\
        "kind":"staff","role":"moderator","change":"left","known":"yes","before":"yes",\
        "after":"no","happened_after":"2026-11-15T02:59:00Z","happened_by":"2026-11-18T03:00:00Z",\
        "source":"reading"}
        ]

        """.replacing("\"test\"", with: "\"\(network)\""))
    #expect(json.code == 0)
    let csv = try await sample(
      "changes", "--net", "--since", "2026-11-16", "--site", "math", "--csv")
    #expect(
      csv.output.split(separator: "\r\n").map { String($0) } == [
        "network,site,user_id,account_id,display_name,kind,role,change,known,before,after,"
          + "happened_after,happened_by,source",
        "\(network),math,2,502,Bob Økland,moderator,moderator,kind,maybe,staff,moderator,"
          + "2026-11-15T02:59:00Z,2026-11-18T03:00:00Z,reading",
        "\(network),math,3,503,Sue Staff,staff,moderator,left,maybe,maybe,no,"
          + "2026-11-15T02:59:00Z,2026-11-18T03:00:00Z,reading",
      ])
  }

  /// A log is a source, too: what it tells of a time before the first reading is certain.
  @Test func aLogTellsWhatAYearChanged() async throws {
    try await withTemporaryFolder { folder in
      let maker = try ArchiveMaker(folder, sites: [.math], at: .november(1))
      try maker.logOldHand()
      try maker.finish(at: .november(20))
      func net(_ year: String) async -> CommandResult {
        await modexport(
          ["changes", "--net", "--since", year, "--until", year, "--site", "math"],
          archive: maker.path)
      }
      let years = await [net("2008"), net("2011")]
      #expect(years[0].code == 3 && years[0].message.contains("nobody looked by 2007-12-31T"))
      #expect(years[1].code == 0, "\(years[1])")
      #expect(
        years[1].output.contains(
          "-  math           Old Hand      left    3 Feb 2011, 04:05:06  the rights log"),
        "\(years[1])"
      )
      #expect(years[1].message.contains("told by the rights log"))
    }
  }

  /// What ends before the later date says so.
  @Test func aSiteThatWasNotReadOnTheLaterDateEndsWith3() async throws {
    let outcome = try await sample(
      "changes", "--net", "--since", "2026-11-13", "--until", "2026-11-19", "--site", "math")
    #expect(outcome.output.contains("Sue Staff"))
    #expect(
      outcome.message.hasSuffix(
        "Error: Nobody looked on the later date: math (last on 18 Nov 2026).\n"))
    #expect(outcome.code == 3)
  }

  private let network = "stackexchange"

  /// Not as if everybody had joined.
  @Test func aSiteWithoutTheFirstRosterIsNamed() async throws {
    let outcome = try await sample(
      "changes", "--net", "--since", "2026-11-12", "--until", "2026-11-16")
    #expect(!outcome.output.contains("cooking"))
    #expect(
      outcome.message == """
        Of 1 moderator nobody knows whether they held a role at both dates; `modexport list SITE --as-of DAY` names them.
        Nobody looked at 2 other sites by either date.
        Error: 1 site cannot be compared; nobody looked by 2026-11-11T23:59:59Z: cooking.

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
      let unread = "Nobody looked at 20 other sites by either date.\n"
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
      "1 site cannot be compared; nobody looked by 2026-11-15T23:59:59Z: bicycles."
    ),
    (
      ["--since", "2026-11-12", "--site", "cooking"],
      "1 site cannot be compared; nobody looked by 2026-11-11T23:59:59Z: cooking."
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
