import FoundationEssentials
import Roster
import Tables

extension HTMLReport {
  /// Writes everybody who moderates or did, also for the search, and counts them on the way.
  func writePersons() throws -> NetworkHistory {
    var history = NetworkHistory()
    var names = SearchNames(sites: searchedSites)
    guard people.isSingle else {
      try writeGroups(&history, &names)
      return history
    }
    try source.forEachPerson(inGroups: 1) { person in
      history.add(person, tally.kinds)
      let place = place(of: person)
      try add(person, at: place, to: &names)
      guard let place else { return }
      let page = ReportPage(path: people.path(of: place), title: ShownName.of(person))
      try write(page) { html in
        html += "<div>\n"
        write(person, at: place, root: page.root, to: &html)
        html += "</div>\n"
      }
    }
    try addLogged(to: &names)
    try write(&names)
    return history
  }

  /// People come by group, so that the pages of the groups are written one after the other.
  private func writeGroups(
    _ history: inout NetworkHistory, _ names: inout SearchNames
  ) throws {
    var group: [(PersonRecord, PersonPages.Place)] = []
    func flush() throws {
      guard let first = group.first else { return }
      let people = group
      try write(ReportPage(path: self.people.path(of: first.1), title: "People")) { html in
        html += #"""
          <div class="group">
          <p class="kicker">Some people of this archive. The address of a person shows them alone.</p>

          """#
        for (person, place) in people {
          write(person, at: place, root: "../", to: &html)
          try html.drain()
        }
        html += "</div>\n"
      }
      group.removeAll(keepingCapacity: true)
    }
    try source.forEachPerson(inGroups: people.groups) { person in
      history.add(person, tally.kinds)
      let place = place(of: person)
      try add(person, at: place, to: &names)
      guard let place else { return }
      if let first = group.first, people.group(of: first.1) != people.group(of: place) {
        try flush()
      }
      group.append((person, place))
    }
    try flush()
    try addLogged(to: &names)
    try write(&names)
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

  private func write(
    _ person: PersonRecord, at place: PersonPages.Place, root: String, to html: inout HTMLStream
  ) {
    html += #"""
      <article id="\#(PersonPages.anchor(of: place))"><header class="title">\#
      <h1 dir="auto">\#(ShownName.of(person))</h1><p class="lede">\#(PersonWords.summary(person))</p>\#
      \#(names(of: person))</header>

      """#
    writeSites(of: person, root: root, to: &html)
    html += companions(of: person, root: root)
    writeNews(of: person, at: place, root: root, to: &html)
    html += "</article>\n"
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

  private func writeSites(of person: PersonRecord, root: String, to html: inout HTMLStream) {
    let rows = person.sites.map { place in
      Timeline.Row(
        label: siteNames[place.site] ?? place.siteName,
        link: address(of: place.site).map { root + $0 },
        style: Timeline.Style(place.moderator.kind), stints: place.stints(tally.kinds))
    }
    let scale = TimeScale(from: Timeline.beginning(of: rows), until: source.asOf)
    let items = zip(person.sites, rows).map { place, row in
      row.item(on: scale, isExplained: false, more: seat(place, row.stints))
    }
    html += #"""
      <div class="timeline seats">\#(scale.map { html.axis($0) })<ul aria-label="Sites">
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

  /// What happened to the person, the latest first, and the way to the changes that tell more.
  private func writeNews(
    of person: PersonRecord, at place: PersonPages.Place, root: String, to html: inout HTMLStream
  ) {
    let items = SiteJournal.items(of: person) { seat in
      (siteNames[seat.site] ?? seat.siteName, address(of: seat.site).map { root + $0 })
    }
    guard !items.isEmpty else { return }
    html += #"<h2>Changes</h2>\#n<dl class="journal">\#n"#
    var journal = SiteJournal()
    journal.isOfPerson = true
    for (readings, item) in items { journal.write(item, readings, to: &html) }
    journal.finish(&html)
    html += #"""
      </dl>
      <p class="note"><a href="\#(root)changes.html#person=\#(place.name)">All changes of this person</a></p>

      """#
  }

  /// Those who moderate two or more of the sites that the person moderates.
  private func companions(of person: PersonRecord, root: String) -> HTML {
    guard let account = person.accountID, person.sites.count > 1 else { return "" }
    let sites = Set(
      person.sites.filter { $0.isCurrent && $0.moderator.kind == .moderator }.map(\.site))
    let items = tally.companions.of(account, on: sites).map { companion -> HTML in
      let place = people.place(person.network, account: companion.account, site: nil, user: nil)
      let name = HTML.name(
        ShownName.of(companion.name, user: nil, account: companion.account),
        link: place.map { root + people.address(of: $0) })
      return "<li>\(name) on \(companion.common.grouped) sites</li>\n"
    }
    if items.isEmpty { return "" }
    return #"<h2>Moderates together with</h2>\#n<ul class="columns">\#n\#(items)</ul>\#n"#
  }
}
