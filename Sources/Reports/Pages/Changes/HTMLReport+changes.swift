import Markup
import Roster
import Tables

extension HTMLReport {
  /// Writes all changes by the month: as plain pages, and all but the latest ones as data for the page that
  /// goes on without end where there are scripts.
  func writeChanges() throws {
    try writeChangeIndex()
    let pager = changes.pager
    var told: Set<String> = []
    var rows: [Record<ChangeColumn>] = []
    var number = 1
    func flush() throws {
      let cards = try cards(of: rows, on: pager.path(number), told: told)
      try writeChanges(cards, pager, number)
      if number > 1 { try writeData(of: cards, changes.pages[number - 1].name) }
      told.formUnion(rows.map(ChangePlan.day))
      number += 1
      rows.removeAll(keepingCapacity: true)
    }
    try source.forEachRow(of: .changes, site: nil, order: .reader) { row in
      rows.append(Record(row))
      if rows.count == changes.pages[number - 1].count { try flush() }
    }
    if number == 1 { try flush() }
  }

  /// The cards of a page, which its data repeats.
  private func cards(
    of rows: [Record<ChangeColumn>], on path: String, told: Set<String>
  ) throws -> [UInt8] {
    let cards = TextSink()
    var html = HTMLStream(to: cards)
    let page = ReportPage(path: path, template: .changes, title: "")
    var journal = Journal(
      report: self, root: page.root, hasAnchors: true, level: .page, told: told)
    for change in rows { journal.write(change, to: &html) }
    journal.finish(&html)
    try html.finish()
    return cards.bytes
  }

  private func writeChanges(_ cards: [UInt8], _ pager: Pager, _ number: Int) throws {
    let plan = changes.pages.indices.contains(number - 1) ? changes.pages[number - 1] : nil
    let page = ReportPage(
      path: pager.path(number), template: .changes,
      title: plan.map { "Changes, \($0.words)" } ?? "Changes")
    var values: [String: Any] = [
      "kicker": "\(tally.changes.counted("change", isGrouped: true)) recorded",
      "isFirst": number == 1, "hasChanges": plan != nil, "page": number,
      "kinds": News.allCases.compactMap { news in
        changes.counts[news].map { "\(news.rawValue)=\(news.label)=\($0.grouped)" }
      }.joined(separator: "|"),
    ]
    values["days"] = plan?.words
    try write(
      page, values,
      [
        "months": { if number == 1 { writeMonths(root: page.root, to: &$0) } },
        "changes": { $0.written(cards) },
      ].merging(pager.holes(on: number, root: page.root)) { $1 })
  }

  /// The cards of a page for the page before, which is at the top of the report.
  private func writeData(of cards: [UInt8], _ name: String) throws {
    try write("changes/\(name).js") { sink in
      var output = Array("modexport.take(\"\(name)\",".utf8)
      ScriptText.append(cards, to: &output)
      try sink.write(output + Array(");\n".utf8))
    }
  }

  /// Which page has which changes and days, for links to them.
  private func writeChangeIndex() throws {
    guard changes.pages.count > 1 else { return }
    let pages = changes.pages.map { page in
      "[\"\(page.name)\",\(page.lowest),\(page.highest),\"\(page.first)\",\"\(page.last)\"]"
    }
    try write("changes/pages.js") {
      try $0.write(Array("modexport.take(\"pages\",[\(pages.joined(separator: ",\n"))]);\n".utf8))
    }
  }

  /// A bar upwards for those who joined and one downwards for those who left in each month; the way to its
  /// changes.
  private func writeMonths(root: String, to html: inout HTMLStream) {
    let months = changes.months
    let numbers = months.keys.compactMap { DayNumber($0 + "-01")?.month }
    guard let first = numbers.min(), let last = numbers.max(), last > first else { return }
    let most = months.values.map { max($0.joined, $0.left) }.max() ?? 0
    html.markup("<nav class=\"months\" aria-label=\"Months\"><ol>\n")
    for number in (first...last).reversed() {
      let name = TimeScale.text(ofMonth: number)
      let words = DayWords.month(name)
      html.markup("<li>")
      if let month = months[name] {
        html.markup("<a href=\"")
        html.text(root + changes.pager.path(month.page + 1))
        html.markup("\" title=\"")
        html.text("\(words): \(month.joined.grouped) joined, \(month.left.grouped) left")
        html.markup("\">")
        bar(month, most, to: &html)
        label(words, to: &html)
        html.markup("</a>")
      } else {
        html.markup("<span>")
        bar(ChangePlan.Month(page: 0), most, to: &html)
        label(words, to: &html)
        html.markup("</span>")
      }
      html.markup("</li>\n")
    }
    html.markup("</ol></nav>\n")
  }

  private func bar(_ month: ChangePlan.Month, _ most: Int, to html: inout HTMLStream) {
    html.markup("<svg aria-hidden=\"true\">")
    let (up, down) = (height(month.joined, most), height(month.left, most))
    if up > 0 {
      html.markup("<rect class=\"up\" x=\"15%\" width=\"70%\" y=\"")
      html.text((50 - up).percent)
      html.markup("\" height=\"")
      html.text(up.percent)
      html.markup("\"/>")
    }
    if down > 0 {
      html.markup("<rect class=\"down\" x=\"15%\" width=\"70%\" y=\"50%\" height=\"")
      html.text(down.percent)
      html.markup("\"/>")
    }
    html.markup("</svg>")
  }

  /// In hundredths of the drawing, of which each half has fifty.
  private func height(_ count: Int, _ most: Int) -> Double {
    count == 0 ? 0 : max(Double(count) / Double(most) * 50, 2)
  }

  private func label(_ words: String, to html: inout HTMLStream) {
    let parts = words.split(separator: " ")
    html.markup("<span>")
    html.text(String(parts.first ?? ""))
    html.markup(" <i>")
    html.text(String(parts.last ?? ""))
    html.markup("</i></span>")
  }

  // MARK: - Pages of sites and people

  /// The most changes on the page of a site.
  private static let mostOnSite = 500

  /// What the page of a site says above its changes.
  func journalValues(of site: SiteRef) -> [String: Any] {
    let count = tally.changesBySite[site] ?? 0
    let name = pages.address(of: site).dropFirst("sites/".count).dropLast(".html".count)
    var values: [String: Any] = ["hasChanges": count > 0, "changesKey": String(name)]
    values["siteFeed"] = feed(of: site, from: "../")
    if count > Self.mostOnSite {
      values["cut"] = "The latest \(Self.mostOnSite.grouped) of \(count.grouped)."
    }
    return values
  }

  /// The changes of a site, the latest first.
  func writeJournal(of site: SiteRef, root: String, to html: inout HTMLStream) throws {
    var journal = SiteJournal()
    try source.forEachRow(of: .changes, site: site, order: .reader, limit: Self.mostOnSite) { row in
      let change = Record<ChangeColumn>(row)
      journal.write(
        NewsItem(change, self, root: root, hasAnchor: false), Readings(change), to: &html)
      try html.drain()
    }
    journal.finish(&html)
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
