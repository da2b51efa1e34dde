import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

@testable import ModExportCommands

/// Badges and tables of claims.
struct ClaimImportTests {
  private static let url = "https://meta.example.org/questions/1"
  private static let math = Site(
    SiteRef("stackexchange", "math"), name: "Mathematics", url: "https://math.stackexchange.com")

  /// Mathematics, where Ann was a moderator in November 2026, and a file.
  private func withFile(
    _ content: String, _ body: (_ path: String, _ file: String) async throws -> Void
  ) async throws {
    try await withTemporaryFolder { folder in
      let maker = try ArchiveMaker(folder, sites: [], at: .november(1))
      try maker.list([Self.math], of: "stackexchange", at: .november(1))
      var ann = Moderator.made(12, "Ann")
      ann.memberSince = Date(dayOrInstant: "2010-01-01")
      for date in [10, 12] {
        try maker.publish([ann], site: Self.math.ref, at: .november(date))
      }
      try maker.finish(at: .november(12))
      let file = folder + "/file"
      try Data(content.utf8).write(to: URL(filePath: file))
      try await body(maker.path, file)
    }
  }

  private static let badges = """
    <badges>
    <row Id="1" UserId="99" Name="Sheriff" Date="2014-06-30T08:55:03.923" Class="1" TagBased="False" />
    </badges>
    """

  @Test func aBadgeSaysWhoWasAModerator() async throws {
    try await withFile(Self.badges) { path, file in
      let nameless = await modexport(["backfill", file], archive: path)
      #expect(nameless.code == 64 && nameless.message.contains("name it with --site"))
      let read = await modexport(["backfill", file, "--site", "math"], archive: path)
      #expect(read.output == "1 badge of moderators kept.\n" && read.code == 0, "\(read)")
      let then = await modexport(["list", "math", "--as-of", "2014"], archive: path)
      #expect(then.output.contains("user99") && then.output.contains("badge"), "\(then)")
      #expect(then.code == 3)
      #expect(then.message.contains("those listed by readings were there on that day"), "\(then)")
      let rows = await modexport(
        ["list", "math", "--as-of", "2013-07-01", "--json"], archive: path)
      let row = rows.rows?.first { $0["display_name"] == "user99" }
      #expect(row?["known"] == "yes" && row?["source"] == "badge", "\(rows)")
      let shown = await modexport(["show", "user99"], archive: path)
      #expect(shown.output.contains("there on 30 Jun 2013 or earlier"), "\(shown)")
      #expect(shown.output.contains("(by a badge)"))
      #expect(await modexport(["show", "math/99"], archive: path).output == shown.output)
      let former = await modexport(["list", "math", "--former", "--json"], archive: path)
      #expect(former.rows?.contains { $0["display_name"] == "user99" } == true)
      #expect(await modexport(["verify"], archive: path).code == 0)
    }
  }

