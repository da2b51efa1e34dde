import Roster
import Tables

extension HTMLReport {
  func writeChanges() throws {
    let pager = Pager(name: "changes", itemCount: tally.changes, pageSize: 500)
    let kicker = "\(tally.changes.counted("change", isGrouped: true)) recorded"
    let names = siteNames
    try forEachPage(of: .changes, pager) { rows, number in
      let page = ReportPage(path: pager.path(number), template: .changes, title: "Changes")
      let holes: Holes = [
        "pager": { pager.write(number, label: "Pages", root: page.root, to: &$0) },
        "pager-end": { pager.write(number, label: "Pages, again", root: page.root, to: &$0) },
        "changes": { try writeJournal(rows, names: names, root: page.root, to: &$0) },
      ]
      try write(page, ["kicker": kicker], holes)
    }
  }

  /// The names of all sites.
  var siteNames: [SiteRef: String] {
    let pairs = tally.sites.map { row in
      let site = Record<SiteColumn>(row)
      return (site.site, site[.name] ?? site.site.id)
    }
    return Dictionary(pairs, uniquingKeysWith: { $1 })
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

  /// Changes under a heading for each day.
  private func writeJournal(
    _ rows: [Row], names: [SiteRef: String], root: String, to html: inout HTMLStream
  ) throws {
    var day: String?
    for row in rows {
      let change = Record<ChangeColumn>(row)
      let today = String((change[.observedAt] ?? "").prefix(10))
      if today != day {
        if day != nil { html.markup("</ol>\n") }
        html.markup("<h2>")
        html.day(change[.observedAt])
        html.markup("</h2>\n<ol class=\"journal\">\n")
        day = today
      }
      let site = change.site
      html.change(
        change, siteLink: root + pages.address(of: site), siteName: names[site] ?? site.id)
      try html.drain()
    }
    html.markup(day == nil ? "<p>No change has been seen yet.</p>\n" : "</ol>\n")
  }
}
