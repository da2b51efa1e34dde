import Markup
import Roster

extension HTMLReport {
  func writeSite(_ site: Record) throws {
    let id = site.site
    let proof = try source.proof(of: id)
    let name = site["name"] ?? id.id
    let facts = try SiteFacts(source, id)
    let page = Page(
      path: "sites/" + id.fileName, template: .site, title: "Moderators of \(name)")
    var values = heading(of: site)
    values["hasRoster"] = site["verdict"] != nil
    values["hasFormer"] = facts.hasFormer
    values["hasChanges"] = facts.hasChanges
    values["hasPages"] = proof?.pages.isEmpty == false
    values["evidence"] = Words.evidence(proof)
    values["latest"] = warning(about: site, proof)
    try write(
      page, values,
      [
        "roster": { try writeRoster(of: id, facts, to: &$0) },
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
    values["addressLink"] = site["site_url"].flatMap(Markup.safeLink)
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

  private func writeRoster(
    of site: ReportSite, _ facts: SiteFacts, to html: inout HTMLStream
  ) throws {
    let record = Record(of: .moderators)
    try source.forEachRow(of: .moderators, site: site, order: .reader) { row in
      let moderator = record.with(row)
      html.markup("<tr id=\"u")
      html.number(moderator.number("user_id") ?? 0)
      html.markup("\"><th scope=\"row\">")
      html.person(moderator)
      html.markup("</th>")
      html.numberCell(moderator.number("reputation"))
      for badge in ["gold", "silver", "bronze"] { html.numberCell(moderator.number(badge)) }
      html.markup("<td class=\"d\">")
      html.since(moderator, notBefore: facts.absentBefore[moderator.number("user_id") ?? 0])
      html.markup("</td>")
      html.dayCell(moderator["member_since"])
      html.markup("</tr>\n")
      try html.drain()
    }
  }

  private func writeFormer(of site: ReportSite, to html: inout HTMLStream) throws {
    let record = Record(of: .formerModerators)
    try source.forEachRow(of: .formerModerators, site: site, order: .reader) { row in
      let moderator = record.with(row)
      html.markup("<tr><th scope=\"row\">")
      html.person(moderator)
      html.markup("</th>")
      html.numberCell(moderator.number("reputation"))
      for column in ["first_seen", "last_seen", "left_at"] { html.dayCell(moderator[column]) }
      html.markup("</tr>\n")
      try html.drain()
    }
  }

  private func writeJournal(of site: ReportSite, to html: inout HTMLStream) throws {
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

  init(_ source: any ReportSource, _ site: ReportSite) throws {
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

extension HTMLStream {
  /// A moderator's name with what marks them, and what the profile tells.
  fileprivate mutating func person(_ moderator: Record) {
    let link = moderator["link"].flatMap(Markup.safeLink)
    name(moderator["display_name"] ?? "", link: link)
    switch moderator["kind"] {
    case "staff": markup("<span class=\"tag\">staff</span>")
    case "community": markup("<span class=\"tag\">Community user</span>")
    default: break
    }
    if moderator.number("elected") == 1 { markup("<span class=\"tag\">elected</span>") }
    profile(moderator)
  }

  private mutating func profile(_ moderator: Record) {
    let website = moderator["website_url"]
    let (location, about) = (moderator["location"], moderator["about_text"])
    guard location != nil || website != nil || about != nil else { return }
    markup("<div class=\"about\">")
    if let location {
      markup("<bdi>")
      text(location)
      markup("</bdi>")
    }
    if location != nil, website != nil { markup(" · ") }
    if let website { webLink(website, label: website) }
    if let about {
      markup("<details><summary>About</summary><p dir=\"auto\">")
      text(about)
      markup("</p></details>")
    }
    markup("</div>")
  }

  /// Since when somebody moderates, as exactly as it is known.
  fileprivate mutating func since(_ moderator: Record, notBefore: String?) {
    day(moderator["first_seen"])
    guard moderator["first_seen"] != nil else { return }
    if let notBefore {
      markup("<div class=\"about\">not yet on ")
      text(String(notBefore.prefix(10)))
      markup("</div>")
    } else {
      markup("<div class=\"about\">or earlier</div>")
    }
  }

  /// One change as an item of a list.
  mutating func change(_ change: Record, siteLink: String?, siteName: String?) {
    let fields = Words.fields(inDetail: change["detail"])
    markup("<li id=\"c")
    number(change.number("id") ?? 0)
    markup("\"><bdi>")
    text(change["display_name"] ?? "")
    markup("</bdi> <span class=\"kind")
    switch change["kind"] {
    case "joined": markup(" joined")
    case "returned": markup(" returned")
    case "left": markup(" left")
    default: break
    }
    markup("\">")
    text(Words.change(kind: change["kind"], fields: fields))
    markup("</span>")
    if let siteName {
      markup(" on ")
      name(siteName, link: siteLink)
    }
    if change["kind"] == "profile" { fields.forEach { field($0) } }
    markup("<span class=\"when\">seen ")
    day(change["observed_at"])
    if let previous = change["previous_walk_at"] {
      markup(", not yet on ")
      day(previous)
    }
    markup("</span></li>\n")
  }

  private mutating func field(_ field: Words.FieldChange) {
    markup("<div class=\"about\"><code>")
    text(field.column)
    markup("</code> ")
    if let before = field.before {
      markup("<del dir=\"auto\">")
      text(before)
      markup("</del> ")
    }
    if let after = field.after {
      markup("<ins dir=\"auto\">")
      text(after)
      markup("</ins>")
    }
    markup("</div>")
  }
}

extension Words {
  /// What proves a roster, as a paragraph.
  static func evidence(_ proof: ReportProof?) -> String {
    guard let proof else {
      return "There is no proven roster of this site, so nothing is shown as one."
    }
    let walk = Record(of: .walks).with(proof.walk)
    let page = Record(of: .pages)
    let first = proof.pages.map { page.with($0) }.filter { $0.number("reading") != 2 }
    let isRepeated = first.count < proof.pages.count
    var text =
      "This roster was read on \(walk["started_at"] ?? "an unknown day") (walk \(walk["id"] ?? "?")). "
      + "The site answered with \(count(walk.number("items") ?? 0, "moderator")) on "
      + "\(count(first.count, "page"))"
    text += walk.number("total").map { " and gave a total of \($0.grouped). " } ?? ". "
    if isRepeated { text += "It was read a second time in the opposite order. " }
    switch walk["verdict"] {
    case "complete": return text + "All the rules hold, so the roster is complete."
    case "unproven":
      return text
        + "It is unproven: \(reasons(walk["reasons"])). Both readings gave the same people."
    default: return text + "It is not complete: \(reasons(walk["reasons"]))."
    }
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number.grouped) \(noun)\(number == 1 ? "" : "s")"
  }
}
