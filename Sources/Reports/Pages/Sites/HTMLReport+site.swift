import FoundationEssentials
import Markup
import Roster

extension HTMLReport {
  /// - Parameter left: How many people have no role on the site any more.
  func writeSite(_ site: ReportedSite, left: Int) throws {
    let id = site.site
    let count = tally.counts[id] ?? ReportTally.SiteCount()
    let path = "sites/" + pages.fileName(of: id)
    let page = ReportPage(
      path: path, title: "Moderators of \(site.name)", feed: feed(of: id, from: path))
    let proof = try source.proof(of: id)
    let isAsked = count.rows + count.former <= Self.mostAnswered || tally.loggedNames[id] != nil
    let history = try isAsked ? source.history(of: id) : nil
    let body: HTML = """
      \(heading(of: site))\(try roster(of: site, count, proof, history, page))\(try former(of: site, count.former, left: left, page))\
      \(logged(history))\(try journal(of: site, page))\(try receipt(of: site, proof))
      """
    try write(page, body)
  }

  /// Who moderates the site, and who did when.
  private func roster(
    of site: ReportedSite, _ count: ReportTally.SiteCount, _ proof: RosterProof?,
    _ history: SiteHistory?, _ page: ReportPage
  ) throws -> HTML {
    guard site.verdict != nil else {
      let failure = failure(of: site, proof).map { " " + $0 }
      return """
        <p>The list of moderators of this site has not been read completely yet.\(failure)</p>
        \(day(history))\(answers(history, root: page.root))
        """
    }
    let list = PeopleOfSite(site, isFormer: false, count: count.rows, path: page.path)
    return #"""
      <section aria-labelledby="roster">
      <h2 id="roster">Moderators</h2>
      <p>\#(Words.counts(count))</p>
      \#(try withheld(of: site, former: false))\#(try table(of: list, root: page.root))<p class="note">“Moderator since” is the time between the last list \#
      without a person and the first list with them. “Or earlier” means that they were there when this archive first \#
      read the site.</p>
      </section>
      \#(day(history))\#(try timeline(of: site.site, root: page.root))\#(answers(history, root: page.root))
      """#
  }

  private func withheld(of site: ReportedSite, former: Bool) throws -> HTML {
    let count = try source.withheldCount(of: site.site, former: former)
    return count.peopleWithheld.map { #"<p class="note">\#($0)</p>\#n"# } ?? ""
  }

  private func former(
    of site: ReportedSite, _ rows: Int, left: Int, _ page: ReportPage
  ) throws -> HTML {
    if rows == 0 { return "" }
    let list = PeopleOfSite(site, isFormer: true, count: rows, path: page.path)
    // Some may have several rows, or are still there in another role.
    let count =
      rows == left || left == 0
      ? rows.grouped
      : "\(rows.counted("role", isGrouped: true)); \(left.counted("person has", "people have", isGrouped: true)) none left"
    return #"""
      <section aria-labelledby="former">
      <h2 id="former">Former moderators <span class="count">\#(count)</span></h2>
      \#(try withheld(of: site, former: true))\#(try table(of: list, root: page.root))</section>

      """#
  }

  private func heading(of site: ReportedSite) -> HTML {
    let kind = Words.siteKind(site)
    let address = site.url.map { address -> HTML in
      let link = MarkupText.safeLink(address)
      return link.map { #"<a rel="nofollow noopener" href="\#($0)">\#(address)</a>"# }
        ?? "<bdi>\(address)</bdi>"
    }
    let facts: [(String, HTML?)] = [
      ("On the web", address), ("Id", "<code>\(site.site.id)</code>"),
      ("Launched", .day(site.launchedAt)), ("Not listed since", .day(site.closedAt)),
    ]
    let items = facts.compactMap { label, fact in
      fact.map { "<li><span>\(label)</span> \($0)</li>\n" as HTML }
    }
    let read = HTML.day(site.readAt).map { " · last read on \($0)" as HTML }
    let audience = site.audience.map { #"<p class="lede" dir="auto">For \#($0)</p>\#n"# as HTML }
    return ##"""
      <header class="title">
      <p class="kicker"><a class="verdict \##(Words.style(of: site))" href="#receipt">\##
      \##(Words.status(of: site))</a>\##(read)\##(kind.isEmpty ? "" : " · " + kind)</p>
      <h1 dir="auto">\##(site.name)</h1>
      \##(audience)<ul class="facts">
      \##(items)</ul>
      </header>

      """##
  }

  // MARK: - What readings do not tell

  /// The most tenures of a log, of badges and claims on the page of a site.
  private static let mostLogged = 500

  /// Tenures of users whom no roster had.
  private func logged(_ history: SiteHistory?) -> HTML {
    let tenures = history?.tenures.filter { !$0.isListed } ?? []
    if tenures.isEmpty { return "" }
    let cut =
      tenures.count > Self.mostLogged
      ? "Here are \(Self.mostLogged.grouped) of them; csv/tenures.csv has all." : ""
    let rows = tenures.prefix(Self.mostLogged).map { tenure -> HTML in
      let bounds = tenure.bounds
      let from = bounds.loggedBeginning.flatMap(HTML.day) ?? .beginning(of: bounds)
      let until = bounds.loggedEnd.flatMap(HTML.day) ?? HTML.end(of: bounds)
      let user = tenure.userID.map { "\($0)" as HTML }
      return #"""
        <tr><th scope="row"><bdi>\#(ShownName.of(tenure.name, user: nil))</bdi></th><td>\#(tenure.role.words)</td>\#
        <td class="t">\#(from)</td><td class="t">\#(until ?? "still there on \(.day(bounds.endedAfter))")</td>\#
        <td>\#(bounds.by)</td><td>\#(user)</td></tr>

        """#
    }
    return #"""
      <section aria-labelledby="logged">
      <h2 id="logged">On no list <span class="count">\#(tenures.count.grouped)</span></h2>
      <p class="note">No list that this archive has read had these people. \#(cut)</p>
      <div class="scroll" role="group" tabindex="0" aria-labelledby="logged">
      <table class="sortable filterable" data-id="logged" data-what="tenures">
      <thead><tr><th scope="col">Name</th><th scope="col">Role</th><th scope="col" class="t">From</th>\#
      <th scope="col" class="t">Until</th><th scope="col">By</th><th scope="col">User</th></tr></thead>
      <tbody>
      \#(rows)</tbody>
      </table>
      </div>
      </section>

      """#
  }
}
