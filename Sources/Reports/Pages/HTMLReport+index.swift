import Roster
import Tables

extension HTMLReport {
  func writeIndex() throws {
    let page = ReportPage(
      path: "index.html", template: .index, title: "Who moderates which community")
    let problems = problems
    let others = tally.sites.count - published.count
    let values: [String: Any] = [
      "lede": "An archive of moderator rosters in which every roster carries the evidence "
        + "of how it was read, and says whether that proves it whole.",
      "totals": totals, "completeness": completeness, "problems": problems,
      "hasProblems": !problems.isEmpty, "files": dataFiles, "hasFiles": !dataFiles.isEmpty,
      "hasOthers": others > 0,
      "others": "\(others.counted("site", isGrouped: true)) without a roster",
    ]
    try write(
      page, values,
      [
        "sites": { html in
          for site in published { try writeRow(of: site, to: &html) }
        },
        "others": { try writeOthers(to: &$0) },
        "charts": { html in
          for chart in BarChart.charts(of: tally) { chart.write(to: &html) }
        },
      ])
  }

  private var totals: [[String: String]] {
    [
      ("Sites with a roster", published.count), ("Moderators", tally.moderators),
      ("People", tally.people), ("Changes recorded", tally.changes),
    ].map { ["label": $0.0, "value": $0.1.grouped] }
  }

  private var published: [Record<SiteColumn>] {
    tally.sites.map { Record($0) }.filter { $0.verdict != nil }
  }

  /// The state of the archive in two or three sentences.
  private var completeness: String {
    let complete = published.count { $0.verdict == .complete }
    let unproven = published.count - complete
    let missing = tally.sites.count - published.count
    var sentences = [
      "\(complete.grouped) of the \(tally.sites.count.counted("site", isGrouped: true)) in this archive "
        + "\(complete == 1 ? "has" : "have") a complete roster: every page is there, and the pages agree "
        + "with each other."
    ]
    if unproven > 0 {
      let corroborated = published.count { $0.verdict != .complete && $0.grade == .corroborated }
      let others = unproven - corroborated
      sentences.append(
        unproven.counted("roster is", "rosters are", isGrouped: true) + " unproven: "
          + [
            corroborated > 0
              ? "\(corroborated.grouped) corroborated by a second reading and a total that may be old"
              : nil,
            others > 0 ? "\(others.grouped) published as the site gives them" : nil,
          ].compactMap(\.self).joined(separator: ", ") + ".")
    }
    if missing > 0 {
      sentences.append(
        missing.counted("site has", "sites have", isGrouped: true) + " not been mirrored, or not "
          + "yet with success; about their moderators this archive says nothing.")
    }
    return sentences.joined(separator: " ")
  }

  /// Sites whose roster or whose latest reading is not complete, with the reasons.
  private var problems: [[String: String]] {
    tally.sites.compactMap { row in
      let site = Record<SiteColumn>(row)
      guard let latest = tally.latestWalks[site.site], latest.verdict != .complete
      else { return nil }
      let name = site[.name] ?? site.site.id
      return [
        "name": name, "href": pages.address(of: site.site), "state": Words.verdict(of: site),
        "why": "Read on \(latest[.finishedAt]?.prefix(10) ?? ""): "
          + Words.reasons(latest[.reasons]) + ".",
      ]
    }
  }

  /// The sites without a roster, as items of a list.
  private func writeOthers(to html: inout HTMLStream) throws {
    for row in tally.sites {
      let site = Record<SiteColumn>(row)
      guard site.verdict == nil else { continue }
      html.markup("<li>")
      html.name(site[.name] ?? site.site.id, link: pages.address(of: site.site))
      html.markup("</li>\n")
      try html.drain()
    }
  }

  private func writeRow(of site: Record<SiteColumn>, to html: inout HTMLStream) throws {
    html.markup("<tr><th scope=\"row\">")
    html.name(site[.name] ?? site.site.id, link: pages.address(of: site.site))
    html.markup("</th><td><code>")
    html.text(site.site.id)
    html.markup("</code></td><td>")
    html.text(Words.siteKind(site))
    html.markup("</td>")
    html.numberCell(site.number(.moderators))
    html.markup("<td>")
    html.verdict(of: site)
    html.markup("</td>")
    html.dayCell(site[.publishedAt])
    html.markup("</tr>\n")
    try html.drain()
  }
}

extension HTMLStream {
  /// A verdict in its colour; the class can only be one that the style knows.
  mutating func verdict(of site: Record<SiteColumn>) {
    switch site.verdict {
    case .complete: markup("<span class=\"verdict complete\">")
    case .unproven: markup("<span class=\"verdict unproven\">")
    case .incomplete, nil: markup("<span>")
    }
    text(Words.verdict(of: site))
    markup("</span>")
  }
}

extension Words {
  /// What kind of site it is, and its state where it is not the usual one.
  static func siteKind(_ site: Record<SiteColumn>) -> String {
    let kind =
      switch site[.siteType].map(SiteType.init(rawValue:)) {
      case .main?: "main"
      case .meta?: "meta"
      case let other: other?.rawValue ?? ""
      }
    let usual: Set<String> = ["normal", "linked_meta"]
    let state = site[.siteState].flatMap { usual.contains($0) ? nil : $0 }
    let closed = site[.closedAt].map { _ in "no longer listed" }
    return [kind, state?.replacing("_", with: " "), closed].compactMap { $0 }
      .joined(separator: ", ")
  }
}
