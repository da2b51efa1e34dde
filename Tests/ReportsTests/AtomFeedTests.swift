import Foundation
import FoundationXML
import Reports
import Roster
import Tables
import TestKit
import Testing

struct AtomFeedTests {
  private func feed(_ source: SampleSource) throws -> String {
    let sink = CollectingSink()
    try AtomFeed(source: source).write(to: sink)
    return sink.text
  }

  private func values(of element: String, in xml: String) throws -> [String] {
    let parser = XMLParser(data: Data(xml.utf8))
    let collector = Collector(element)
    parser.delegate = collector
    #expect(parser.parse())
    return collector.values
  }

  @Test func changesBecomeEntriesLatestFirst() throws {
    let titles = try values(of: "title", in: try feed(.small))
    #expect(
      titles == [
        "Changes among moderators", "3D Printing: =HYPERLINK(\"x\") came back",
        "3D Printing: =HYPERLINK(\"x\") is now an elected moderator",
        "3D Printing: Sean is now called Seán O’Brien",
        "3D Printing: מרים לוי joined",
        "3D Printing: Ana & Co left",
      ])
  }

  @Test func idsStayWhenChangesAreAdded() throws {
    let before = try values(of: "id", in: try feed(.small))
    var source = SampleSource.small
    var more = try #require(source.rows[.changes]?.last)
    more[0] = 6
    source.rows[.changes]?.append(more)
    source.asOf += 86_400
    let after = try values(of: "id", in: try feed(source))
    #expect(after.count == before.count + 1)
    #expect(Set(after).count == after.count)
    #expect(Set(after).isSuperset(of: before))
    #expect(after.first == before.first)
    for id in after {
      #expect(
        id.wholeMatch(
          of: /urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil
      )
    }
  }

  @Test func idsStayWhateverSitesAndApisAreCalled() throws {
    var source = SampleSource.small
    source.origin = "https://api.stackexchange.com/2.3, https://api.example"
    let site = try #require(View.changes.columnNames.firstIndex(of: "site"))
    source.rows[.changes] = source.rows[.changes]?.map { row in
      var row = row
      row[site] = "renamed"
      return row
    }
    let ids = try values(of: "id", in: try feed(source))
    #expect(try values(of: "id", in: try feed(.small)) == ids)
  }

  @Test func anotherArchiveHasOtherIds() throws {
    var other = SampleSource.small
    other.identity = "another"
    let ids = Set(try values(of: "id", in: try feed(.small)))
    #expect(ids.isDisjoint(with: try values(of: "id", in: try feed(other))))
  }

  @Test func aLongHistoryIsCutToItsLatest() throws {
    var source = SampleSource.small
    let change = try #require(source.rows[.changes]?.first)
    source.rows[.changes] = (1...1000).map { number in
      var row: Row = [.integer(number)] + change.dropFirst()
      // Ten a day.
      row[ChangeColumn.observedAt.rawValue] = .text(
        Date(unixSeconds: 1_790_000_000 + number / 10 * 86_400).rfc3339)
      return row
    }
    #expect(try values(of: "id", in: try feed(source)).count == AtomFeed.limit + 1)
  }

  /// A subscriber sees the report of each night, and no more.
  @Test func allChangesOfANightAreInTheFeedsHoweverManyTheyAre() throws {
    var source = SampleSource.small
    let change = try #require(source.rows[.changes]?.first)
    source.rows[.changes] = (1...900).map { number in
      var row: Row = [.integer(number)] + change.dropFirst()
      if number > 90 { row[ChangeColumn.site.rawValue] = "another" }
      return row
    }
    #expect(try values(of: "id", in: try feed(source)).count == 900 + 1)
    let ref = Record<ChangeColumn>(change).site
    try withTemporaryFolder { folder in
      _ = try ReportWriter(source: source).write(to: folder + "/report")
      let own = try String(contentsOfFile: "\(folder)/report/sites/\(ref.id).atom", encoding: .utf8)
      #expect(own.components(separatedBy: "<entry>").count == 90 + 1)
    }
  }
}

/// Collects the text of one kind of element.
private final class Collector: NSObject, XMLParserDelegate {
  var values: [String] = []
  private let element: String
  private var isInside = false

  init(_ element: String) { self.element = element }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    isInside = name == element
    if isInside { values.append("") }
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if isInside { values[values.count - 1] += text }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    isInside = false
  }
}
