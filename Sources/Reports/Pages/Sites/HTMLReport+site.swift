import FoundationEssentials
import Markup
import Roster
import Tables
import Wording

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
    values["rosterFiles"] = try writeFurtherPages(of: roster)
    values["formerFiles"] = try writeFurtherPages(of: former)
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
        "roster": { try writeRows(of: roster, root: page.root, to: &$0) },
        "roster-pager": {
          roster.pager.write(1, label: "Pages of moderators", root: page.root, to: &$0)
        },
        "timeline": { timeline.drawing?.write(label: "Who moderated, and when", to: &$0) },
        "former": { try writeRows(of: former, root: page.root, to: &$0) },
        "former-pager": {
          former.pager.write(1, label: "Pages of former moderators", root: page.root, to: &$0)
        },
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
}
