import Markup
import Roster

/// A list of people on the page of a site: those who moderate it, or those who did.
struct PeopleOfSite {
  let site: ReportedSite
  let isFormer: Bool
  /// The page of the site, and those with what does not fit there. They stand beside it, so that the same row leads to
  /// the same places from each of them; no site's page has a `~` in its name.
  let pager: Pager

  /// - Parameter path: The page of the site.
  init(_ site: ReportedSite, isFormer: Bool, count: Int, path: String) {
    (self.site, self.isFormer) = (site, isFormer)
    let folder = String(path.dropLast(".html".count))
    pager = Pager(
      folder + (isFormer ? "~former-" : "~"), first: path, itemCount: count)
  }

  /// The table.
  ///
  /// - Parameter id: The name of its heading.
  func table(_ rows: HTML, id: String, label: HTML) -> HTML {
    let people = isFormer ? "former moderators" : "people"
    let what = people + (pager.pageCount > 1 ? " of this page" : "")
    return #"""
      <div class="scroll" role="group" tabindex="0" \#(label)>
      <table class="sortable filterable" data-id="\#(id)" data-what="\#(what)">
      \#(head)
      \#(rows)</table>
      </div>

      """#
  }

  private var head: HTML {
    isFormer
      ? #"""
      <thead><tr><th scope="col">Name</th><th scope="col">Role</th><th scope="col" class="t">Joined</th>\#
      <th scope="col" class="t">Left</th><th scope="col" class="n">Reputation when last seen</th></tr></thead>
      """#
      : #"""
      <thead><tr><th scope="col">Name</th><th scope="col" class="t">Moderator since</th>\#
      <th scope="col" class="n">Reputation</th><th scope="col" class="n">Gold</th><th scope="col" class="n">Silver</th>\#
      <th scope="col" class="n">Bronze</th><th scope="col" class="d">Account since</th></tr></thead>
      """#
  }
}

extension HTMLReport {
  /// A list of people for the page of the site. What does not fit there is written on pages of its own, one after the
  /// other.
  func table(of list: PeopleOfSite, root: String) throws -> HTML {
    var (rows, number) = (RowsOfPeople(), 1)
    var first: HTML = ""
    func endPage() throws {
      let page = rows.take()
      if number == 1 { first = page } else { try writeFurtherPage(of: list, number, page) }
      number += 1
    }
    try source.forEachModerator(of: list.site.site, former: list.isFormer, limit: nil) { place in
      if rows.count == Pager.pageSize { try endPage() }
      rows.append(
        row(of: place, isFormer: list.isFormer),
        in: list.isFormer ? nil : RosterGroup(place.moderator))
    }
    try endPage()
    let id = list.isFormer ? "former" : "roster"
    let pages = list.isFormer ? "Pages of former moderators" : "Pages of moderators"
    return """
      \(list.table(first, id: id, label: #"aria-labelledby="\#(id)""#))\
      \(list.pager.links(on: 1, label: pages, root: root))
      """
  }

  private func writeFurtherPage(of list: PeopleOfSite, _ number: Int, _ rows: HTML) throws {
    let (pager, site) = (list.pager, list.site)
    let what = list.isFormer ? "Former moderators" : "Moderators"
    let part = "Page \(number.grouped) of \(pager.pageCount.grouped)"
    let page = ReportPage(
      path: pager.path(number), title: "\(what) of \(site.name), page \(number.grouped)")
    let table = list.table(rows, id: "roster", label: #"aria-label="\#(part)""#)
    try write(
      page,
      #"""
      <header class="title">
      <p class="kicker">\#(part)</p>
      <h1>\#(what) of <a dir="auto" href="\#(page.root)\#(pages.address(of: site.site))">\#(site.name)</a></h1>
      </header>
      \#(pager.around(table, on: number, root: page.root))
      """#)
  }

  private func row(of place: PersonOnSite, isFormer: Bool) -> HTML {
    let moderator = place.moderator
    let page = page(of: place).map { "../" + $0 }
    let start: HTML = """
      <tr id="\(HTML.anchor(moderator))"><th scope="row">\(.person(place, page: page))
      """
    if isFormer {
      let stints = place.tenures.map { Stint(kind: .moderator, tenure: $0.bounds) }
      let end = stints.last.flatMap { HTML.end(of: $0.tenure) }
      return #"""
        \#(start)</th><td>\#(RosterGroup(moderator).role)</td>\#(.tenureCell(stints))\#
        <td class="t">\#(end)</td>\#(.numberCell(moderator.reputation))</tr>

        """#
    }
    let badges = [moderator.gold, moderator.silver, moderator.bronze].map(HTML.numberCell)
    return """
      \(start)\(.profile(moderator))</th>\
      \(.tenureCell(place.stints(tally.kinds)))\
      \(.reputationCell(place))\(badges)\(.dayCell(moderator.memberSince))</tr>

      """
  }

  /// The page of a moderator from the top of the report.
  func page(of place: PersonOnSite) -> String? {
    address(
      ofUser: place.moderator.userID, account: place.moderator.accountID, on: place.site)
  }
}

/// The rows of one page of people: a body for each group of those who moderate, one for all who did.
private struct RowsOfPeople {
  private(set) var count = 0
  private var html: HTML = ""
  private var group: RosterGroup?

  mutating func append(_ row: HTML, in next: RosterGroup?) {
    if count == 0 || next != group {
      let title = next.map {
        #"<tr class="group"><th colspan="7" scope="rowgroup">\#($0.title)</th></tr>"# as HTML
      }
      html += "\(if: count > 0, "</tbody>\n")<tbody>\(title)\n"
      group = next
    }
    html += row
    count += 1
  }

  /// The rows; the next page begins.
  mutating func take() -> HTML {
    defer { self = RowsOfPeople() }
    return count > 0 ? "\(html)</tbody>\n" : "<tbody></tbody>\n"
  }
}

/// Moderators of one kind and role, which stand together.
struct RosterGroup: Hashable {
  private let kind: Moderator.Kind
  private let ownRole: Role

  init(_ moderator: Moderator) {
    (kind, ownRole) = (moderator.kind, moderator.role)
  }

  /// What they are called together.
  var title: String {
    let name =
      switch kind {
      case .moderator: "Moderators"
      case .staff: "Staff with moderator powers"
      case .community: "The Community account, a robot"
      }
    guard ownRole != .moderator else { return name }
    let words = ownRole.words
    let plural = words.prefix(1).uppercased() + words.dropFirst() + "s"
    return kind == .moderator ? plural : "\(name): \(plural.lowercased())"
  }

  /// What one of them is called.
  var role: String {
    let words = ownRole.words
    return kind == .moderator
      ? words : ownRole == .moderator ? kind.rawValue : "\(kind.rawValue), \(words)"
  }
}
