import FoundationEssentials
import Roster
import Tables

extension HTMLReport {
  /// - Parameters:
  ///   - history: Of everybody in the archive.
  ///   - growth: How many moderate the network over time; nil where nothing is known.
  func writeIndex(
    _ history: NetworkHistory, _ growth: NetworkHistory.Curve?, _ state: ArchiveState
  ) throws {
    let page = ReportPage(
      path: "index.html", template: .index, title: "Who moderates which community")
    let latest = try LatestReading(source, history)
    let problems = state.problems
    var values: [String: Any] = [
      "lede": lede(history, state), "totals": totals(history), "completeness": state.sentence,
      "stateMark": state.isWhole ? "✓" : "!", "stateClass": state.isWhole ? "good" : "warn",
      "problems": problems, "hasProblems": !problems.isEmpty, "files": dataFiles.map(\.values),
      "hasFiles": !dataFiles.isEmpty, "hasStaff": tally.total.staff > 0,
      "hasKinds": state.hasKinds, "hasOthers": !state.others.isEmpty, "others": state.othersTitle,
      "hasLatest": latest != nil, "hasDays": state.hasDays,
      "hasStates": state.hasStates, "hasLeaders": !history.leaders.most.isEmpty,
      "hasNetworks": !networks.isEmpty, "hasMoves": !history.movesBySite.isEmpty,
    ]
    values["latestWords"] = latest?.words
    values["equals"] = equals(of: history.leaders)
    values.merge(searchValues) { $1 }
    try write(
      page, values,
      [
        "sites": { html in
          for site in state.published { try write(site, state, history, to: &html) }
        },
        "others": { html in
          for site in state.others {
            html.markup("<li>")
            html.name(siteNames[site.site] ?? site.site.id, link: address(of: site.site))
            html.markup("</li>\n")
            try html.drain()
          }
        },
        "latest": { html in writeNews(latest?.examples ?? [], to: &html) },
        "growth": { html in
          growth?.write(to: &html)
        },
        "most": { html in writeMost(history.leaders, to: &html) },
        "longest": { html in writeLongest(history.leaders, to: &html) },
        "charts": { html in
          try writeMostMoving(history, to: &html)
        },
      ])
  }

  private func lede(_ history: NetworkHistory, _ state: ArchiveState) -> String {
    let places = tally.total.moderators.counted(
      "moderator’s place", "moderators’ places", isGrouped: true)
    let (people, staff) = (history.people, tally.total.staff)
    var text =
      "The moderators of each site, past and present. "
      + (state.hasStates
        ? "Each list says what proves it. " : "Each list is checked to be complete. ")
    text +=
      people.moderators > 0
      ? "\(places), held by \(people.moderators.counted("person", "people", isGrouped: true))"
      : places
    if staff > 0 { text += "; staff have moderator powers in \(staff.grouped) more" }
    return text + "."
  }

  private func totals(_ history: NetworkHistory) -> [[String: String]] {
    let people = history.people
    return [
      ("Sites", tally.sites.count { Record<SiteColumn>($0).verdict != nil }),
      ("People who moderate", people.moderators > 0 ? people.moderators : tally.total.moderators),
      ("Former moderators", people.former), ("Changes recorded", tally.changes),
    ].map { ["label": $0.0, "value": $0.1.grouped] }
  }

  private func write(
    _ site: Record<SiteColumn>, _ state: ArchiveState, _ history: NetworkHistory,
    to html: inout HTMLStream
  ) throws {
    let count = tally.counts[site.site] ?? ReportTally.SiteCount()
    html.markup("<tr><th scope=\"row\">")
    html.name(siteNames[site.site] ?? site.site.id, link: address(of: site.site))
    html.markup("</th>")
    if !networks.isEmpty {
      html.markup("<td>")
      html.text(site.site.network)
      html.markup("</td>")
    }
    html.numberCell(count.moderators)
    if tally.total.staff > 0 { html.numberCell(count.staff) }
    html.numberCell(history.formerUsers[site.site] ?? 0)
    if state.hasKinds {
      html.markup("<td>")
      html.text(Words.siteKind(site))
      html.markup("</td>")
    }
    // What is the same for all stands once above them.
    if state.hasStates {
      html.markup("<td>")
      html.verdict(of: site)
      html.markup("</td>")
    }
    if state.hasDays { html.dayCell(site[.publishedAt]) }
    html.markup("</tr>\n")
    try html.drain()
  }
}

extension HTMLStream {
  /// A verdict in its colour; the class can only be one that the style knows.
  mutating func verdict(of site: Record<SiteColumn>) {
    switch site.verdict {
    case .complete: markup("<span class=\"verdict complete\">✓ ")
    case .unproven: markup("<span class=\"verdict unproven\">")
    case .incomplete, nil: markup("<span>")
    }
    text(Words.status(of: site))
    markup("</span>")
  }
}
