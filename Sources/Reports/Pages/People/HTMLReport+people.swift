import Roster
import Tables

extension HTMLReport {
  /// Writes everybody, those with the most sites first.
  func writePeople() throws {
    let pager = Pager("people/", first: "people.html", itemCount: tally.people)
    var (rows, number): ([HTML], Int) = ([], 1)
    func endPage() throws {
      try writePeople(rows, pager, number)
      (rows, number) = ([], number + 1)
    }
    let root = { ReportPage(path: pager.path($0), title: "").root }
    try source.forEachRow(of: .people, order: .reader) { person in
      rows.append(row(of: Record(person), root: root(number)))
      if rows.count == Pager.pageSize { try endPage() }
    }
    if !rows.isEmpty || number == 1 { try endPage() }
  }

  private func writePeople(_ rows: [HTML], _ pager: Pager, _ number: Int) throws {
    let page = ReportPage(path: pager.path(number), section: .people, title: "People")
    let what = pager.pageCount > 1 ? "people of this page" : "people"
    let table: HTML = #"""
      <div class="scroll" role="group" tabindex="0" aria-label="People">
      <table class="sortable filterable" data-id="people" data-what="\#(what)">
      <thead><tr><th scope="col">Name</th>\#(if: !networks.isEmpty, #"<th scope="col">Network</th>"#)\#
      <th scope="col" class="n">Sites</th><th scope="col" class="n">Reputation</th>\#
      <th scope="col">Moderates</th></tr></thead>
      <tbody>
      \#(rows)</tbody>
      </table>
      </div>

      """#
    try write(
      page,
      #"""
      <header class="title">
      <p class="kicker">\#(asOf) · \#(tally.people.counted("person", "people", isGrouped: true))</p>
      <h1>People</h1>
      <p class="lede">\#(peopleLede)</p>
      </header>
      \#(pager.around(table, on: number, root: page.root))
      """#)
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

  private func row(of person: Record<PersonColumn>, root: String) -> HTML {
    let network = person[.network] ?? ""
    let place = people.place(network, account: person.account, site: nil, user: nil)
    let id = place.map { #" id="\#(PersonPages.anchor(of: $0))""# as HTML }
    let name = HTML.name(
      ShownName.of(person[.displayName], user: nil, account: person.account),
      link: place.map { root + people.address(of: $0) })
    let sites = person.sites.map { "\(link(to: $0, root: root))&#160; " as HTML }
    return #"""
      <tr\#(id)><th scope="row">\#(name)</th>\#(if: !networks.isEmpty, "<td>\(network)</td>")\#
      \#(.numberCell(person.number(.sites)))\#(.numberCell(person.number(.reputation)))<td>\#(sites)</td></tr>

      """#
  }
}
