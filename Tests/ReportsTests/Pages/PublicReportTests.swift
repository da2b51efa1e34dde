import Foundation
import Reports
import Roster
import TestKit
import Testing

/// What a report for the public leaves out, and what it keeps. `Tests/Readers` looks for the values of a whole archive.
struct PublicReportTests {
  private func files(_ source: any ReportSource) throws -> [String: String] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "modexport-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    var writer = ReportWriter(source: source)
    writer.publicAfter = 365 * 86_400
    _ = try writer.write(to: folder.path)
    var files: [String: String] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      let data = FileManager.default.contents(atPath: folder.path + "/" + name)
      files[name] = data.map { String(decoding: $0, as: UTF8.self) }
    }
    return files
  }

  private func names(of files: [String: String], with text: String) -> [String] {
    files.filter { $0.value.contains(text) }.keys.sorted()
  }

  private func former(_ user: Int, account: Int, _ name: String, leftAt: String) -> Row {
    View.formerModerators.row([
      "network": "stackexchange", "site": "cooking", "user_id": .integer(user),
      "account_id": .integer(account), "display_name": .text(name), "kind": "moderator",
      "link": .text("https://cooking.example/users/\(user)/\(name)"),
      "first_seen": "2019-01-01T00:00:00Z", "last_seen": "2019-12-31T00:00:00Z",
      "role": "moderator", "left_at": .text(leftAt),
    ])
  }

  @Test func whoLeftLongAgoHasANumber() throws {
    var source = SampleSource.small
    source.rows[.formerModerators] = [
      former(41, account: 541, "Longgone", leftAt: "2020-01-01T00:00:00Z"),
      former(42, account: 542, "Justgone", leftAt: "2026-01-01T00:00:00Z"),
      // Who moderates another site now.
      former(43, account: 501, "Elsewhere", leftAt: "2020-01-01T00:00:00Z"),
    ]
    source.rows[.changes] = [
      View.changes.row([
        "id": 1, "network": "stackexchange", "site": "cooking", "user_id": 41, "account_id": 541,
        "display_name": "Longgone", "kind": "renamed",
        "detail": #"{"display_name":["Oldname","Longgone"]}"#, "role": "moderator",
        "observed_at": "2019-06-01T00:00:00Z", "previous_walk_at": "2019-05-01T00:00:00Z",
      ])
    ]
    source.datedNames[41] = [
      DatedName("Firstname", since: .distantPast), DatedName("Longgone", since: source.asOf - 9e7),
    ]
    let files = try files(source)
    #expect(names(of: files, with: "Longgone") == [])
    #expect(names(of: files, with: "Firstname") == [])
    #expect(names(of: files, with: "Oldname") == [])
    #expect(files["sites/cooking.html"]?.contains(">user 41</a>") == true)
    #expect(files["person/541.html"]?.contains("<h1 dir=\"auto\">account 541</h1>") == true)
    #expect(files["changes.atom"]?.contains("user 41") == true)
    #expect(files["person/542.html"]?.contains("Justgone") == true)
    #expect(files["csv/former_moderators.csv"]?.contains("Elsewhere") == true)
  }

  @Test func ofThoseWhomOnlyALogKnewNoNameIsLeft() throws {
    var source = SampleSource.small
    source.rows[.tenures] = [("Loggedman", "2011"), ("Recent", "2026")].map { name, year in
      View.tenures.row([
        "network": "stackexchange", "site": "cooking", "display_name": .text(name),
        "role": "sysop", "began_before": "2008-03-04T05:06:07Z",
        "ended_before": .text("\(year)-02-03T04:05:06Z"),
      ])
    }
    let files = try files(source)
    #expect(names(of: files, with: "Loggedman") == [])
    let page = (files["sites/cooking.html"] ?? "").replacing(/(<[^>]*>)+/, with: "|")
    #expect(page.contains("On no list |2|"))
    #expect(page.contains("|somebody|sysop|4 Mar 2008|3 Feb 2011|"))
    #expect(page.contains("|Recent|sysop|4 Mar 2008|3 Feb 2026|"))
    #expect(files["people/names/1.js"]?.contains("Recent") == true)
  }

  @Test func nobodyReadsWhatPeopleSayOfThemselves() throws {
    let columns = ["location", "website_url", "about_text", "profile_image"]
    let texts = columns.flatMap { column -> [String] in
      let index = View.moderators.columnNames.firstIndex(of: column) ?? 0
      return SampleSource.small.rows[.moderators]?.map { $0[index].description } ?? []
    }.filter { !$0.isEmpty }
    #expect(!texts.isEmpty)
    let files = try files(SampleSource.small)
    for text in texts { #expect(names(of: files, with: text) == [], "\(text)") }
    #expect(
      files.filter { $0.key.hasSuffix(".html") }.allSatisfy {
        $0.value.contains("left before 2025-11-20")
      })
  }
}
