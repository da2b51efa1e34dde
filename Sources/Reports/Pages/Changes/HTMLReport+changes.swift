import Markup
import Roster
import Tables

extension HTMLReport {
  /// Writes all changes by the month: as plain pages, and all but the latest ones as data for the page that
  /// goes on without end where there are scripts.
  func writeChanges() throws {
    try writeChangeIndex()
    let pager = changes.pager
    var told: Set<DayNumber> = []
    var rows: [ReportedChange] = []
    var number = 1
    func endPage() throws {
      let root = ReportPage(path: pager.path(number), title: "").root
      let cards = cards(of: rows, root: root, told: told)
      try writeChanges(cards, pager, number)
      if number > 1 { try writeData(of: cards, changes.pages[number - 1].name) }
      told.formUnion(rows.map(\.day))
      number += 1
      rows.removeAll(keepingCapacity: true)
    }
    try source.forEachRow(of: .changes, order: .reader) { row in
      rows.append(ReportedChange(row))
      if rows.count == changes.pages[number - 1].count { try endPage() }
    }
    if number == 1 { try endPage() }
  }

  private func writeChanges(_ cards: HTML, _ pager: Pager, _ number: Int) throws {
    let plan = changes.pages.indices.contains(number - 1) ? changes.pages[number - 1] : nil
    let page = ReportPage(
      path: pager.path(number), section: .changes,
      title: plan.map { "Changes, \($0.words)" } ?? "Changes")
    let kinds = News.allCases.compactMap { news in
      changes.counts[news].map { "\(news.rawValue)=\(news.label)=\($0.grouped)" }
    }.joined(separator: "|")
    let data: HTML = #" data-page="\#(number)" data-root="\#(page.root)" data-kinds="\#(kinds)""#
    let feed: HTML = #"""
      <p class="note">For feed readers, where this report is published on the web: <a href="\#(feed(from: page))">all changes</a>; \#
      the page of each site has a feed of its own.</p>

      """#
    try write(
      page,
      #"""
      <header class="title">
      <p class="kicker">\#(asOf) · \#(tally.changes.counted("change", isGrouped: true)) recorded</p>
      <h1>Changes</h1>
      <p class="lede">Who joined, left, came back or has a new name, latest first. Sites are read from time to time, \#
      so a change happened between two looks at a site.</p>
      </header>
      \#(if: number == 1, months(root: page.root))\#(pager.links(on: number, label: "Pages", root: page.root))
      <div id="changes"\#(if: plan != nil, data)>
      \#(cards)</div>
      <div id="changes-end">
      \#(pager.links(on: number, label: "Pages, again", root: page.root))</div>
      \#(if: number == 1, feed)
      """#)
  }

  /// The cards of a page for the page before, which is at the top of the report.
  private func writeData(of cards: HTML, _ name: String) throws {
    try writeFile(
      "changes/\(name).js",
      Array("modexport.take(\"\(name)\",".utf8) + ScriptFile.text(of: cards.bytes)
        + Array(");\n".utf8))
  }

  /// Which page has which changes and days, for links to them.
  private func writeChangeIndex() throws {
    guard changes.pages.count > 1 else { return }
    var file = ScriptFile()
    for page in changes.pages {
      file.append(
        .array([
          .text(page.name), .integer(page.lowest), .integer(page.highest),
          .text(page.first.date.utcDay), .text(page.last.date.utcDay),
        ]))
    }
    try writeFile("changes/pages.js", file.take("pages"))
  }

  /// A bar upwards for those who joined and one downwards for those who left in each month; the way to its
  /// changes.
  private func months(root: String) -> HTML {
    let months = changes.months
    guard let first = months.keys.min(), let last = months.keys.max(), last > first else {
      return ""
    }
    let most = months.values.map { max($0.joined, $0.left) }.max() ?? 0
    let items = (first...last).reversed().map { number -> HTML in
      let words = DayWords.month(TimeScale.text(ofMonth: number))
      guard let month = months[number] else {
        return "<li><span>\(bar(0, 0, most))\(label(words))</span></li>\n"
      }
      let title = "\(words): \(month.joined.grouped) joined, \(month.left.grouped) left"
      return #"""
        <li><a href="\#(root + changes.pager.path(month.page + 1))" title="\#(title)">\#
        \#(bar(month.joined, month.left, most))\#(label(words))</a></li>

        """#
    }
    return #"<nav class="months" aria-label="Months"><ol>\#n\#(items)</ol></nav>\#n"#
  }

  private func bar(_ joined: Int, _ left: Int, _ most: Int) -> HTML {
    let (up, down) = (height(joined, most), height(left, most))
    return #"""
      <svg aria-hidden="true">\#
      \#(if: up > 0, #"<rect class="up" x="15%" width="70%" y="\#((50 - up).percent)" height="\#(up.percent)"/>"#)\#
      \#(if: down > 0, #"<rect class="down" x="15%" width="70%" y="50%" height="\#(down.percent)"/>"#)</svg>
      """#
  }

  /// In hundredths of the drawing, of which each half has fifty.
  private func height(_ count: Int, _ most: Int) -> Double {
    count == 0 ? 0 : max(Double(count) / Double(most) * 50, 2)
  }

  private func label(_ words: String) -> HTML {
    let parts = words.split(separator: " ").map { String($0) }
    return "<span>\(parts.first) <i>\(parts.last)</i></span>"
  }

  // MARK: - Pages of sites and people

  /// The most changes on the page of a site.
  private static let mostOnSite = 500

  /// The changes of a site, the latest first.
  func journal(of site: ReportedSite, _ page: ReportPage) throws -> HTML {
    guard let count = tally.changesBySite[site.site], count > 0 else {
      return site.verdict == nil
        ? "" : "<p>No change was seen since this archive first read the site.</p>\n"
    }
    var items: [(Readings, NewsItem)] = []
    try source.forEachRow(of: .changes, site: site.site, order: .reader, limit: Self.mostOnSite) {
      let change = ReportedChange($0)
      items.append((change.readings, NewsItem(change, self, root: page.root)))
    }
    let isCut = count > Self.mostOnSite
    let cut = isCut ? "The latest \(Self.mostOnSite.grouped) of \(count.grouped). " : ""
    let key = pages.address(of: site.site).dropFirst("sites/".count).dropLast(".html".count)
    let feed = page.feed.map { #" · <a href="\#($0)">for feed readers</a>"# as HTML }
    return #"""
      <section aria-labelledby="changes">
      <h2 id="changes">Changes</h2>
      <dl class="journal">
      \#(HTML.journal(items, isVerbFirst: false))</dl>
      <p class="note">\#(cut)<a href="../changes.html#site=\#(String(key))">All changes of this site, by kind</a>\#(feed)\#
      \#(feed == nil ? "" : ", where this report is published on the web")</p>
      </section>

      """#
  }
}

extension ChangePlan {
  /// The latest page is that of the report's navigation, the others are named by their month.
  var pager: Pager {
    Pager(
      pages: pages.enumerated().map { place, page in
        (place == 0 ? "changes.html" : "changes/\(page.name).html", page.words)
      }, first: "changes.html")
  }
}