  /// As a row of a log.
  @Test func aBadgeThatIsYetToComeIsLeftOut() async throws {
    let future = Self.badges.replacing(
      "</badges>",
      with: #"<row UserId="98" Name="Sheriff" Date="2099-06-30T00:00:00.000" /></badges>"#)
    try await withFile(future) { path, file in
      let read = await modexport(["backfill", file, "--site", "math", "--json"], archive: path)
      #expect(read.code == 3 && read.json?["kept"] == 1 && read.json?["yet_to_come"] == 1)
      #expect(read.message.contains("1 row is left out, because of a date that is yet to come"))
      #expect(await modexport(["show", "math/98"], archive: path).code == 64)
    }
  }

  private static let claims = """
    site,display_name,began_before,ended_after,ended_before
    math,Old Hand,2013-02-01,2014-06-30,2015-01-01

    """

  @Test func aClaimSaysWhoWasAModeratorAndWhere() async throws {
    try await withFile(Self.claims) { path, file in
      let read = await modexport(["backfill", file, "--source", Self.url, "--json"], archive: path)
      #expect(read.json?["kept"] == 1 && read.json?["contradictions"] == .array([]), "\(read)")
      let then = await modexport(["list", "math", "--as-of", "2014", "--json"], archive: path)
      let row = then.rows?.first { $0["display_name"] == "Old Hand" }
      #expect(row?["known"] == "yes" && row?["source"] == "claim" && row?["grade"] == "claimed")
      #expect(row?["source_url"] == .text(Self.url))
      #expect(row?["ended_after"] == "2014-06-30T00:00:00Z")
      #expect(row?["began_before"] == "2013-02-01T23:59:59Z")
      let table = await modexport(["list", "math", "--as-of", "2014"], archive: path)
      #expect(table.output.contains(Self.url), "\(table)")
      let report = await modexport(["report", "--output", path + "-report"], archive: path)
      #expect(report.code == 0, "\(report)")
      let page = try String(contentsOfFile: path + "-report/sites/math.html", encoding: .utf8)
      #expect(page.contains("On no list") && page.contains("<td>\(Self.url)</td>"))
      // What the page answers a day from.
      #expect(page.contains("left between 30 Jun 2014 and 1 Jan 2015 (by \(Self.url))"))
      let found = await modexport(["search", "old hand", "--former"], archive: path)
      #expect(found.output.contains("by \(Self.url)"), "\(found)")
      let shown = await modexport(["show", "old hand"], archive: path)
      #expect(shown.output.contains("(by \(Self.url))"), "\(shown)")
      let again = await modexport(["backfill", file, "--source", Self.url], archive: path)
      #expect(again.output.hasPrefix("The file was read before"))
      #expect(await modexport(["verify"], archive: path).code == 0)
    }
  }

  /// The same person for every command, whichever way they are asked for.
  @Test func aBadgeAndAClaimAreOfOneUser() async throws {
    let claims = """
      user_id,display_name,began_before,ended_after,ended_before
      99,Old Hand,2015-02-01,2015-06-30,2016-01-01
      98,Old Hand,2015-02-01,2015-06-30,2016-01-01

      """
    try await withFile(claims) { path, file in
      try Data(Self.badges.utf8).write(to: URL(filePath: file + ".xml"))
      for arguments in [[file + ".xml"], [file, "--source", Self.url]] {
        let read = await modexport(
          ["backfill"] + arguments + ["--site", "math"], archive: path)
        #expect(read.code == 0, "\(read)")
      }
      for kind in ["moderator", "staff"] {
        let former = await modexport(
          ["list", "math", "--former", "--kind", kind, "--json"], archive: path)
        let then = await modexport(
          ["list", "math", "--as-of", "2015", "--kind", kind, "--json"], archive: path)
        let found = await modexport(
          ["search", "old hand", "--former", "--kind", kind, "--json"], archive: path)
        #expect(former.rows?.count { $0["user_id"] == 99 } == (kind == "staff" ? 0 : 1))
        #expect(then.rows?.count { $0["user_id"] == 99 } == (kind == "staff" ? 0 : 1))
        #expect(found.output.contains("\"user_id\": 99") == (kind != "staff"), "\(found)")
      }
      let shown = await modexport(["show", "math/99", "--csv"], archive: path)
      #expect(shown.output.contains("math,99,,Old Hand,,moderator"), "\(shown)")
      #expect(shown.output.contains(",badge,") && shown.output.contains(",claim,"))
      for name in ["math/Old Hand", "old hand"] {
        let several = await modexport(["show", name], archive: path)
        #expect(several.code == 64 && several.message.contains("math/98"), "\(several)")
        #expect(several.message.contains("math/99"))
      }
    }
  }

  /// An id is never taken for the name of somebody else, whatever a file has.
  @Test func anIDIsNoName() async throws {
    let claims = """
      user_id,display_name,began_before,ended_before
      99,Real User,2010-02-01,2012-02-01
      ,99,2010-02-01,2012-02-01
      ,a/b c,2010-02-01,2012-02-01

      """
    try await withFile(claims) { path, file in
      let read = await modexport(
        ["backfill", file, "--source", Self.url, "--site", "math"], archive: path)
      #expect(read.code == 0, "\(read)")
      let shown = await modexport(["show", "math/99"], archive: path)
      #expect(shown.output.hasPrefix("Real User"), "\(shown)")
      for name in ["math/a/b c", "a/b c"] {
        let found = await modexport(["show", name], archive: path)
        #expect(found.output.hasPrefix("a/b c"), "\(found)")
      }
      let gone = await modexport(["withhold", "math/99", "--yes"], archive: path)
      #expect(gone.code == 0, "\(gone)")
      let other = await modexport(["show", "math/99"], archive: path)
      #expect(other.output.hasPrefix("99 "), "\(other)")
    }
  }

  /// A role in which no roster had somebody who is on one is found as that of anybody else.
  @Test func aClaimedRoleOfAModeratorIsFound() async throws {
    let claims = """
      user_id,display_name,role,began_before,ended_after,ended_before
      12,Ann,admin,2015-02-01,2016-06-01,2016-07-01

      """
    try await withFile(claims) { path, file in
      let read = await modexport(
        ["backfill", file, "--source", Self.url, "--site", "math"], archive: path)
      #expect(read.code == 0, "\(read)")
      let found = await modexport(
        ["search", "ann", "--former", "--role", "admin"], archive: path)
      #expect(found.code == 0 && found.output.contains("admin"), "\(found)")
      #expect(found.output.contains("between 1 Jun and 1 Jul 2016"), "\(found)")
      let all = await modexport(["search", "ann", "--former", "--json"], archive: path)
      #expect(all.output.components(separatedBy: "\"role\"").count == 3, "\(all)")
      let present = await modexport(["search", "ann", "--role", "admin"], archive: path)
      #expect(!present.output.contains("Ann"), "\(present)")
    }
  }

  /// A source says who held a role before the account was made, as on the page.
  @Test func aClaimCountsBeforeTheAccountWasMade() async throws {
    let claims = """
      user_id,display_name,began_before,ended_after,ended_before
      12,Ann,2005-02-01,2006-06-01,2006-07-01

      """
    try await withFile(claims) { path, file in
      let read = await modexport(
        ["backfill", file, "--source", Self.url, "--site", "math"], archive: path)
      #expect(read.code == 0, "\(read)")
      let then = await modexport(["list", "math", "--as-of", "2006", "--json"], archive: path)
      #expect(then.rows?.map { $0["known"] } == ["yes"], "\(then)")
    }
  }

  /// What is known of a site that nobody read stands in the report as in the terminal.
  @Test func aSiteThatOnlyAClaimKnowsHasAPage() async throws {
    try await withTemporaryFolder { folder in
      let maker = try ArchiveMaker(folder, sites: [], at: .november(1))
      try maker.list([Self.math], of: "stackexchange", at: .november(1))
      try maker.finish(at: .november(12))
      try Data(Self.claims.utf8).write(to: URL(filePath: folder + "/file"))
      let read = await modexport(
        ["backfill", folder + "/file", "--source", Self.url], archive: maker.path)
      #expect(read.code == 0, "\(read)")
      let then = await modexport(["list", "math", "--as-of", "2014"], archive: maker.path)
      #expect(then.code == 3 && then.output.contains("Old Hand") && then.output.contains("yes"))
      let report = await modexport(
        ["report", "--output", folder + "/report"], archive: maker.path)
      #expect([0, 3].contains(report.code), "\(report)")
      let page = try String(contentsOfFile: folder + "/report/sites/math.html", encoding: .utf8)
      #expect(page.contains("has not been read completely yet") && page.contains("On no list"))
      #expect(page.contains("left between 30 Jun 2014 and 1 Jan 2015 (by \(Self.url))"))
      #expect(page.contains("data-since=\"\""))
    }
  }

  @Test func whatReadingsContradictIsListed() async throws {
    let claims = """
      user_id,display_name,began_before,ended_after
      77,Eve,2026-11-01,2026-11-11
      12,Ann,2026-11-01,2026-11-11

      """
    // Each is shown by readings before and after the moment at which the claim ends or begins.
    let denied = """
      user_id,display_name,began_after,began_before,ended_after,ended_before
      12,Ann,,2016-01-01,2016-01-01,2026-11-11
      12,Ann,2026-11-11,2026-11-11,,

      """
    try await withFile(claims) { path, file in
      let read = await modexport(
        ["backfill", file, "--source", Self.url, "--site", "math"], archive: path)
      #expect(read.code == 3 && read.message.contains("the readings count"), "\(read)")
      #expect(read.output.contains("Eve") && !read.output.contains("Ann"))
      let then = await modexport(
        ["list", "math", "--as-of", "2026-11-10", "--json"], archive: path)
      let eve = then.rows?.first { $0["display_name"] == "Eve" }
      #expect(eve?["known"] != "yes", "\(then)")
      try Data(denied.utf8).write(to: URL(filePath: file))
      let other = await modexport(
        ["backfill", file, "--source", Self.url, "--site", "math", "--json"], archive: path)
      #expect(other.code == 3, "\(other)")
      #expect(other.output.components(separatedBy: "\"reading\"").count == 3, "\(other)")
    }
  }

  @Test func aRoleThatTheSiteNeverHadIsNoted() async throws {
    let claims = "user_id,display_name,role,began_before\n77,Eve,moderatr,2014-01-01\n"
    try await withFile(claims) { path, file in
      let read = await modexport(
        ["backfill", file, "--source", Self.url, "--site", "math", "--json"], archive: path)
      #expect(read.code == 0 && read.json?["kept"] == 1)
      #expect(read.message.contains("math never had the role 'moderatr'"), "\(read)")
      guard case .array(let roles)? = read.json?["unknown_roles"] else {
        Issue.record("\(read)")
        return
      }
      #expect(roles.map { $0["role"] } == ["moderatr"] && roles[0]["claims"] == 1)
    }
  }

  @Test(arguments: [
    (
      "display_name;began_before\nx;2019\n",
      "which `tenures` has not; columns are separated by commas"
    ),
    ("display_name\nx\n", "line 1: the table needs the columns site, user_id or display_name"),
    ("site,display_name,began_before,place\n", "line 1: the table has the column 'place'"),
    (
      "site,display_name,began_before\nmath,x\n",
      "line 2: the record has 2 fields, and the header 3"
    ),
    ("site,display_name,began_before\nmath,,2014\n", "line 2: the record names nobody"),
    ("site,display_name,began_before\nmath,x,2014\n", "line 2: '2014' in began_before is no day"),
    ("site,display_name,began_before\nmath,x,2030-01-01\n", "line 2: began_before is yet to come"),
    ("site,display_name,began_before\nmath,x,\n", "line 2: the record has neither"),
    (
      "site,display_name,began_before,ended_after\nmath,x,2014-01-02,2013-01-01\n",
      "line 2: the four bounds"
    ),
    (
      "site,user_id,began_before\nmath,-1152921504606846976,2014-01-02\n",
      "-1152921504606846976 in user_id is the id of no person"
    ),
    ("site,user_id,began_before\nmath,x,2014-01-02\n", "line 2: 'x' in user_id is no number"),
    (
      "site,display_name,began_before\nmath,x,2014-01-02\nnowhere,x,2014-01-02\n",
      "There is no site 'nowhere'"
    ),
    ("site,\"display_name\n", "line 1: the record has a field in quotes"),
  ])
  func whatIsNoTableOfClaimsLeavesTheArchiveAsItWas(content: String, message: String) async throws {
    try await withFile(content) { path, file in
      let head = await modexport(["status", "--json"], archive: path).json?["head"]
      let failed = await modexport(["backfill", file, "--source", Self.url], archive: path)
      #expect([1, 64].contains(failed.code) && failed.message.contains(message), "\(failed)")
      #expect(await modexport(["status", "--json"], archive: path).json?["head"] == head)
      let unnamed = await modexport(["backfill", file], archive: path)
      #expect(unnamed.code == 64 && unnamed.message.contains("name with --source"))
    }
  }
}
