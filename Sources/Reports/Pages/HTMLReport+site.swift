import Markup
import Roster
import Tables

extension HTMLReport {
  func writeSite(_ site: Record) throws {
    let id = site.site
    let proof = try source.proof(of: id)
    let name = site["name"] ?? id.id
    let facts = try SiteFacts(source, id)
    let page = Page(
      path: "sites/" + pages.fileName(of: id), template: .site, title: "Moderators of \(name)")
    var values = heading(of: site)
    values["hasRoster"] = site["verdict"] != nil
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

  private func heading(of site: Record) -> [String: Any] {
    var values: [String: Any] = [
      "name": site["name"] ?? site.site.id, "id": site.site.id,
      "verdict": Words.verdict(site["verdict"]) == "not mirrored" ? "none" : site["verdict"] ?? "",
      "verdictWords": Words.verdict(site["verdict"]), "kindWords": Words.siteKind(site),
    ]
    values["count"] = site.number("moderators")?.grouped
    values["audience"] = site["audience"]
    values["address"] = site["site_url"]
    values["addressLink"] = site["site_url"].flatMap(MarkupText.safeLink)
    values["launched"] = site["launch_date"].map { String($0.prefix(10)) }
    values["closed"] = site["closed_at"].map { String($0.prefix(10)) }
    values["state"] = site["site_state"]?.replacing("_", with: " ")
    return values
  }

  /// Where the latest reading is not the one that is shown.
  private func warning(about site: Record, _ proof: ReportProof?) -> String? {
    let walk = Record(of: .walks)
    guard let latest = tally.latestWalks[site.site].map({ walk.with($0) }),
      latest["verdict"] == "incomplete", latest.row != proof?.walk
    else { return nil }
    let day = latest["finished_at"].map { String($0.prefix(10)) } ?? ""
    return "The latest reading, on \(day), is not complete and changed nothing: "
      + Words.reasons(latest["reasons"]) + "."
  }

  /// Returns whether it drew any line.
  private func writeRoster(
    of site: SiteRef, _ facts: SiteFacts, to html: inout HTMLStream
  ) throws -> Bool {
    let record = Record(of: .moderators)
    var hasLines = false
    try source.forEachModerator(of: site) { known in
      let moderator = record.with(known.row)
      let line = ReputationLine(known.reputation, until: source.asOf)
      if line != nil { hasLines = true }
      html.markup("<tr id=\"u")
      html.number(moderator.number("user_id") ?? 0)
      html.markup("\"><th scope=\"row\">")
      html.person(moderator, aboutMe: known.aboutMe)
      html.markup("</th>")
      html.reputationCell(moderator.number("reputation"), line)
      for badge in ["gold", "silver", "bronze"] { html.numberCell(moderator.number(badge)) }
      html.markup("<td class=\"d\">")
      html.since(moderator, notBefore: facts.absentBefore[moderator.number("user_id") ?? 0])
      html.markup("</td>")
      html.dayCell(moderator["member_since"])
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
    let record = Record(of: .moderators)
    try source.forEachModerator(of: site) { known in
      guard let line = ReputationLine(known.reputation, until: source.asOf) else { return }
      html.reputationRows(record.with(known.row)["display_name"] ?? "", line)
      try html.drain()
    }
    html.markup("</tbody>\n</table>\n</div>\n</details>\n")
  }

  private func writeFormer(of site: SiteRef, to html: inout HTMLStream) throws {
    let record = Record(of: .formerModerators)
    try source.forEachRow(of: .formerModerators, site: site, order: .reader) { row in
      let moderator = record.with(row)
      html.markup("<tr id=\"u")
      html.number(moderator.number("user_id") ?? 0)
      html.markup("\"><th scope=\"row\">")
      html.person(moderator)
      html.markup("</th>")
      html.numberCell(moderator.number("reputation"))
      for column in ["first_seen", "last_seen", "left_at"] { html.dayCell(moderator[column]) }
      html.markup("</tr>\n")
      try html.drain()
    }
  }

  private func writeJournal(of site: SiteRef, to html: inout HTMLStream) throws {
    let record = Record(of: .changes)
    try source.forEachRow(of: .changes, site: site, order: .reader) { row in
      html.change(record.with(row), siteLink: nil, siteName: nil)
      try html.drain()
    }
  }

  private func writePages(_ pages: [Row], to html: inout HTMLStream) throws {
    let record = Record(of: .pages)
    for row in pages {
      let page = record.with(row)
      html.markup("<tr><td>")
      html.text(page.number("reading") == 2 ? "second, backwards" : "first")
      html.markup("</td>")
      html.numberCell(page.number("page"))
      html.numberCell(page.number("item_count"))
      html.markup("<td>")
      html.text(page.number("has_more") == 1 ? "yes" : "no")
      html.markup("</td>")
      html.numberCell(page.number("total"))
      html.markup("<td class=\"d\">")
      html.text(page["fetched_at"] ?? "")
      html.markup("</td><td class=\"hash\">")
      html.text(page["sha256"] ?? "")
      html.markup("</td></tr>\n")
      try html.drain()
    }
  }
}

/// What has to be known of a site before its page begins.
struct SiteFacts {
  var hasFormer = false
  var hasChanges = false
  /// The last proven roster without somebody, by user id, where this archive saw them come.
  var absentBefore: [Int: String] = [:]

  init(_ source: any ReportSource, _ site: SiteRef) throws {
    try source.forEachRow(of: .formerModerators, site: site, order: .key) { _ in
      hasFormer = true
    }
    let record = Record(of: .changes)
    try source.forEachRow(of: .changes, site: site, order: .key) { row in
      hasChanges = true
      let change = record.with(row)
      if ["joined", "returned"].contains(change["kind"]), let user = change.number("user_id") {
        absentBefore[user] = change["previous_walk_at"]
      }
    }
  }
}
