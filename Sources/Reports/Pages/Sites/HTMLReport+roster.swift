import Markup
import Roster
import Tables

/// A list of people on the page of a site: those who moderate it, or those who did.
struct PeopleOfSite {
  let site: Record<SiteColumn>
  let isFormer: Bool
  /// The page of the site, and those with what does not fit there. They stand beside it, so that the same row leads to
  /// the same places from each of them; no site's page has a `~` in its name.
  let pager: Pager

  /// - Parameter path: The page of the site.
  init(_ site: Record<SiteColumn>, isFormer: Bool, count: Int, path: String) {
    (self.site, self.isFormer) = (site, isFormer)
    let folder = String(path.dropLast(".html".count))
    pager = Pager(
      folder + (isFormer ? "~former-" : "~"), first: path, itemCount: count,
      pageSize: Self.pageSize)
  }

  private static let pageSize = 200

  /// The most rows in one file of rows; whole pages.
  static let rowsPerFile = pageSize * 5

  /// The path of a file of rows, from the top of the report.
  func path(ofFile number: Int) -> String {
    let page = pager.path(1).dropLast(".html".count)
    return "\(page)/\(folder)\(number).js"
  }

  /// The head of the table.
  var head: HTML {
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

  /// The folder of the files of rows, from the folder that is named like the page of the site.
  var folder: String { isFormer ? "former/rows/" : "rows/" }
}

extension HTMLReport {
  /// The rows on the page of the site.
  ///
  /// - Parameter long: nil where the list fits there.
  func writeRows(
    of list: PeopleOfSite, _ long: LongList?, to html: inout HTMLStream
  ) throws {
    if let long { return html += HTML(written: long.firstRows) }
    var bodies = RowsOfPeople(list)
    try source.forEachModerator(of: list.site.site, former: list.isFormer, limit: nil) { known in
      bodies.begin(known, to: &html)
      writeRow(of: known, isFormer: list.isFormer, to: &html)
      try html.drain()
    }
    bodies.finish(to: &html)
  }

  /// Writes the row of somebody, for a page of the site.
  func writeRow(of known: ModeratorProfile, isFormer: Bool, to html: inout HTMLStream) {
    let moderator = Record<ModeratorColumn>(known.row)
    let page = page(of: moderator).map { "../" + $0 }
    let id = HTML.anchor(moderator.number(.userID) ?? 0, moderator.role)
    html += #"<tr id="\#(id)"><th scope="row">"#
    if isFormer {
      html.person(moderator, page: page)
      let stints = known.tenures.map { Stint(kind: .moderator, tenure: $0.bounds) }
      html += """
        </th><td>\(RosterGroup(moderator).role)</td>\
        \(.tenureCell(stints))\(.endCell(known.tenures.last?.bounds))\
        \(.numberCell(moderator.number(.reputation)))</tr>

        """
    } else {
      html.personWithProfile(moderator, page: page)
      let badges = [ModeratorColumn.gold, .silver, .bronze].map {
        HTML.numberCell(moderator.number($0))
      }
      html += """
        </th>\(.tenureCell(stints(of: known)))\
        \(.reputationCell(moderator.number(.reputation), known.reputation))\(badges)\
        \(.dayCell(moderator[.memberSince]))</tr>

        """
    }
  }

  /// What somebody was in their tenures, the oldest first.
  func stints(of known: ModeratorProfile) -> [Stint] {
    let moderator = Record<ModeratorColumn>(known.row)
    return tally.kinds.stints(
      of: known.tenures.map(\.bounds), user: moderator.number(.userID) ?? 0,
      role: moderator.role ?? .moderator,
      on: moderator.site, kind: moderator.kind ?? .moderator)
  }

  /// The page of a moderator from the top of the report.
  private func page(of moderator: Record<ModeratorColumn>) -> String? {
    address(
      ofUser: moderator.number(.userID), account: moderator.number(.accountID), on: moderator.site)
  }
}

/// The bodies of a table of people: one for each group of those who moderate, one for all who did.
struct RowsOfPeople {
  private let isFormer: Bool
  private var group: RosterGroup?
  private var isOpen = false

  init(_ list: PeopleOfSite) {
    isFormer = list.isFormer
  }

  /// Comes before each row.
  mutating func begin(_ known: ModeratorProfile, to html: inout HTMLStream) {
    let next = isFormer ? nil : RosterGroup(Record<ModeratorColumn>(known.row))
    guard !isOpen || next != group else { return }
    if isOpen { html += "</tbody>\n" }
    html += "<tbody>"
    (isOpen, group) = (true, next)
    if let next {
      html += #"<tr class="group"><th colspan="7" scope="rowgroup">\#(next.title)</th></tr>"#
    }
    html += "\n"
  }

  /// Comes after the last row.
  func finish(to html: inout HTMLStream) {
    html += isOpen ? "</tbody>\n" : "<tbody></tbody>\n"
  }
}

/// Moderators of one kind and role, which stand together.
struct RosterGroup: Hashable {
  private let kind: Moderator.Kind
  private let ownRole: Role

  init(_ moderator: Record<ModeratorColumn>) {
    kind = moderator.kind ?? .moderator
    ownRole = moderator.role ?? .moderator
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
