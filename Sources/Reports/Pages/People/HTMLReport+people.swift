import Roster
import Tables

extension HTMLReport {
  /// Writes everybody twice: as plain pages, and as data for the one list that scripts show instead.
  func writePeople() throws {
    let pager = Pager(
      "people/", first: "people.html", itemCount: tally.people, pageSize: 500)
    let kicker = tally.people.counted("person", "people", isGrouped: true)
    var order = PeopleOrder()
    try forEachPage(of: .people, pager) { rows, number in
      let page = ReportPage(path: pager.path(number), template: .people, title: "People")
      let people = rows.map(Record<PersonColumn>.init)
      var values: [String: Any] = ["kicker": kicker, "lede": peopleLede]
      if number == 1 { values["list"] = listValues(pager) }
      try write(page, values, holes(of: page, people, pager, number))
      guard !rows.isEmpty else { return }
      try write("people/rows/\(number).js") {
        try PeopleRows(people, self).write(to: $0, number: number)
      }
      for person in people { order.append(self.people.place(of: person)) }
      if order.isFull { try write(&order) }
    }
    if !order.isEmpty { try write(&order) }
  }

  private var peopleLede: String {
    let others = tally.withoutAccount
    let who =
      others > 0
      ? "Everybody with an account that several sites share who moderates now"
      : "Everybody who moderates a site now"
    let rest =
      others > 0
      ? " \(others.counted("other has", "others have", isGrouped: true)) an account on one site only: the search of the first page finds them, "
        + "and the pages of their sites list them." : ""
    return
      "\(who), staff included, those with the most sites first. “Reputation” is the sum over these "
      + "sites.\(rest)"
  }

  /// Reads a view once and hands over its rows by the page; one page without rows where it has none.
  private func forEachPage(
    of view: View, _ pager: Pager, _ body: ([Row], _ number: Int) throws -> Void
  ) throws {
    var rows: [Row] = []
    var number = 0
    try source.forEachRow(of: view, site: nil, order: .reader) { row in
      rows.append(row)
      guard rows.count == pager.pageSize else { return }
      number += 1
      try body(rows, number)
      rows.removeAll(keepingCapacity: true)
    }
    if !rows.isEmpty || number == 0 { try body(rows, number + 1) }
  }

  private func listValues(_ pager: Pager) -> [String: String] {
    let list = [
      "count": String(tally.people), "rows": String(pager.pageSize),
      "order": "\(PeopleOrder.limit)",
      "networks": JSONValue.array(networks.map { .text($0) }).line,
    ]
    return list.merging(searchValues) { $1 }
  }

  private func holes(
    of page: ReportPage, _ people: [Record<PersonColumn>], _ pager: Pager, _ number: Int
  ) -> Holes {
    [
      "people": { html in
        for person in people { try writeRow(of: person, root: page.root, to: &html) }
      }
    ].merging(pager.holes(on: number, root: page.root)) { $1 }
  }

  private func write(_ order: inout PeopleOrder) throws {
    let (path, bytes) = order.take()
    try write(path) { try $0.write(bytes) }
  }

  private func writeRow(of person: Record<PersonColumn>, root: String, to html: inout HTMLStream)
    throws
  {
    html.markup("<tr")
    let place = people.place(of: person)
    if let place {
      html.markup(" id=\"")
      html.text(PersonPages.anchor(of: place))
      html.markup("\"")
    }
    html.markup("><th scope=\"row\">")
    html.name(
      ShownName.of(person[.displayName], user: nil, account: person.account),
      link: place.map { root + people.address(of: $0) })
    html.markup("</th>")
    html.numberCell(person.number(.sites))
    html.numberCell(person.number(.reputation))
    html.markup("<td>")
    for site in person.sites {
      html.name(siteNames[site] ?? site.id, link: address(of: site).map { root + $0 })
      html.markup("&#160; ")
    }
    html.markup("</td></tr>\n")
    try html.drain()
  }
}
