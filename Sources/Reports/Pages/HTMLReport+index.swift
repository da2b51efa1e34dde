import FoundationEssentials
import Roster

extension HTMLReport {
  /// - Parameters:
  ///   - history: Of everybody in the archive.
  ///   - growth: How many moderate the network over time; nil where nothing is known.
  func writeIndex(
    _ history: NetworkHistory, _ growth: NetworkHistory.Curve?, _ state: ArchiveState
  ) throws {
    let page = ReportPage(
      path: "index.html", section: .sites, title: "Who moderates which community")
    let (latest, leaders) = (try latest(), history.leaders)
    let hasLeaders = !leaders.most.isEmpty
    let lede = lede(history, state)
    let growth: HTML = #"""
      <section aria-labelledby="growth" class="growth">
      <h2 id="growth">How it has grown</h2>
      <p>\#(lede)</p>
      \#(growth?.chart?.html)</section>

      """#
    try write(
      page,
      #"""
      \#(indexTitle(state, hasLatest: latest != nil, hasLeaders: hasLeaders))\#(problemTable(state))<div class="front">
      \#(latest)\#(if: hasLeaders, "\(growth)\(section(leaders))", else: #"<p class="lede">\#(lede)</p>\#n"#)</div>
      <ul class="totals">
      \#(totals(history))</ul>
      \#(siteTable(history, state))\#(indexEnd)
      """#)
  }

  private func indexTitle(_ state: ArchiveState, hasLatest: Bool, hasLeaders: Bool) -> HTML {
    #"""
    <header class="title">
    <p class="kicker">\#(asOf)</p>
    <h1>Who moderates which community</h1>
    <div class="search"\#(searchData)></div>
    <p class="state \#(state.isWhole ? "good" : "warn")"><b>\#(state.isWhole ? "✓" : "!")</b> \#(state.sentence)</p>
    <nav class="jump" aria-label="On this page"><ul>\#
    \#(if: hasLatest, ##"<li><a href="#latest">What is new</a></li>"##)\#
    \#(if: hasLeaders, ##"<li><a href="#growth">Growth</a></li><li><a href="#most">Most sites, longest serving</a></li>"##)\#
    <li><a href="#sites">All sites</a></li></ul></nav>
    </header>

    """#
  }

  private func problemTable(_ state: ArchiveState) -> HTML {
    let problems = state.problems.map { problem -> HTML in
      let link = HTML.name(problem.site.name, link: pages.address(of: problem.site.site))
      let status = Words.status(of: problem.site)
      return #"""
        <tr><th scope="row">\#(link)</th><td>\#(status)</td><td>\#(problem.why)</td></tr>

        """#
    }
    guard !problems.isEmpty else { return "" }
    return #"""
      <div class="scroll" role="group" tabindex="0" aria-label="Sites that are not complete">
      <table>
      <thead><tr><th scope="col">Site</th><th scope="col">Complete?</th><th scope="col">Why</th></tr></thead>
      <tbody>
      \#(problems)</tbody>
      </table>
      </div>

      """#
  }

  private func section(_ leaders: Leaders) -> HTML {
    let most = leaders.most.map { leader($0, "\($0.sites.counted("site", isGrouped: true))") }
    let longest = leaders.longest.map {
      leader($0, "\(.beginning(of: $0.tenure)), <bdi>\(name(of: $0.site))</bdi>")
    }
    let equals = equals(of: leaders).map { #"<p class="note">\#($0)</p>\#n"# as HTML }
    return #"""
      <section aria-labelledby="most">
      <h2 id="most">Most sites</h2>
      <ol class="leaders">
      \#(most)</ol>
      <h2 id="longest">Longest serving</h2>
      <ol class="leaders">
      \#(longest)</ol>
      \#(equals)</section>

      """#
  }

  private func lede(_ history: NetworkHistory, _ state: ArchiveState) -> String {
    let places = tally.total.moderators.counted(
      "moderator’s place", "moderators’ places", isGrouped: true)
    let (people, staff) = (history.people, tally.total.staff)
    return "The moderators of each site, past and present. "
      + (state.hasStates
        ? "Each list says what proves it. " : "Each list is checked to be complete. ")
      + places
      + (people > 0 ? ", held by \(people.counted("person", "people", isGrouped: true))" : "")
      + (staff > 0 ? "; staff have moderator powers in \(staff.grouped) more." : ".")
  }

  private func totals(_ history: NetworkHistory) -> [HTML] {
    [
      ("Sites", tally.sites.count { $0.verdict != nil }),
      ("People who moderate", history.people),
      ("Former moderators", history.former), ("Changes recorded", tally.changes),
    ].map { label, value in "<li><b>\(value.grouped)</b> <span>\(label)</span></li>\n" }
  }

  private func siteTable(_ history: NetworkHistory, _ state: ArchiveState) -> HTML {
    let hasStaff = tally.total.staff > 0
    // What is the same for all stands once above them.
    let rows = state.published.map { site -> HTML in
      let count = tally.counts[site.site] ?? ReportTally.SiteCount()
      return #"""
        <tr><th scope="row">\#(link(to: site.site))</th>\#
        \#(if: !networks.isEmpty, "<td>\(site.site.network)</td>")\#(.numberCell(count.moderators))\#
        \#(if: hasStaff, .numberCell(count.staff))\#
        \#(.numberCell(history.formerUsers[site.site] ?? 0))\#
        \#(if: state.hasKinds, "<td>\(Words.siteKind(site))</td>")\#
        \#(if: state.hasStates, "<td>\(.verdict(of: site))</td>")\#
        \#(if: state.hasDays, .dayCell(site.readAt))</tr>

        """#
    }
    return #"""
      <section aria-labelledby="sites">
      <h2 id="sites">Sites</h2>
      <div class="scroll" role="group" tabindex="0" aria-labelledby="sites">
      <table class="sortable filterable" data-id="sites" data-what="sites">
      <thead><tr><th scope="col">Site</th>\#
      \#(if: !networks.isEmpty, #"<th scope="col">Network</th>"#)<th scope="col" class="n">Moderators</th>\#
      \#(if: hasStaff, #"<th scope="col" class="n">Staff</th>"#)<th scope="col" class="n">Former</th>\#
      \#(if: state.hasKinds, #"<th scope="col">Kind</th>"#)\#
      \#(if: state.hasStates, #"<th scope="col">Complete?</th>"#)\#
      \#(if: state.hasDays, #"<th scope="col" class="d">Last read</th>"#)</tr></thead>
      <tbody>
      \#(rows)</tbody>
      </table>
      </div>
      \#(others(state))</section>

      """#
  }

  /// The sites that are not in the archive.
  private func others(_ state: ArchiveState) -> HTML {
    if state.others.isEmpty { return "" }
    let items = state.others.map { "<li>\(link(to: $0.site))</li>\n" as HTML }
    return #"""
      <details>
      <summary>\#(state.othersTitle)</summary>
      <ul class="files">
      \#(items)</ul>
      </details>

      """#
  }

  private var indexEnd: HTML {
    #"""
    <section aria-labelledby="complete">
    <h2 id="complete">What “complete” means</h2>
    <p>The list of a site is complete when six checks pass; its page shows them. A list that fails one is never shown as complete. It is published, marked as unproven, only where nothing but the total does not fit, two readings gave the same people, and whoever keeps this archive accepts such lists. A list that cannot show that much by its kind is published as unproven too, and its grade says how much is claimed: <em>corroborated</em>, where two readings agree with each other and with a total that may be old, or <em>published</em>, where the site only gave this list. It never replaces a list of a higher grade.</p>
    </section>
    <section aria-labelledby="data">
    <h2 id="data">Data</h2>
    <p>The same rows as tables, for other programs.</p>
    <div class="scroll" role="group" tabindex="0" aria-labelledby="data">
    <table>
    <thead><tr><th scope="col">File</th><th scope="col">What is in it</th><th scope="col" class="n">Rows</th><th scope="col" class="n">Size</th></tr></thead>
    <tbody>
    \#(files.compactMap(row))</tbody>
    </table>
    </div>
    </section>

    """#
  }

  /// A row of the table of files; nil for one that is not listed.
  private func row(of file: DataFile) -> HTML? {
    file.meaning.map { meaning in
      #"""
      <tr><th scope="row"><a href="\#(file.path)">\#(file.path)</a></th><td>\#(meaning)</td>\#
      <td class="n">\#(file.rows?.grouped)</td><td class="n">\#(file.bytes?.byteWords)</td></tr>

      """#
    }
  }
}

extension HTML {
  /// A verdict in its colour; the class can only be one that the style knows.
  fileprivate static func verdict(of site: ReportedSite) -> HTML {
    let words = Words.status(of: site)
    return switch site.verdict {
    case .complete: #"<span class="verdict complete">✓ \#(words)</span>"#
    case .unproven: #"<span class="verdict \#(Words.style(of: site))">\#(words)</span>"#
    case .incomplete, nil: "<span>\(words)</span>"
    }
  }
}
