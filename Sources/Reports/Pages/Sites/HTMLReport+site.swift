import FoundationEssentials
import Markup
import Roster
import Tables
import Wording

extension HTMLReport {
  /// The most rows of one list on one page.
  static let rosterPageSize = 200

  func writeSite(_ site: Record<SiteColumn>) throws {
    let id = site.site
    let count = tally.counts[id] ?? ReportTally.SiteCount()
    let file = "sites/" + pages.fileName(of: id)
    let page = ReportPage(
      path: file, template: .site, title: "Moderators of \(site[.name] ?? id.id)")
    let folder = String(file.dropLast(".html".count))
    let roster = Pager(
      folder, first: file, itemCount: count.rows, pageSize: Self.rosterPageSize)
    let former = Pager(
      folder + "/former", first: file, itemCount: count.former, pageSize: Self.rosterPageSize)
    let timeline = try timeline(of: id, root: page.root)
    let proof = try source.proof(of: id)
    var values = heading(of: site, count)
    values["hasTimeline"] = timeline.drawing != nil
    values["hasLogs"] = timeline.drawing?.hasLogs ?? false
    if timeline.isCut {
      values["timelineNote"] =
        "Drawn are \(Timeline.limit.grouped) people; the lists have everybody."
    }
    values.merge(journalValues(of: id)) { $1 }
    values.merge(receiptValues(of: site, proof)) { $1 }
    try write(
      page, values,
      [
        "roster": { try writeRoster(of: id, limit: roster.pageSize, root: page.root, to: &$0) },
        "roster-pager": { roster.write(1, label: "Pages of moderators", root: page.root, to: &$0) },
        "timeline": { timeline.drawing?.write(label: "Who moderated, and when", to: &$0) },
        "former": { try writeFormer(of: id, limit: former.pageSize, root: page.root, to: &$0) },
        "former-pager": {
          former.write(1, label: "Pages of former moderators", root: page.root, to: &$0)
        },
        "changes": { try writeJournal(of: id, root: page.root, to: &$0) },
        "readings": { try writeReadings(of: id, to: &$0) },
        "pages": { writePages(proof?.pages ?? [], to: &$0) },
      ])
    try writeFurtherPages(of: site, roster, former: false)
    try writeFurtherPages(of: site, former, former: true)
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
      "formerCount": count.former.grouped,
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

  // MARK: - Lists of people

  /// The rows of a roster, grouped by what people are.
  private func writeRoster(
    of site: SiteRef, limit: Int, root: String, to html: inout HTMLStream
  ) throws {
    var group: RosterGroup?
    try source.forEachModerator(of: site, former: false, limit: limit) { known in
      write(known, root: root, &group, to: &html)
      try html.drain()
    }
    html.markup(group == nil ? "<tbody></tbody>\n" : "</tbody>\n")
  }

  private func write(
    _ known: ModeratorProfile, root: String, _ group: inout RosterGroup?, to html: inout HTMLStream
  ) {
    let moderator = Record<ModeratorColumn>(known.row)
    let next = RosterGroup(moderator)
    if next != group {
      html.markup(group == nil ? "<tbody>" : "</tbody>\n<tbody>")
      html.markup("<tr class=\"group\"><th colspan=\"7\" scope=\"rowgroup\">")
      html.text(next.title)
      html.markup("</th></tr>\n")
      group = next
    }
    html.markup("<tr id=\"")
    html.anchor(moderator.number(.userID) ?? 0, moderator.role)
    html.markup("\"><th scope=\"row\">")
    html.person(
      moderator, page: page(of: moderator).map { root + $0 }, aboutMe: known.aboutMe)
    html.markup("</th>")
    html.tenureCell(known.tenures)
    html.reputationCell(moderator.number(.reputation), known.reputation)
    for badge in [.gold, .silver, .bronze] as [ModeratorColumn] {
      html.numberCell(moderator.number(badge))
    }
    html.dayCell(moderator[.memberSince])
    html.markup("</tr>\n")
  }

  private func writeFormer(
    of site: SiteRef, limit: Int, root: String, to html: inout HTMLStream
  ) throws {
    html.markup("<tbody>\n")
    try source.forEachModerator(of: site, former: true, limit: limit) { known in
      writeFormer(known, root: root, to: &html)
      try html.drain()
    }
    html.markup("</tbody>\n")
  }

  private func writeFormer(_ known: ModeratorProfile, root: String, to html: inout HTMLStream) {
    let moderator = Record<ModeratorColumn>(known.row)
    html.markup("<tr id=\"")
    html.anchor(moderator.number(.userID) ?? 0, moderator.role)
    html.markup("\"><th scope=\"row\">")
    html.person(moderator, page: page(of: moderator).map { root + $0 })
    html.markup("</th><td>")
    html.text(RosterGroup(moderator).role)
    html.markup("</td>")
    html.tenureCell(known.tenures)
    html.endCell(known.tenures.last)
    html.numberCell(moderator.number(.reputation))
    html.markup("</tr>\n")
  }

  /// The page of a moderator from the top of the report.
  private func page(of moderator: Record<ModeratorColumn>) -> String? {
    address(
      ofUser: moderator.number(.userID), account: moderator.number(.accountID), on: moderator.site)
  }

  // MARK: - Long lists

  /// The rows that do not fit on the page of the site, on pages of their own.
  private func writeFurtherPages(
    of site: Record<SiteColumn>, _ pager: Pager, former: Bool
  ) throws {
    guard pager.pageCount > 1 else { return }
    var (skipped, number) = (0, 1)
    var rows: [ModeratorProfile] = []
    func flush() throws {
      guard !rows.isEmpty else { return }
      number += 1
      try writeFurtherPage(of: site, pager, number, rows, former: former)
      rows.removeAll(keepingCapacity: true)
    }
    try source.forEachModerator(of: site.site, former: former, limit: nil) { known in
      guard skipped == pager.pageSize else {
        skipped += 1
        return
      }
      rows.append(known)
      if rows.count == pager.pageSize { try flush() }
    }
    try flush()
  }

  private func writeFurtherPage(
    of site: Record<SiteColumn>, _ pager: Pager, _ number: Int, _ rows: [ModeratorProfile],
    former: Bool
  ) throws {
    let name = site[.name] ?? site.site.id
    let page = ReportPage(
      path: pager.path(number), template: .roster,
      title: "\(former ? "Former moderators" : "Moderators") of \(name), page \(number.grouped)")
    let values: [String: Any] = [
      "name": name, "isFormer": former, "href": page.root + pages.address(of: site.site),
      "part": "Page \(number.grouped) of \(pager.pageCount.grouped)",
    ]
    let holes: Holes = [
      "rows": { html in
        var group: RosterGroup?
        if former { html.markup("<tbody>\n") }
        for row in rows {
          if former {
            writeFormer(row, root: page.root, to: &html)
          } else {
            write(row, root: page.root, &group, to: &html)
          }
          try html.drain()
        }
        html.markup("</tbody>\n")
      }
    ]
    try write(page, values, holes.merging(pager.holes(on: number, root: page.root)) { $1 })
  }
}
