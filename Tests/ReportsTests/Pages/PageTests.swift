import Foundation
import Reports
import Roster
import TestKit
import Testing

struct PageTests {
  /// Writes a report into a folder of its own and hands over its text files.
  private func report(_ source: SampleSource) throws -> [String: String] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "modexport-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try ReportWriter(source: source).write(to: folder.path)
    var files: [String: String] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      guard let data = FileManager.default.contents(atPath: folder.path + "/" + name) else {
        continue
      }
      files[name] = String(decoding: data, as: UTF8.self)
    }
    return files
  }

  private func pages(_ files: [String: String]) -> [String: String] {
    files.filter { $0.key.hasSuffix(".html") || $0.key.hasSuffix(".atom") }
  }

  /// The grade of a list that cannot prove more is told where its verdict is.
  @Test(arguments: [
    ("published", "unpaged_list"), ("published", "total_differs"),
    ("corroborated", "total_may_be_old"),
  ])
  func aLowerGradeIsTold(grade: String, reason: String) throws {
    var source = SampleSource.small
    source.set(.sites, "grade", of: "cooking", to: .text(grade))
    source.set(.walks, "grade", of: "cooking", to: .text(grade))
    source.set(.walks, "reasons", of: "cooking", to: .text(reason))
    let files = try report(source)
    let (index, site) = (try #require(files["index.html"]), files["sites/cooking.html"] ?? "")
    // A corroborated list is the best that its network has.
    let told = grade == "corroborated" ? ">corroborated<" : ">unproven (\(grade))<"
    #expect(index.contains(told))
    #expect(index.contains(grade == "published" ? "1 published as" : "1 corroborated by"))
    #expect(site.contains(told) && site.contains("unproven (grade \(grade)):"))
  }

  /// Several lists are no pages of one.
  @Test func thePagesOfEachListOfARosterAreTold() throws {
    var source = SampleSource.small
    var admins = try #require(source.rows[.pages]?.last)
    for (column, cell) in [(PageColumn.role, "admin" as Cell), (.itemCount, 3), (.total, 3)] {
      admins[column.rawValue] = cell
    }
    source.rows[.pages]?.append(admins)
    let page = try #require(try report(source)["sites/3dprinting.html"])
    #expect(page.contains(", admin</td>"))
  }

  @Test func anEmptyArchiveStillMakesAReport() throws {
    for (name, page) in pages(try report(SampleSource())) {
      #expect(xmlError(in: page) == nil, "\(name)")
    }
  }

  @Test func linksWithinTheReportLeadToFiles() throws {
    var source = SampleSource.small
    source.rows[.people] = (0..<600).map { number in
      View.people.row([
        "network": "stackexchange", "account_id": .integer(number + 1), "display_name": "P",
        "sites": 1, "site_list": "cooking",
      ])
    }
    source.rows[.moderators, default: []] += (0..<1_100).map { number in
      View.moderators.row([
        "network": "stackexchange", "site": "cooking", "account_id": .integer(number + 1),
        "user_id": .integer(number + 1000), "display_name": "P", "kind": "moderator",
        "first_seen": "2026-11-01T03:00:05Z",
      ])
    }
    let files = try report(source)
    for (name, page) in pages(files) {
      let base = URL(filePath: "/r/" + name)
      for match in page.matches(of: /(?:href|src)="([^"]*)"/)
      where !match.output.1.hasPrefix("http") {
        let target = try #require(URL(string: String(match.output.1), relativeTo: base))
        let path = String(target.path(percentEncoded: false).dropFirst("/r/".count))
        let file = try #require(files[path], "\(name) → \(match.output.1)")
        // What a page is to show stands there with a sign of equality.
        let place = target.fragment().flatMap { $0.contains("=") ? nil : " id=\"\($0)\"" }
        #expect(place.map(file.contains) ?? true, "\(name) → \(match.output.1)")
      }
    }
    #expect(files["people/2.html"]?.contains("Page 2 of 2") == true)
    #expect(files["sites/cooking~3.html"]?.contains("Page 3 of 3") == true)
  }

  @Test(arguments: [
    "<script>run()</script>", "\"><img src=x onerror=run()>", "'\u{301} onclick='run()",
    "\"\u{301} onclick=\"run()", "<\u{301}b>", "javascript:run()", "data:text/html,<script>", "-->",
    "<!--hole:sites-->", "<!--hole:people-->", "{{title}}", "{{{content}}}", "{{#sites}}", "]]>",
    "</style><script>run()</script>", "\u{0}\u{1B}[31m\u{7F}\u{FFFE}", "\u{202E}gnp.exe",
    "&lt;b&gt;", "&#0;",
    "../../etc/passwd", ".", "..", "/", "a/b", "%2e%2e%2f", "CON", "https://x\" onclick=\"run()",
    "{\"a\":[\"b\"]}", "{\"display_name\":[\"<b>\",\"</li>\"]}", "\u{FEFF}=1+1", "\r\nX: y", "a b",
    " ",
  ])
  func aHostileValueInEveryCellBreaksNothing(value: String) throws {
    var source = SampleSource.small
    for view in View.allCases { source.rows[view] = source.rows[view]?.map { hostile($0, value) } }
    // With one id for all, there can be only one site.
    source.rows[.sites] = source.rows[.sites]?.suffix(1)
    source.generator = value
    source.origin = value
    let files = try report(source)
    for (name, page) in pages(files) {
      #expect(xmlError(in: page) == nil, "\(name)")
      #expect(!page.contains("run()>") && !page.contains("onclick=\""), "\(name)")
      #expect(page.matches(of: /<script/).count == (name.hasSuffix(".html") ? 1 : 0), "\(name)")
      for match in page.matches(of: /href="([^"]*)"/) {
        #expect(
          match.output.1.prefixMatch(of: /[a-z]+:/) == nil || match.output.1.hasPrefix("http"))
      }
    }
    let package = Data(try #require(files["datapackage.json"]).utf8)
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: package) }
    for (name, table) in files where name.hasSuffix(".csv") {
      let records = try CSVReader.records(in: Array(table.utf8))
      #expect(Set(records.map(\.count)).count == 1, "\(name)")
    }
  }

  /// Every text of the row but the terms that the program itself chose.
  private func hostile(_ row: Row, _ value: String) -> Row {
    let kept: Set<String> = ["complete", "unproven", "moderator", "staff", "community", "joined"]
    return row.map { cell in
      if case .text(let text) = cell, !kept.contains(text) { .text(value) } else { cell }
    }
  }

  @Test(arguments: [
    ("cooking", "cooking.html"), ("meta.cooking", "meta.cooking.html"), ("..", "%2E..html"),
    ("a/b", "a%2Fb.html"), ("é%", "%C3%A9%25.html"), (".hidden", "%2Ehidden.html"),
  ])
  func idsBecomeSafeFileNames(id: String, name: String) throws {
    var source = SampleSource()
    source.rows[.sites] = [
      View.sites.row([
        "network": "stackexchange", "site": .text(id), "name": "N", "verdict": "complete",
      ])
    ]
    #expect(try report(source)["sites/" + name] != nil)
  }

  @Test func aVeryLongIdBecomesAShortFileName() throws {
    var source = SampleSource()
    source.rows[.sites] = ["a", "b"].map { ending in
      View.sites.row([
        "network": "stackexchange", "site": .text(String(repeating: "é", count: 500) + ending),
        "verdict": "complete",
      ])
    }
    let names = try report(source).keys.filter { $0.hasPrefix("sites/") }
    #expect(names.count == 2)
    #expect(names.allSatisfy { $0.utf8.count < 200 })
  }

  @Test func everyPageLoadsTheSameStyleAndScriptAndNothingElse() throws {
    let files = try report(.small)
    #expect(files["report.css"] != nil && files["report.js"] != nil)
    for (name, page) in files where name.hasSuffix(".html") {
      let policy = try #require(page.firstMatch(of: /Policy" content="([^"]*)"/)?.output.1)
      #expect(policy.hasPrefix("default-src &#39;none&#39;; style-src &#39;self&#39; file:;"))
      #expect(!policy.contains("unsafe"))
      #expect(!page.contains("<style") && !page.contains("style=\""), "\(name)")
      let root = name.contains("/") ? "../" : ""
      #expect(
        page.contains("src=\"\(root)report.js\"") && page.contains("href=\"\(root)report.css\""))
    }
  }

  @Test func aSiteOfWhichNothingIsKnownHasNoPage() throws {
    var source = SampleSource.small
    #expect(try report(source)["sites/meta.cooking.html"] == nil)
    // One that was tried has a page that says what was answered.
    let meta = SiteRef(test: "meta.cooking")
    source.faults = [meta: "page above 25 requires <access>"]
    let files = try report(source)
    let page = try #require(files["sites/meta.cooking.html"])
    #expect(page.contains("has not been read completely yet"))
    #expect(page.contains("page above 25 requires &lt;access&gt;"))
    #expect(!page.contains("id=\"changes\"") && !page.contains("id=\"receipt\""))
    #expect(files["index.html"]?.contains("1 site could not be read completely yet.") == true)
  }

  @Test func aFailedAttemptDoesNotCallACompleteListIncomplete() throws {
    var source = SampleSource.small
    source.faults = [SiteRef(test: "3dprinting"): "busy"]
    let files = try report(source)
    let said = "The latest attempt failed. The answer was: “busy”"
    let row = try #require(files["index.html"]?.firstMatch(of: /<td>complete<\/td><td>(.*?)<\/td>/))
    #expect(row.1.hasPrefix(said + " Its list is the one read on 2"), "\(row.1)")
    #expect(files["sites/3dprinting.html"]?.contains(said) == true)
  }

  @Test func everyTenureOfSomebodyWhoCameBackIsTold() throws {
    let files = try report(.small)
    let site = try #require(files["sites/3dprinting.html"])
    let person = try #require(files["person/503.html"])
    for page in [site, person] {
      #expect(page.contains("2 times, first on 1 Nov 2026 or earlier"))
      #expect(
        page.contains("there on 1 Nov 2026 or earlier, left between 9 Nov and 12 Nov 2026"))
      #expect(
        page.contains("joined between 18 Nov and 20 Nov 2026, still there on 20 Nov 2026"))
    }
    #expect(files["person/501.html"]?.contains("<bdi>Sean</bdi> (until 19 Nov 2026)") == true)
    #expect(files["person/504.html"]?.contains("does not moderate any now") == true)
  }

  @Test func peopleBeyondSomeHundredStandInGroups() throws {
    var source = SampleSource.small
    source.rows[.moderators] = (1...1200).map { number in
      View.moderators.row([
        "network": "stackexchange", "site": "cooking", "account_id": .integer(number * 3),
        "user_id": .integer(number), "display_name": "P", "kind": "moderator",
        "first_seen": "2026-11-01T03:00:05Z",
      ])
    }
    let files = try report(source)
    let pages = files.filter { $0.key.hasPrefix("person/") }
    // Everybody once, on the page that their number leads to.
    let people = pages.flatMap { name, page in
      page.matches(of: /<article id="p([0-9]+)"/).map { (name, Int($0.output.1) ?? 0) }
    }
    let groups = (1200 + 49) / 50
    #expect(people.count == 1200 && Set(people.map(\.1)).count == 1200)
    #expect(people.allSatisfy { $0.0 == "person/\($0.1 % groups + 1).html" })
  }

  /// A tenure that only a log tells, from one second to another one.
  private static func logged(_ began: Int, _ ended: Int) -> Tenure {
    let (began, ended) = (Date(unixSeconds: began), Date(unixSeconds: ended))
    return Tenure(
      userID: 90, name: "H",
      bounds: TenureBounds(
        beganAfter: began, beganBefore: began, endedAfter: ended, endedBefore: ended, source: .log))
  }

  @Test func whatALogTellsIsDrawnAndItsSourceIsSaid() throws {
    var source = SampleSource.small
    let began = try #require(Date(dayOrInstant: "2025-05-06T00:00:00Z"))
    source.earlier[90]?[0].bounds.beganAfter = began
    source.earlier[90]?[0].bounds.beganBefore = began
    source.earlier[90]?[0].bounds.source = .log
    source.unseen[90] = [
      Self.logged(1_600_000_000, 1_610_000_000)
    ]
    let files = try report(source)
    let person = try #require(files["person/503.html"])
    #expect(person.contains("3 times, first on 13 Sep 2020 (by the rights log)"))
    #expect(person.contains("left on 7 Jan 2021, 06:13:20 (by the rights log)"))
    #expect(
      person.contains("joined on 6 May 2025, 00:00:00 (by the rights log), left between "))
    #expect(person.matches(of: /<rect class="l"/).count == 2)
    let site = try #require(files["sites/3dprinting.html"])
    #expect(site.contains("3 times, first on 13 Sep 2020 (by the rights log)"))
    #expect(site.contains("<rect class=\"l\""))
  }

  /// The first roster has shown them before the log tells of the tenure that no roster could show.
  @Test func aTenureBetweenTwoRostersStandsBetweenThem() throws {
    var source = SampleSource.small
    source.unseen[90] = [
      Self.logged(1_794_600_000, 1_794_700_000)
    ]
    let person = try #require(try report(source)["person/503.html"])
    let list = try #require(
      person.firstMatch(of: /<summary>(3 times[^<]*)<\/summary><ol>(.*?)<\/ol>/))
    #expect(list.1 == "3 times, first on 1 Nov 2026 or earlier")
    let sentences = list.2.matches(of: /<li>(there|joined) (on|between) (\d+)/).map(\.output.3)
    #expect(sentences == ["1", "13", "18"])
  }
}
