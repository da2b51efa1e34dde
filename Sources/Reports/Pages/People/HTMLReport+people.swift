import Roster
import Tables

extension HTMLReport {
  /// Writes everybody twice: as plain pages, and as data for the one list that scripts show instead.
  func writePeople() throws {
    let pager = Pager(
      "people/", first: "people.html", itemCount: tally.people, pageSize: 500)
    let kicker = tally.people.counted("person", "people", isGrouped: true)
    var order = PeopleOrder()
    try forEachPage(pager) { people, number in
      let page = ReportPage(path: pager.path(number), section: .people, title: "People")
      let table: HTML = #"""
        <div class="scroll plain" role="group" tabindex="0" aria-label="People">
        <table>
        <thead><tr><th scope="col">Name</th><th scope="col" class="n">Sites</th>\#
        <th scope="col" class="n">Reputation</th><th scope="col">Moderates</th></tr></thead>
        <tbody>
        \#(people.map { row(of: $0, root: page.root) })</tbody>
        </table>
        </div>

        """#
      try write(
        page,
        #"""
        <header class="title">
        <p class="kicker">\#(asOf) · \#(kicker)</p>
        <h1>People</h1>
        <p class="lede">\#(peopleLede)</p>
        </header>
        \#(if: number == 1, list(pager))\#(pager.around(table, on: number, root: page.root))
        """#)
      guard !people.isEmpty else { return }
      try writeFile("people/rows/\(number).js", peopleFile(number, people))
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

  /// Reads everybody once and hands them over by the page; one page without anybody where there is nobody.
  private func forEachPage(
    _ pager: Pager, _ body: ([Record<PersonColumn>], _ number: Int) throws -> Void
  ) throws {
    var (people, number): ([Record<PersonColumn>], Int) = ([], 1)
    try source.forEachRow(of: .people, site: nil, order: .reader) { row in
      people.append(Record(row))
      guard people.count == pager.pageSize else { return }
      try body(people, number)
      (people, number) = ([], number + 1)
    }
    if !people.isEmpty || number == 1 { try body(people, number) }
  }

  /// Where scripts show the one list.
  private func list(_ pager: Pager) -> HTML {
    let networks = JSONValue.array(networks.map { .text($0) }).line
    return #"""
      <div id="people-list" data-count="\#(tally.people)" data-rows="\#(pager.pageSize)" \#
      data-order="\#(PeopleOrder.limit)"\#(searchData) data-networks="\#(networks)"></div>

      """#
  }

  private func write(_ order: inout PeopleOrder) throws {
    let (path, bytes) = order.take()
    try writeFile(path, bytes)
  }

  private func row(of person: Record<PersonColumn>, root: String) -> HTML {
    let place = people.place(of: person)
    let id = place.map { #" id="\#(PersonPages.anchor(of: $0))""# as HTML }
    let name = HTML.name(
      ShownName.of(person[.displayName], user: nil, account: person.account),
      link: place.map { root + people.address(of: $0) })
    let sites = person.sites.map { "\(link(to: $0, root: root))&#160; " as HTML }
    return #"""
      <tr\#(id)><th scope="row">\#(name)</th>\#(.numberCell(person.number(.sites)))\#
      \#(.numberCell(person.number(.reputation)))<td>\#(sites)</td></tr>

      """#
  }
}
