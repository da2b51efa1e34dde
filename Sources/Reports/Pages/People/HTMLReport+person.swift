import FoundationEssentials
import Roster

extension HTMLReport {
  /// Writes everybody who moderates or did, also for the search, and counts them on the way. People come by the page on
  /// which they stand.
  func writePersons() throws -> NetworkHistory {
    var history = NetworkHistory()
    var names = SearchNames(sites: searchedSites, writeFile: writeFile)
    var group: [(person: PersonRecord, place: PersonPages.Place)] = []
    func flush() throws {
      if !group.isEmpty { try write(group) }
      group.removeAll(keepingCapacity: true)
    }
    try source.forEachPerson(inGroups: people.groups) { person in
      history.add(person, tally.kinds)
      let place = place(of: person)
      try names.append(person, at: place)
      guard let place else { return }
      if let last = group.last, people.path(of: last.place) != people.path(of: place) {
        try flush()
      }
      group.append((person, place))
    }
    try flush()
    try addLogged(to: &names)
    try names.flush()
    return history
  }

  private func write(_ group: [(person: PersonRecord, place: PersonPages.Place)]) throws {
    let articles = group.map { article(of: $0, at: $1, root: "../") }
    let page = ReportPage(
      path: people.path(of: group[0].place),
      title: people.isSingle ? ShownName.of(group[0].person) : "People")
    try write(
      page,
      people.isSingle
        ? "<div>\n\(articles)</div>\n"
        : #"""
        <div class="people">
        <p class="kicker">Some people of this archive. The address of a person shows them alone.</p>
        \#(articles)</div>

        """#)
  }

  private func place(of person: PersonRecord) -> PersonPages.Place? {
    people.place(
      person.network, account: person.accountID, site: person.sites.first?.site,
      user: person.sites.first?.moderator.userID)
  }

  /// The address of the page of a user of a site, from the top of the report; nil where they have none.
  func address(ofUser user: Int?, account: Int?, on site: SiteRef) -> String? {
    people.place(site.network, account: account, site: site, user: user).map(people.address)
  }

  private func article(
    of person: PersonRecord, at place: PersonPages.Place, root: String
  ) -> HTML {
    #"""
    <article id="\#(PersonPages.anchor(of: place))"><header class="title">\#
    <h1 dir="auto">\#(ShownName.of(person))</h1><p class="lede">\#(PersonWords.summary(person))</p>\#
    \#(names(of: person))</header>
    \#(sites(of: person, root: root))\#
    <p class="note"><a href="\#(root)changes.html#person=\#(place.name)">All changes of this person</a></p>
    </article>

    """#
  }

  private func names(of person: PersonRecord) -> HTML {
    let names = PersonWords.otherNames(of: person)
    if names.isEmpty { return "" }
    let items = names.enumerated().map { index, entry -> HTML in
      let seen = entry.seen.map { " (\($0))" }
      return "\(index == 0 ? "" : ", ")<bdi>\(entry.name)</bdi>\(seen)"
    }
    return "<p>Other names: \(items).</p>"
  }

  private func sites(of person: PersonRecord, root: String) -> HTML {
    let rows = person.sites.map { place in
      Timeline.Row(
        label: siteNames[place.site] ?? place.siteName,
        link: address(of: place.site).map { root + $0 },
        style: place.moderator.kind.style, stints: place.stints(tally.kinds))
    }
    let scale = TimeScale(from: Timeline.beginning(of: rows), until: source.asOf)
    let items = zip(person.sites, rows).map { place, row in
      row.item(on: scale, isExplained: false, more: seat(place, row.stints))
    }
    return #"""
      <div class="timeline seats">\#(scale?.axis)<ul aria-label="Sites">
      \#(items)</ul></div>

      """#
  }

  /// What is known of a person on one site.
  private func seat(_ place: PersonOnSite, _ stints: [Stint]) -> HTML {
    var time: HTML = ""
    if let last = stints.last {
      let tenure = last.tenure
      let began =
        last.followsChange
        ? ", role changed "
        : tenure.beganAfter == nil || tenure.loggedBeginning != nil ? " since " : ", joined "
      let end = HTML.end(of: tenure).map { ", left \($0)" as HTML }
      time = "\(began)\(.beginning(of: tenure))\(end)"
    }
    return """
      <div>\(PersonWords.role(of: place))\(time)<br/>\(PersonWords.standing(of: place))\
      \(place.moderator.link == nil ? "" : " ·")\(.webLink(place.moderator.link))\
      \(.allTenures(stints))</div>
      """
  }
}
