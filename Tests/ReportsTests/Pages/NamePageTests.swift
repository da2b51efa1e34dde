import Foundation
import Reports
import Roster
import TestKit
import Testing

/// What pages call people and networks, and what the package says of where they come from.
struct NamePageTests {
  private func files(_ source: SampleSource) throws -> [String: String] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "modexport-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try ReportWriter(source: source).write(to: folder.path)
    var files: [String: String] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      let data = FileManager.default.contents(atPath: folder.path + "/" + name)
      files[name] = data.map { String(decoding: $0, as: UTF8.self) }
    }
    return files
  }

  @Test(arguments: ["", " ", "\u{200B}", "\u{3164}", "\u{202E}\u{2066}", "\u{301}", "\u{2800}"])
  func somebodyWhoseNameCannotBeSeenHasANumber(name: String) throws {
    var source = SampleSource.small
    for view in [View.moderators, .people, .changes] {
      guard let column = view.columnNames.firstIndex(of: "display_name") else { continue }
      source.rows[view] = source.rows[view]?.map { row in
        var row = row
        if row[column] == "מרים לוי" { row[column] = .text(name) }
        return row
      }
    }
    let files = try files(source)
    let site = try #require(files["sites/3dprinting.html"])
    // In the list, the drawing and the changes.
    #expect(site.components(separatedBy: ">user 77</a>").count == 4)
    #expect(files["changes.html"]?.contains(">user 77</a>") == true)
    #expect(files["people.html"]?.contains(">account 502</a>") == true)
    #expect(files["person/502.html"]?.contains("<h1 dir=\"auto\">account 502</h1>") == true)
    #expect(files["changes.atom"]?.contains("user 77 joined") == true)
    // Tables for programs have what the site gave.
    let table = try #require(files["csv/moderators.csv"]?.split(separator: "\r\n"))
    #expect(table.contains { $0.contains(",\(name),") || $0.contains(",\"\(name)\",") })
  }

  @Test func aNameWithALetterStaysAsItIs() throws {
    var source = SampleSource.small
    source.set(.moderators, "display_name", of: "cooking", to: "\u{200B}·\u{200B}")
    #expect(try files(source)["sites/cooking.html"]?.contains(">\u{200B}·\u{200B}</a>") == true)
  }

  @Test func aPageHasTheNamesOfEachDay() throws {
    var source = SampleSource.small
    source.rows[.observations] = [
      View.observations.row([
        "network": "stackexchange", "site": "3dprinting", "read_at": "2026-11-20T03:00:05Z",
      ])
    ]
    source.datedNames[77] = [
      DatedName("Before", since: .distantPast), DatedName("After", since: source.asOf - 86_400),
    ]
    let page = try #require(try files(source)["sites/3dprinting.html"])
    let names = #"["Before","2026-11-19T00:00:00Z","After"]"#
    #expect(page.contains(names))
  }

  @Test func networksAreToldWhereThereAreSeveral() throws {
    let one = try files(.small)
    #expect(one["index.html"]?.contains(">Network</th>") == false)
    #expect(one["people.html"]?.contains(">Network</th>") == false)
    let two = try files(.ofTwoNetworks)
    let index = try #require(two["index.html"])
    #expect(index.contains("<th scope=\"col\">Network</th>"))
    #expect(index.contains("Forum</a></th><td>discourse</td>"))
    #expect(index.contains("Seasoned Advice</a></th><td>stackexchange</td>"))
    #expect(two["people/names/sites.js"]?.contains("\"forum.example.org\",\"discourse\"]") == true)
  }

  @Test(arguments: [
    ("https://api.stackexchange.com/2.3", true), ("forum.example.org", false),
    ("the sample network (seed 1), whose sites and people are made up", false),
    ("https://a.example, https://b.example", false),
  ])
  func onlyAnAddressIsThePathOfASource(origin: String, isPath: Bool) throws {
    var source = SampleSource.small
    source.origin = origin
    let text = try #require(try files(source)["datapackage.json"])
    let package = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let sources = try #require(package["sources"] as? [[String: String]])
    #expect(sources == [isPath ? ["title": origin, "path": origin] : ["title": origin]])
  }
}
