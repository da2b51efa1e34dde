import Foundation
import Reports
import Roster
import TestKit
import Testing

struct ChangePageTests {
  /// Writes a report into a folder of its own and hands over its text files.
  private func report(
    _ source: SampleSource, address: String? = nil
  ) throws -> [String: String] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "modexport-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    var writer = ReportWriter(source: source)
    writer.address = address.flatMap(ReportAddress.init)
    _ = try writer.write(to: folder.path)
    var files: [String: String] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      guard let data = FileManager.default.contents(atPath: folder.path + "/" + name) else {
        continue
      }
      files[name] = String(decoding: data, as: UTF8.self)
    }
    return files
  }

  private func change(
    _ id: Int, _ kind: Cell, on day: String, after: String? = "2026-11-01",
    site: Cell = "3dprinting",
    _ detail: Cell = .null
  ) -> Row {
    View.changes.row([
      "id": .integer(id), "network": "stackexchange", "site": site, "user_id": .integer(id),
      "account_id": .integer(1000 + id), "display_name": .text("Person \(id)"), "kind": kind,
      "detail": detail, "observed_at": .text(day + "T03:00:05Z"),
      "previous_walk_at": after.map { .text($0 + "T03:00:05Z") } ?? .null, "role": "moderator",
    ])
  }

  private func source(_ changes: [Row]) -> SampleSource {
    var source = SampleSource.small
    source.rows[.changes] = changes
    return source
  }

  @Test func oneIntervalIsToldOnceAndSeveralAtTheirSites() throws {
    let one = try report(
      source([
        change(1, "joined", on: "2026-11-20"), change(2, "left", on: "2026-11-20", site: "cooking"),
      ]))["changes.html"]
    #expect(one?.contains("19 days since the last look, on 1 Nov 2026") == true)
    #expect(one?.contains("class=\"when\"") == false)
    let two = try report(
      source([
        change(1, "joined", on: "2026-11-20"),
        change(2, "left", on: "2026-11-20", after: "2026-11-19", site: "cooking"),
      ]))["changes.html"]
    #expect(two?.contains("<span>1 to 19 days since the last look</span>") == true)
    #expect(two?.contains("<p class=\"when\">between 19 Nov and 20 Nov 2026</p>") == true)
    #expect(two?.contains("<p class=\"when\">between 1 Nov and 20 Nov 2026</p>") == true)
  }

  @Test func eachMonthHasItsPageAndItsData() throws {
    let days = ["2026-07-03", "2026-07-04", "2026-09-01", "2026-11-20"]
    let changes = days.enumerated().map { change($0 + 1, "joined", on: $1, after: nil) }
    let files = try report(source(changes))
    #expect(
      files.keys.filter { $0.hasPrefix("changes/") }.sorted() == [
        "changes/2026-07.html", "changes/2026-07.js", "changes/2026-09.html",
        "changes/2026-09.js", "changes/pages.js",
      ])
    let july = try #require(files["changes/2026-07.html"])
    #expect(july.contains("<title>Changes, 3 Jul 2026 to 4 Jul 2026</title>"))
    #expect(july.contains("Page 3 of 3: 3 Jul 2026 to 4 Jul 2026"))
    #expect(july.contains("href=\"../changes.html\">First: 20 Nov 2026<"))
    // The same cards.
    let data = try #require(files["changes/2026-07.js"])
    #expect(data.hasPrefix("modexport.take(\"2026-07\",\"<article class='day' id='d2026-07-04'>"))
    let card = try #require(july.firstMatch(of: /(?s)<article class="day".*?<\/article>/)).output
    #expect(card.contains("href=\"../sites/3dprinting.html\""))
    #expect(
      data.contains(card.replacing("\"", with: "'").replacing("\n", with: "\\n")))
    #expect(
      files["changes/pages.js"]?.contains(#"["2026-07",1,2,"2026-07-03","2026-07-04"]"#) == true)
    // August and October are there as times without changes.
    let months =
      try #require(files["changes.html"]?.split(separator: "<nav class=\"months\"").last)
      .split(separator: "</nav>").first ?? ""
    #expect(months.matches(of: /<li>/).count == 5 && months.matches(of: #/<li><a /#).count == 3)
  }

  @Test func aLongMonthGoesOnOnFurtherPages() throws {
    let changes = (1...2000).map {
      change($0, "joined", on: $0 <= 1500 ? "2026-11-19" : "2026-11-20")
    }
    let files = try report(source(changes))
    let pages = files.filter { $0.key.hasPrefix("changes") && $0.key.hasSuffix(".html") }
    #expect(pages.count == 4 && pages.values.allSatisfy { $0.utf8.count < 300_000 })
    let ids = pages.values.flatMap {
      $0.matches(of: #/ id="c([0-9]+)"/#).map { Int($0.output.1) ?? 0 }
    }
    #expect(ids.sorted() == Array(1...2000))
    // A day has its anchor once, and says elsewhere that it goes on.
    let anchors = pages.values.flatMap {
      $0.matches(of: #/ id="d[0-9-]+"/#).map { String($0.output) }
    }
    #expect(anchors.count == 2 && Set(anchors).count == 2)
    #expect(files["changes/2026-11-3.html"]?.contains("19 Nov 2026, continued") == true)
  }

  /// A clock that was set back, or dates that were corrected, mix the days.
  @Test func daysThatComeTwiceLoseNothing() throws {
    let days = ["2026-09-01", "2026-11-19", "2026-09-02", "2026-11-20"]
    let files = try report(
      source(days.enumerated().map { change($0 + 1, "left", on: $1, after: nil) }))
    let pages = files.filter { $0.key.hasPrefix("changes") && $0.key.hasSuffix(".html") }
    let ids = pages.values.flatMap {
      $0.matches(of: #/ id="c([0-9]+)"/#).map { Int($0.output.1) ?? 0 }
    }
    #expect(ids.sorted() == [1, 2, 3, 4])
    #expect(pages.keys.contains("changes/2026-09-2.html"))
  }

  @Test func changesOfTheRoleAreSaidInWords() throws {
    let page = try #require(
      try report(
        source([change(2, "profile", on: "2026-11-20", #"{"kind":["moderator","staff"]}"#)]))[
          "changes.html"])
    #expect(page.contains("<li class=\"role\">") && page.contains("<b>is now staff</b>"))
    #expect(page.contains("1 changed role"))
  }

  @Test func sitesAndPeopleTellTheirChangesInTheSameWords() throws {
    let files = try report(.small)
    let site = try #require(files["sites/3dprinting.html"])
    #expect(site.contains("<dt>between 19 Nov and 20 Nov 2026</dt>"))
    #expect(site.contains(">Ana &amp; Co</a> <b>left</b></dd>"))
    #expect(site.contains("<b>is now an elected moderator</b></dd>"))
    #expect(site.contains("href=\"../changes.html#site=3dprinting\""))
    let person = try #require(files["person/504.html"])
    #expect(person.contains("<b>left</b> <a href=\"../sites/3dprinting.html\">3D Printing</a>"))
    #expect(person.contains("href=\"../changes.html#person=504\""))
  }

  // MARK: - Feeds

  @Test func sitesWithChangesHaveFeeds() throws {
    let files = try report(.small)
    let feed = try #require(files["sites/3dprinting.atom"])
    #expect(files["sites/cooking.atom"] == nil)
    #expect(feed.contains("<title>Changes among the moderators of 3D Printing</title>"))
    #expect(feed.matches(of: /<entry>/).count == 5)
    #expect(feed.contains("rel=\"self\" href=\"3dprinting.atom\""))
    #expect(feed.contains("rel=\"alternate\" type=\"text/html\" href=\"3dprinting.html\""))
    #expect(feed.contains("href=\"../changes.html#c5\""))
    let site = files["sites/3dprinting.html"]
    #expect(
      site?.contains("title=\"Changes of this site\" href=\"../sites/3dprinting.atom\"") == true)
    #expect(files["sites/cooking.html"]?.contains("Changes of this site\" href") == false)
    // An entry is the same in every feed.
    let ids = feed.matches(of: /<entry><id>([^<]*)</).map { String($0.output.1) }
    let all = files["changes.atom"] ?? ""
    #expect(ids.count == 5 && ids.allSatisfy { all.contains($0) })
  }

  @Test func aPublishedReportNamesItsAddresses() throws {
    let files = try report(.small, address: "https://example.org/m")
    let base = "https://example.org/m/"
    #expect(files["index.html"]?.contains("<link rel=\"canonical\" href=\"\(base)\"/>") == true)
    #expect(
      files["person/cooking_3A9.html"]?.contains("href=\"\(base)person/cooking_3A9.html\"/>")
        == true)
    #expect(files["changes.atom"]?.contains("rel=\"self\" href=\"\(base)changes.atom\"") == true)
    let feed = files["sites/3dprinting.atom"]
    #expect(feed?.contains("rel=\"self\" href=\"\(base)sites/3dprinting.atom\"") == true)
    #expect(feed?.contains("href=\"\(base)changes.html#c5\"") == true)
    let site = files["sites/3dprinting.html"]
    #expect(
      site?.contains("title=\"Changes of this site\" href=\"\(base)sites/3dprinting.atom\"") == true
    )
    #expect(try report(.small)["index.html"]?.contains("canonical") == false)
  }

  @Test(arguments: [
    "ftp://example.org/", "example.org", "https://", "https://me:x@example.org/",
    "https://example.org/?a",
    "https://example.org/#a", "https://example.org/index.html", "https://exa mple.org/",
  ])
  func whatIsNoAddressOfAFolderIsRefused(text: String) {
    #expect(ReportAddress(text) == nil)
  }
}
