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
      let page = ReportPage(
        path: people.path(of: place), template: .person, title: ShownName.of(person))
      try write(page, [:], ["people": { write(person, at: place, root: page.root, to: &$0) }])
    }
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
      let page = ReportPage(
        path: people.path(of: first.1), template: .person, title: "People")
      let people = group
      try write(
        page, ["isGroup": true],
        [
          "people": { html in
            for (person, place) in people {
              write(person, at: place, root: page.root, to: &html)
              try html.drain()
            }
          }
        ])
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
    html.markup("<article id=\"")
    html.text(PersonPages.anchor(of: place))
    html.markup("\"><header class=\"title\"><h1 dir=\"auto\">")
    html.text(ShownName.of(person))
    html.markup("</h1><p class=\"lede\">")
    html.text(PersonWords.summary(person))
    html.markup("</p>")
    writeNames(of: person, to: &html)
    html.markup("</header>\n")
    writeSites(of: person, root: root, to: &html)
    writeCompanions(of: person, root: root, to: &html)
    writeNews(of: person, at: place, root: root, to: &html)
    html.markup("</article>\n")
  }

  private func writeNames(of person: PersonRecord, to html: inout HTMLStream) {
    let names = PersonWords.otherNames(of: person)
    guard !names.isEmpty else { return }
    html.markup("<p>Other names: ")
    for (index, entry) in names.enumerated() {
      html.markup(index == 0 ? "<bdi>" : ", <bdi>")
      html.text(entry.name)
      html.markup("</bdi>")
      if let seen = entry.seen {
        html.markup(" (")
        html.text(seen)
        html.markup(")")
      }
    }
    html.markup(".</p>")
  }

  private func writeSites(of person: PersonRecord, root: String, to html: inout HTMLStream) {
    let rows = person.sites.map { place in
      Timeline.Row(
        label: siteNames[place.site] ?? place.siteName,
        link: address(of: place.site).map { root + $0 },
        style: Timeline.Style(place.moderator.kind), stints: place.stints(tally.kinds),
        unseen: place.unseenTenures)
    }
    let scale = TimeScale(from: Timeline.beginning(of: rows), until: source.asOf)
    html.markup("<div class=\"timeline seats\">")
    if let scale { html.axis(scale) }
    html.markup("<ul aria-label=\"Sites\">\n")
    for (place, row) in zip(person.sites, rows) {
      row.write(on: scale, isExplained: false, to: &html) { html in
        write(place, row.stints, to: &html)
      }
    }
    html.markup("</ul></div>\n")
  }

  /// What is known of a person on one site.
  private func write(
    _ place: PersonOnSite, _ stints: [Stint], to html: inout HTMLStream
  ) {
    html.markup("<div>")
    html.text(PersonWords.role(of: place))
    if let last = stints.last {
      let tenure = last.tenure
      html.markup(
        last.followsChange
          ? ", role changed "
          : tenure.absentBefore == nil || tenure.loggedBeginning != nil ? " since " : ", joined ")
      html.beginning(of: tenure)
      if let left = tenure.departure {
        html.markup(", left ")
        html.end(of: tenure, left)
      }
    }
    html.markup("<br/>")
    html.text(PersonWords.standing(of: place))
    if place.moderator.link != nil { html.markup(" ·") }
    html.webLink(place.moderator.link)
    html.allTenures(stints, unseen: place.unseenTenures)
    html.markup("</div>")
  }

  /// What happened to the person, the latest first, and the way to the changes that tell more.
  private func writeNews(
    of person: PersonRecord, at place: PersonPages.Place, root: String, to html: inout HTMLStream
  ) {
    let items = SiteJournal.items(of: person) { seat in
      (siteNames[seat.site] ?? seat.siteName, address(of: seat.site).map { root + $0 })
    }
    guard !items.isEmpty else { return }
    html.markup("<h2>Changes</h2>\n<dl class=\"journal\">\n")
    var journal = SiteJournal()
    journal.isOfPerson = true
    for (readings, item) in items { journal.write(item, readings, to: &html) }
    journal.finish(&html)
    html.markup("</dl>\n<p class=\"note\"><a href=\"")
    html.text("\(root)changes.html#person=\(place.name)")
    html.markup("\">All changes of this person</a></p>\n")
  }

  /// Those who moderate two or more of the sites that the person moderates.
  private func writeCompanions(of person: PersonRecord, root: String, to html: inout HTMLStream) {
    guard let account = person.accountID, person.sites.count > 1 else { return }
    let sites = Set(
      person.sites.filter { $0.isCurrent && $0.moderator.kind == .moderator }.map(\.site))
    let companions = tally.companions.of(account, on: sites)
    guard !companions.isEmpty else { return }
    html.markup("<h2>Moderates together with</h2>\n<ul class=\"columns\">\n")
    for companion in companions {
      let address = people.place(
        person.network, account: companion.account, site: nil, user: nil
      ).map(people.address)
      html.markup("<li>")
      html.name(
        ShownName.of(companion.name, user: nil, account: companion.account),
        link: address.map { root + $0 })
      html.text(" on \(companion.common.grouped) sites")
      html.markup("</li>\n")
    }
    html.markup("</ul>\n")
  }
}
