import Markup
import Roster
import Tables
import Wording

extension HTMLReport {
  func writeSite(_ site: Record<SiteColumn>) throws {
    let id = site.site
    let proof = try source.proof(of: id)
    let name = site[.name] ?? id.id
    let facts = try SiteFacts(source, id)
    let page = ReportPage(
      path: "sites/" + pages.fileName(of: id), template: .site, title: "Moderators of \(name)")
    var values = heading(of: site)
    values["hasRoster"] = site.verdict != nil
    values["hasFormer"] = facts.hasFormer
    values["hasChanges"] = facts.hasChanges
    values["hasPages"] = proof?.pages.isEmpty == false
    values["evidence"] = Words.evidence(proof)
    values["latest"] = warning(about: site, proof)
    var hasLines = false
    try write(
      page, values,
      [
        "roster": { hasLines = try writeRoster(of: id, facts, to: &$0) },
        "reputations": { if hasLines { try writeReputations(of: id, to: &$0) } },
        "former": { try writeFormer(of: id, to: &$0) },
        "changes": { try writeJournal(of: id, to: &$0) },
        "pages": { try writePages(proof?.pages ?? [], to: &$0) },
      ])
  }

  private func heading(of site: Record<SiteColumn>) -> [String: Any] {
    var values: [String: Any] = [
      "name": site[.name] ?? site.site.id, "id": site.site.id,
      "verdict": site.verdict?.rawValue ?? "none",
      "verdictWords": Words.verdict(of: site), "kindWords": Words.siteKind(site),
    ]
    values["count"] = site.number(.moderators)?.grouped
    values["audience"] = site[.audience]
    values["address"] = site[.siteURL]
    values["addressLink"] = site[.siteURL].flatMap(MarkupText.safeLink)
    values["launched"] = site[.launchDate].map { String($0.prefix(10)) }
    values["closed"] = site[.closedAt].map { String($0.prefix(10)) }
    values["state"] = site[.siteState]?.replacing("_", with: " ")
    return values
  }

  /// Where the latest reading is not the one that is shown.
  private func warning(about site: Record<SiteColumn>, _ proof: RosterProof?) -> String? {
    guard let latest = tally.latestWalks[site.site], latest.verdict == .incomplete,
      latest.row != proof?.walk
    else { return nil }
    let day = latest[.finishedAt].map { String($0.prefix(10)) } ?? ""
    return "The latest reading, on \(day), is not complete and changed nothing: "
      + Words.reasons(latest[.reasons]) + "."
  }

  /// Returns whether it drew any line.
  private func writeRoster(
    of site: SiteRef, _ facts: SiteFacts, to html: inout HTMLStream
  ) throws -> Bool {
    var hasLines = false
    try source.forEachModerator(of: site) { known in
      let moderator = Record<ModeratorColumn>(known.row)
      let line = ReputationLine(known.reputation, until: source.asOf)
      if line != nil { hasLines = true }
      html.markup("<tr id=\"")
      html.anchor(moderator.number(.userID) ?? 0, moderator.role)
      html.markup("\"><th scope=\"row\">")
      html.person(moderator, aboutMe: known.aboutMe)
      html.markup("</th>")
      html.reputationCell(moderator.number(.reputation), line)
      for badge in [.gold, .silver, .bronze] as [ModeratorColumn] {
        html.numberCell(moderator.number(badge))
      }
      html.markup("<td class=\"d\">")
      html.since(moderator, notBefore: facts.absentBefore[SiteFacts.Key(moderator)])
      html.markup("</td>")
      html.dayCell(moderator[.memberSince])
      html.markup("</tr>\n")
      try html.drain()
    }
    return hasLines
  }

  /// The figures behind the lines.
  private func writeReputations(of site: SiteRef, to html: inout HTMLStream) throws {
    html.markup(
      """
      <details>
      <summary>The lines as a table</summary>
      <div class="scroll" role="group" tabindex="0" aria-label="The lines as a table">
      <table class="sortable" data-id="lines">
      <thead><tr><th scope="col">Name</th><th scope="col">Since</th>\
      <th scope="col" class="n">Reputation</th></tr></thead>
      <tbody>

      """)
    try source.forEachModerator(of: site) { known in
      guard let line = ReputationLine(known.reputation, until: source.asOf) else { return }
      html.reputationRows(Record<ModeratorColumn>(known.row)[.displayName] ?? "", line)
      try html.drain()
    }
    html.markup("</tbody>\n</table>\n</div>\n</details>\n")
  }

  private func writeFormer(of site: SiteRef, to html: inout HTMLStream) throws {
    try source.forEachRow(of: .formerModerators, site: site, order: .reader) { row in
      let moderator = Record<ModeratorColumn>(row)
      html.markup("<tr id=\"")
      html.anchor(moderator.number(.userID) ?? 0, moderator.role)
      html.markup("\"><th scope=\"row\">")
      html.person(moderator)
      html.markup("</th>")
      html.numberCell(moderator.number(.reputation))
      for column in [.firstSeen, .lastSeen, .leftAt] as [ModeratorColumn] {
        html.dayCell(moderator[column])
      }
      html.markup("</tr>\n")
      try html.drain()
    }
  }

  private func writeJournal(of site: SiteRef, to html: inout HTMLStream) throws {
    try source.forEachRow(of: .changes, site: site, order: .reader) { row in
      html.change(Record(row), siteLink: nil, siteName: nil)
      try html.drain()
    }
  }

  private func writePages(_ pages: [Row], to html: inout HTMLStream) throws {
    for row in pages {
      let page = Record<PageColumn>(row)
      html.markup("<tr><td>")
      html.text(page.number(.reading) == 2 ? "second" : "first")
      if let role = page[.role].map(Role.init(rawValue:)), role != .moderator {
        html.text(", \(role.words)")
      }
      html.markup("</td>")
      html.numberCell(page.number(.page))
      html.numberCell(page.number(.itemCount))
      html.markup("<td>")
      html.text(page.number(.hasMore) == 1 ? "yes" : "no")
      html.markup("</td>")
      html.numberCell(page.number(.total))
      html.markup("<td class=\"d\">")
      html.text(page[.fetchedAt] ?? "")
      html.markup("</td><td class=\"hash\">")
      html.text(page[.sha256] ?? "")
      html.markup("</td></tr>\n")
      try html.drain()
    }
  }
}

/// What is read about a site before its page is written.
struct SiteFacts {
  var hasFormer = false
  var hasChanges = false
  /// The time of the last proven roster without a moderator, if this archive saw them join.
  var absentBefore: [Key: String] = [:]

  /// A user and a role.
  struct Key: Hashable {
    var user: Int
    var role: Role?

    init(_ moderator: Record<ModeratorColumn>) {
      (user, role) = (moderator.number(.userID) ?? 0, moderator.role)
    }

    init?(_ change: Record<ChangeColumn>) {
      guard let user = change.number(.userID) else { return nil }
      (self.user, role) = (user, change.role)
    }
  }

  init(_ source: any ReportSource, _ site: SiteRef) throws {
    try source.forEachRow(of: .formerModerators, site: site, order: .key) { _ in
      hasFormer = true
    }
    try source.forEachRow(of: .changes, site: site, order: .key) { row in
      hasChanges = true
      let change = Record<ChangeColumn>(row)
      if change.kind == .joined || change.kind == .returned, let key = Key(change) {
        absentBefore[key] = change[.previousWalkAt]
      }
    }
  }
}
