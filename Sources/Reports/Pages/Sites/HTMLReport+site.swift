import FoundationEssentials
import Markup
import Roster
import Tables

extension HTMLReport {
  func writeSite(_ site: Record<SiteColumn>) throws {
    let id = site.site
    let count = tally.counts[id] ?? ReportTally.SiteCount()
    let file = "sites/" + pages.fileName(of: id)
    let page = ReportPage(
      path: file, template: .site, title: "Moderators of \(site[.name] ?? id.id)")
    let roster = PeopleOfSite(site, isFormer: false, count: count.rows, path: file)
    let former = PeopleOfSite(site, isFormer: true, count: count.former, path: file)
    let timeline = try timeline(of: id, root: page.root)
    let proof = try source.proof(of: id)
    var values = heading(of: site, count)
    let longRoster = try writeLongList(roster)
    let longFormer = try writeLongList(former)
    values["rosterFiles"] = longRoster?.files
    values["formerFiles"] = longFormer?.files
    values["hasTimeline"] = timeline.drawing != nil
    values["hasLogs"] = timeline.drawing?.hasLogs ?? false
    if timeline.isCut {
      values["timelineNote"] =
        "Drawn are \(Timeline.limit.grouped) people; the lists have everybody."
    }
    values["formerCount"] = try formerCount(of: id, rows: count.former)
    values.merge(loggedValues(of: id)) { $1 }
    values.merge(journalValues(of: id)) { $1 }
    values.merge(receiptValues(of: site, proof)) { $1 }
    try write(
      page, values,
      [
        "roster": { try writeRows(of: roster, longRoster, to: &$0) },
        "roster-pager": {
          roster.pager.write(1, label: "Pages of moderators", root: page.root, to: &$0)
        },
        "timeline": { timeline.drawing?.write(label: "Who moderated, and when", to: &$0) },
        "former": { try writeRows(of: former, longFormer, to: &$0) },
        "former-pager": {
          former.pager.write(1, label: "Pages of former moderators", root: page.root, to: &$0)
        },
        "logged": { try writeLogged(of: id, to: &$0) },
        "changes": { try writeJournal(of: id, root: page.root, to: &$0) },
        "readings": { try writeReadings(of: id, to: &$0) },
        "pages": { writePages(proof?.pages ?? [], to: &$0) },
      ])
  }

  private func heading(
    of site: Record<SiteColumn>, _ count: ReportTally.SiteCount
  ) -> [String: Any] {
    let hasRoster = site.verdict != nil
    var values: [String: Any] = [
      "name": site[.name] ?? site.site.id, "id": site.site.id, "hasRoster": hasRoster,
      "status": Words.status(of: site),
      "statusClass": site.verdict?.rawValue ?? "incomplete",
      "kindWords": Words.siteKind(site), "hasKind": !Words.siteKind(site).isEmpty,
      "hasFormer": count.former > 0,
    ]
    values["readOn"] = site[.publishedAt]
    values["readOnDay"] = site[.publishedAt].map(DayWords.day)
    if hasRoster { values["counts"] = Words.counts(count) }
    values["audience"] = site[.audience]
    values["address"] = site[.siteURL]
    values["addressLink"] = site[.siteURL].flatMap(MarkupText.safeLink)
    values["launched"] = site[.launchDate].map(DayWords.day)
    values["launchedAt"] = site[.launchDate]
    values["closed"] = site[.closedAt].map(DayWords.day)
    values["closedAt"] = site[.closedAt]
    return values
  }

  /// How many people the list of those who left has; where some have several rows or are still there in another
  /// role, how many rows.
  private func formerCount(of site: SiteRef, rows: Int) throws -> String {
    guard tally.sitesWithRoles.contains(site) else { return rows.grouped }
    let users = try formerUsers(of: site)
    return rows == users || users == 0
      ? rows.grouped
      : "\(rows.counted("role", isGrouped: true)); \(users.counted("person has", "people have", isGrouped: true)) none left"
  }

  /// How many users, robots left out, have no role on the site any more.
  private func formerUsers(of site: SiteRef) throws -> Int {
    var users: Set<Int> = []
    try source.forEachRow(of: .formerModerators, site: site, order: .key) { row in
      let moderator = Record<ModeratorColumn>(row)
      guard moderator.kind != .community, let user = moderator.number(.userID) else { return }
      users.insert(user)
    }
    try source.forEachRow(of: .moderators, site: site, order: .key) { row in
      if let user = Record<ModeratorColumn>(row).number(.userID) { users.remove(user) }
    }
    return users.count
  }

  // MARK: - What only a log tells

  /// The most tenures of a log on the page of a site.
  private static let mostLogged = 500

  private func loggedValues(of site: SiteRef) -> [String: Any] {
    guard let count = tally.loggedOnly[site] else { return [:] }
    var values: [String: Any] = ["loggedOnly": true, "loggedCount": count.grouped]
    if count > Self.mostLogged {
      values["loggedCut"] = "Here are \(Self.mostLogged.grouped) of them; csv/tenures.csv has all."
    }
    return values
  }

  /// Tenures of users whom no roster had.
  private func writeLogged(of site: SiteRef, to html: inout HTMLStream) throws {
    guard tally.loggedOnly[site] != nil else { return }
    var rest = Self.mostLogged
    try source.forEachRow(of: .tenures, site: site, order: .key) { row in
      let tenure = Record<TenureColumn>(row)
      guard rest > 0, tenure.number(.userID) == nil else { return }
      rest -= 1
      html.markup("<tr><th scope=\"row\"><bdi>")
      html.text(tenure[.displayName] ?? "")
      html.markup("</bdi></th><td>")
      html.text((tenure.role ?? .moderator).words)
      html.markup("</td>")
      html.dayCell(tenure[.since])
      html.dayCell(tenure[.until])
      html.markup("</tr>\n")
      try html.drain()
    }
  }
}
