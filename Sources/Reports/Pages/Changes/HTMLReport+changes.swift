import Roster
import Tables

extension HTMLReport {
  func writeChanges() throws {
    let pager = Pager("changes", itemCount: tally.changes, pageSize: 500)
    let kicker = "\(tally.changes.counted("change", isGrouped: true)) recorded"
    try forEachPage(of: .changes, pager) { rows, number in
      let page = ReportPage(
        path: pager.path(number), template: .changes,
        title: number == 1 ? "Changes" : "Changes, page \(number.grouped)")
      let holes: Holes = [
        "pager": { pager.write(number, label: "Pages", root: page.root, to: &$0) },
        "pager-end": { pager.write(number, label: "Pages, again", root: page.root, to: &$0) },
        "changes": { html in
          var journal = Journal(report: self, root: page.root)
          for row in rows {
            journal.write(Record(row), to: &html)
            try html.drain()
          }
          journal.finish(&html)
        },
      ]
      try write(page, ["kicker": kicker, "isFirst": number == 1], holes)
    }
  }

  /// Reads a view once and hands over its rows by the page; one page without rows where it has none.
  func forEachPage(
    of view: View, _ pager: Pager, _ body: ([Row], _ number: Int) throws -> Void
  ) throws {
    var rows: [Row] = []
    var number = 0
    try source.forEachRow(of: view, site: nil, order: .reader) { row in
      rows.append(row)
      guard rows.count == pager.pageSize else { return }
      number += 1
      try body(rows, number)
      rows.removeAll(keepingCapacity: true)
    }
    if !rows.isEmpty || number == 0 { try body(rows, number + 1) }
  }

  /// The most changes on the page of a site.
  private static let mostOnSite = 500

  /// What the page of a site says above its changes.
  func journalValues(of site: SiteRef) -> [String: Any] {
    let count = tally.changesBySite[site] ?? 0
    var values: [String: Any] = ["hasChanges": count > 0]
    if count > Self.mostOnSite {
      values["cut"] =
        "The latest \(Self.mostOnSite.grouped) of \(count.grouped); all of them are among the changes of all sites."
    }
    return values
  }

  /// The changes of a site, the latest first.
  func writeJournal(of site: SiteRef, root: String, to html: inout HTMLStream) throws {
    var journal = SiteJournal(report: self, root: root)
    try source.forEachRow(of: .changes, site: site, order: .reader, limit: Self.mostOnSite) { row in
      journal.write(Record(row), to: &html)
      try html.drain()
    }
    journal.finish(&html)
  }
}
