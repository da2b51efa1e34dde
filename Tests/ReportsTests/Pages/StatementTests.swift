import Foundation
import Roster
import TestKit
import Testing

@testable import Reports

/// What pages say of lists that are old, of people who turned from staff into moderators, and of those whom only a
/// log tells of.
struct StatementTests {
  private func report(_ source: SampleSource) throws -> [String: String] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "modexport-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try ReportWriter(source: source).write(to: folder.path)
    var files: [String: String] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    where name.hasSuffix(".html") || name.hasSuffix(".js") {
      files[name] = try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
    }
    return files
  }

  /// The text of a row of a table, without marks.
  private func row(_ id: String, of page: String?) -> String {
    let rest = page?.components(separatedBy: "<tr id=\"\(id)\">").dropFirst().first
    let row = rest?.components(separatedBy: "</tr>").first ?? ""
    return row.replacing(/<[^>]*>/, with: "|")
  }

  private func state(_ files: [String: String]) -> String {
    let page = files["index.html"] ?? ""
    return String(page.firstMatch(of: /<p class="state [^>]*>.*?<\/p>/)?.output ?? "")
  }

  /// A source whose sites are both complete, read on the same day.
  private var whole: SampleSource {
    var source = SampleSource.small
    for (view, column) in [(View.sites, "verdict"), (.walks, "verdict")] {
      source.set(view, column, of: "cooking", to: "complete")
    }
    source.set(.sites, "grade", of: "cooking", to: "complete")
    source.set(.sites, "published_at", of: "cooking", to: "2026-11-20T03:00:07Z")
    return source
  }

  @Test func listsOfOneDayAreCompleteOnThatDay() throws {
    let state = state(try report(whole))
    #expect(state.contains("<b>✓</b> The lists of all 2 sites are complete, last read on 20 Nov"))
  }

  @Test func theDatesOfOlderListsAreTold() throws {
    var source = whole
    source.set(.sites, "published_at", of: "cooking", to: "2026-11-02T03:00:07Z")
    #expect(
      state(try report(source)).contains(
        "<b>✓</b> The lists of all 2 sites are complete, last read between 2 Nov 2026 and 20 Nov"))
    source.set(.sites, "published_at", of: "cooking", to: "2023-11-20T03:00:07Z")
    let stale = state(try report(source))
    #expect(stale.contains("<b>!</b> The lists of all 2 sites are complete, last read between 20"))
    #expect(
      stale.contains(
        "1 list is more than 31 days older than the latest, from 20 Nov 2023."))
    #expect(
      try report(source)["numbers.html"]?.contains(
        "1 of them has only a list that is more than 31 days old") == true)
    // Of a site that is closed nobody expects a newer list.
    source.set(.sites, "closed_at", of: "cooking", to: "2023-11-21T03:00:07Z")
    #expect(state(try report(source)).contains("<b>✓</b>"))
  }

  @Test func aFailedAttemptIsNoGreenTick() throws {
    var source = whole
    source.faults = [SiteRef(test: "cooking"): "503"]
    let state = state(try report(source))
    #expect(state.contains("<b>!</b> The lists of all 2 sites are complete"))
    #expect(state.contains("The latest attempt to read 1 site failed; its list is the one before."))
  }

  @Test func aChangeBetweenStaffAndModeratorIsNoTimeAsModerator() throws {
    var source = SampleSource.small
    var change = try #require(source.rows[.changes]?.last)
    for (column, cell) in [
      (ChangeColumn.userID, 77 as Cell), (.accountID, 502), (.kind, "profile"),
      (.detail, #"{"kind":["staff","moderator"]}"#),
    ] { change[column.rawValue] = cell }
    source.rows[.changes]?.append(change)
    source.absentBefore[77] = nil
    source.set(.moderators, "first_seen", of: "3dprinting", to: "2026-11-01T03:00:05Z")
    let files = try report(source)
    let site = files["sites/3dprinting.html"]
    #expect(row("u77", of: site).contains("between |19 Nov| and |20 Nov 2026|"))
    #expect(row("u77", of: site).contains("|there on 1 Nov 2026 or earlier as staff|"))
    #expect(
      row("u77", of: site).contains(
        "|became a moderator between 19 Nov and 20 Nov 2026, still there on 20 Nov 2026|"))
    #expect(row("u5", of: site).contains("1 Nov 2026| or earlier"))
    let person = try #require(files["person/502.html"])
    #expect(
      person.replacing(/<[^>]*>/, with: "").contains(
        "moderator, role changed between 19 Nov and 20 Nov 2026"))
    // Until then the drawing has the colour of staff.
    #expect(person.contains("<rect class=\"s\""))
    // Of the moderators one has to be missing before that day.
    let size = try #require(files["numbers.html"])
    let table = size.components(separatedBy: "network-size").last ?? ""
    let rows = table.matches(of: /<tr[^>]*><th[^>]*>(.*?)<\/th><td[^>]*>(\d+)<\/td><td[^>]*>(\d+)</)
      .prefix(2).map { [String($0.output.2), String($0.output.3)] }
    #expect(rows.count == 2 && rows[0] != rows[1])
    #expect(Int(rows[1][0])! - Int(rows[0][0])! == 0 && rows[0][1] > rows[1][1])
  }

  /// Of two times that are perhaps one nobody is told to have left, and they are counted once.
  @Test func aBreakOfWhichNobodyKnowsIsNoDeparture() throws {
    var source = SampleSource.small
    func part(_ first: Double, _ last: Double) -> TenureBounds {
      TenureBounds(
        beganAfter: nil, beganBefore: source.asOf - first, endedAfter: source.asOf - last,
        endedBefore: nil, source: .dump)
    }
    let parts = [part(9_000_000, 8_000_000), part(5_000_000, 0)]
    source.earlier[5] = [Tenure(userID: 5, role: .moderator, bounds: parts[0])]
    let told = row("u5", of: try report(source)["sites/3dprinting.html"])
    #expect(told.contains("up to 2 times") && !told.contains("left"), "\(told)")
    let apart = parts.map { Stint(kind: .moderator, tenure: $0) }.apart.map(\.tenure)
    #expect(apart[0].endedBefore == parts[1].beganBefore && apart[1].endedBefore == nil)
    #expect(apart[0].beganAfter == nil && apart[1].beganAfter == parts[0].endedAfter)
  }

  @Test func whoHasAnotherRoleHasNotLeftTheSite() throws {
    var source = SampleSource.small
    var admin = try #require(source.rows[.moderators]?[1])
    for (column, cell) in [
      (ModeratorColumn.userID, 12 as Cell), (.accountID, 504), (.displayName, "Ana & Co"),
      (.role, "admin"), (.firstSeen, "2026-11-20T03:00:05Z"),
    ] { admin[column.rawValue] = cell }
    source.rows[.moderators]?.append(admin)
    let index = try #require(try report(source)["index.html"])
    #expect(index.contains("<b>0</b> <span>Former moderators</span>"))
    let site = try #require(try report(source)["sites/3dprinting.html"])
    #expect(site.contains("<span class=\"count\">1</span>"))
    #expect(
      try report(.small)["index.html"]?.contains("saw 2 moderators join or come back and 1 leave.")
        == true)
  }

  /// The script of the page has every tenure with its bounds, the account's age where nothing bounds the beginning.
  @Test func thePageOfASiteAnswersADay() throws {
    var source = SampleSource.small
    source.rows[.observations] = [
      View.observations.row([
        "network": "stackexchange", "site": "3dprinting", "read_at": "2026-11-01T03:00:05Z",
      ]),
      View.observations.row([
        "network": "stackexchange", "site": "3dprinting", "read_at": "2026-11-20T03:00:05Z",
      ]),
    ]
    let page = try #require(try report(source)["sites/3dprinting.html"]).replacing(
      "&quot;", with: "\"")
    #expect(
      page.contains(
        "data-since=\"2026-11-01T03:00:05Z\" data-until=\"2026-11-20T03:00:05Z\" "
          + "data-readings=\"20758 19\""))
    #expect(
      page.contains(
        "[5,\"Seán O’Brien\",\"../person/501.html\",0,\"there on 1 Nov 2026 or earlier, still there on 20 Nov 2026\","
          + "\"2016-01-12T20:00:00Z\",\"2026-11-01T03:00:05Z\",\"2026-11-20T03:00:05Z\",0]"))
  }

  @Test func whomOnlyALogTellsOfStandsOnThePageOfTheSite() throws {
    var source = SampleSource.small
    let row = View.tenures.row([
      "network": "stackexchange", "site": "cooking", "display_name": "Old & Hand",
      "role": "sysop", "began_before": "2008-03-04T05:06:07Z",
      "ended_before": "2011-02-03T04:05:06Z",
    ])
    source.rows[.tenures] = [row]
    let files = try report(source)
    let page = (files["sites/cooking.html"] ?? "").replacing(/(<[^>]*>)+/, with: "|")
    #expect(page.contains("On no list |1|"))
    #expect(page.contains("|Old &amp; Hand|sysop|4 Mar 2008|3 Feb 2011|the rights log|"))
    #expect(!page.contains("had left before"))
    #expect(files["sites/3dprinting.html"]?.contains("On no list") == false)
    // The search leads to that page.
    #expect(files["people/names/1.js"]?.contains("[0,\"Old & Hand\",[1,0,0,0,6]]") == true)
  }

  @Test(arguments: [
    ("total_missing", "✗|The site tells how many there are.", "Every page gives"),
    ("total_may_be_old", "✗|The total is counted when the list is read.", "The site tells how"),
    ("total_mismatch", "✗|The number of people read is that total.", "is counted when"),
  ])
  func aCheckThatFailsSaysWhatFails(reasons: String, failed: String, absent: String) throws {
    var source = SampleSource.small
    source.set(.walks, "reasons", of: "cooking", to: .text(reasons))
    let page = (try report(source)["sites/cooking.html"] ?? "")
      .replacing(/<[^>]*>/, with: "|").replacing("| ", with: "|")
    #expect(page.contains(failed))
    #expect(!page.contains(absent))
  }
}
