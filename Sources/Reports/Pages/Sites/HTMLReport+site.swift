import FoundationEssentials
import Markup
import Roster
import Tables

extension HTMLReport {
  func writeSite(_ site: Record<SiteColumn>) throws {
    let id = site.site
    let count = tally.counts[id] ?? ReportTally.SiteCount()
    let page = ReportPage(
      path: "sites/" + pages.fileName(of: id), title: "Moderators of \(site[.name] ?? id.id)",
      feed: feed(of: id, from: "../"))
    let roster = PeopleOfSite(site, isFormer: false, count: count.rows, path: page.path)
    let former = PeopleOfSite(site, isFormer: true, count: count.former, path: page.path)
    let (longRoster, longFormer) = (try writeLongList(roster), try writeLongList(former))
    let proof = try source.proof(of: id)
    try write(page) { html in
      html += heading(of: site)
      if site.verdict == nil {
        let failure = failure(of: site, proof).map { " " + $0 }
        html += """
          <p>This site was tried, but its list of moderators has not been read completely yet.\(failure)</p>

          """
      } else {
        html += #"""
          <section aria-labelledby="roster">
          <h2 id="roster">Moderators</h2>
          <p>\#(Words.counts(count))</p>

          """#
        try writeTable(of: roster, longRoster, root: page.root, to: &html)
        html += """
          <p class="note">“Moderator since” is the time between the last list without a person and the first list with \
          them. “Or earlier” means that they were there when this archive first read the site.</p>
          </section>

          """
        try writeTimes(of: site, root: page.root, to: &html)
      }
      try writeFormer(former, longFormer, count.former, root: page.root, to: &html)
      try writeLogged(of: id, to: &html)
      try writeJournal(of: site, page, to: &html)
      try writeReceipt(of: site, proof, to: &html)
    }
  }

  private func writeFormer(
    _ list: PeopleOfSite, _ long: LongList?, _ rows: Int, root: String, to html: inout HTMLStream
  ) throws {
    if rows == 0 { return }
    let count = try formerCount(of: list.site.site, rows: rows)
    html += #"""
      <section aria-labelledby="former">
      <h2 id="former">Former moderators <span class="count">\#(count)</span></h2>

      """#
    try writeTable(of: list, long, root: root, to: &html)
    html += "</section>\n"
  }

  private func heading(of site: Record<SiteColumn>) -> HTML {
    let kind = Words.siteKind(site)
    let address = site[.siteURL].map { address -> HTML in
      let link = MarkupText.safeLink(address)
      return link.map { #"<a rel="nofollow noopener" href="\#($0)">\#(address)</a>"# }
        ?? "<bdi>\(address)</bdi>"
    }
    let facts: [(String, HTML?)] = [
      ("On the web", address), ("Id", "<code>\(site.site.id)</code>"),
      ("Launched", .day(site[.launchDate])), ("Not listed since", .day(site[.closedAt])),
    ]
    let items = facts.compactMap { label, fact in
      fact.map { "<li><span>\(label)</span> \($0)</li>\n" as HTML }
    }
    let read = HTML.day(site[.publishedAt]).map { " · last read on \($0)" as HTML }
    let audience = site[.audience].map { #"<p class="lede" dir="auto">For \#($0)</p>\#n"# as HTML }
    return ##"""
      <header class="title">
      <p class="kicker"><a class="verdict \##(Words.style(of: site))" href="#receipt">\##
      \##(Words.status(of: site))</a>\##(read)\##(kind.isEmpty ? "" : " · " + kind)</p>
      <h1 dir="auto">\##(site[.name] ?? site.site.id)</h1>
      \##(audience)<ul class="facts">
      \##(items)</ul>
      </header>

      """##
  }

  /// A list of people with the links to the pages that have the rest of it.
  private func writeTable(
    of list: PeopleOfSite, _ long: LongList?, root: String, to html: inout HTMLStream
  ) throws {
    let (id, what) =
      list.isFormer ? ("former", "former moderators") : ("roster", "people")
    html += #"""
      <div class="scroll" role="group" tabindex="0" aria-labelledby="\#(id)">
      <table class="sortable filterable" data-id="\#(id)" data-what="\#(what)"\#(long?.files)>
      \#(list.head)
      """#
    try writeRows(of: list, long, to: &html)
    let label = list.isFormer ? "Pages of former moderators" : "Pages of moderators"
    html += "</table>\n</div>\n\(list.pager.links(on: 1, label: label, root: root))"
  }

  func writeTimeline(of site: SiteRef, root: String, to html: inout HTMLStream) throws {
    let (drawing, isCut) = try timeline(of: site, root: root)
    guard let drawing else { return }
    let cut = isCut ? "Drawn are \(Timeline.limit.grouped) people; the lists have everybody." : ""
    let logs = drawing.hasLogs ? "Dashed: told by the site’s log. " : ""
    html += #"""
      <section aria-labelledby="timeline">
      <h2 id="timeline">Who moderated, and when</h2>
      <p class="note">Solid: seen in a list that was read. Pale: joined or left somewhere in here. \#(logs)◂ was there \#
      before the archive began. <span class="key m">moderator</span> · <span class="key s">staff</span> · \#
      <span class="key f">former</span>. \#(cut)</p>

      """#
    drawing.write(label: "Who moderated, and when", to: &html)
    html += "</section>\n"
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

  /// Tenures of users whom no roster had.
  private func writeLogged(of site: SiteRef, to html: inout HTMLStream) throws {
    guard let count = tally.loggedOnly[site] else { return }
    var rest = Self.mostLogged
    let cut = count > rest ? "Here are \(rest.grouped) of them; csv/tenures.csv has all." : ""
    html += #"""
      <section aria-labelledby="logged">
      <h2 id="logged">Told by the site’s log alone <span class="count">\#(count.grouped)</span></h2>
      <p class="note">No list that this archive has read had these people: they had left before. \#(cut)</p>
      <div class="scroll" role="group" tabindex="0" aria-labelledby="logged">
      <table class="sortable filterable" data-id="logged" data-what="tenures">
      <thead><tr><th scope="col">Name</th><th scope="col">Role</th><th scope="col" class="d">From</th>\#
      <th scope="col" class="d">Until</th></tr></thead>
      <tbody>

      """#
    try source.forEachRow(of: .tenures, site: site, order: .key) { row in
      let tenure = Record<TenureColumn>(row)
      guard rest > 0, tenure.number(.userID) == nil else { return }
      rest -= 1
      html += #"""
        <tr><th scope="row"><bdi>\#(tenure[.displayName])</bdi></th><td>\#
        \#((tenure.role ?? .moderator).words)</td>\#(.dayCell(tenure[.beganBefore]))\#
        \#(.dayCell(tenure[.endedBefore] ?? tenure[.endedAfter]))</tr>

        """#
      try html.drain()
    }
    html += "</tbody>\n</table>\n</div>\n</section>\n"
  }
}
