import Markup
import Roster
import Tables
import Wording

/// A list of people on the page of a site: those who moderate it, or those who did.
struct PeopleOfSite {
  let site: Record<SiteColumn>
  let isFormer: Bool
  /// The page of the site, and those with what does not fit there.
  let pager: Pager

  /// - Parameter path: The page of the site.
  init(_ site: Record<SiteColumn>, isFormer: Bool, count: Int, path: String) {
    (self.site, self.isFormer) = (site, isFormer)
    let folder = String(path.dropLast(".html".count))
    pager = Pager(
      isFormer ? folder + "/former" : folder, first: path, itemCount: count,
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

  /// The folder of the files of rows, from the folder that is named like the page of the site.
  var folder: String { isFormer ? "former/rows/" : "rows/" }
}

extension HTMLReport {
  /// The rows on the page of the site.
  func writeRows(of list: PeopleOfSite, root: String, to html: inout HTMLStream) throws {
    var writer = RowsOfPeople(list)
    try source.forEachModerator(
      of: list.site.site, former: list.isFormer, limit: list.pager.pageSize
    ) { known in
      writer.begin(known, to: &html)
      writeRow(of: known, isFormer: list.isFormer, root: root, to: &html)
      try html.drain()
    }
    writer.finish(to: &html)
  }

  private func writeRow(
    of known: ModeratorProfile, isFormer: Bool, root: String, to html: inout HTMLStream
  ) {
    let moderator = Record<ModeratorColumn>(known.row)
    let page = page(of: moderator).map { root + $0 }
    html.markup("<tr id=\"")
    html.anchor(moderator.number(.userID) ?? 0, moderator.role)
    html.markup("\"><th scope=\"row\">")
    if isFormer {
      html.person(moderator, page: page)
      html.markup("</th><td>")
      html.text(RosterGroup(moderator).role)
      html.markup("</td>")
      html.tenureCell(
        known.tenures.map { Stint(kind: .moderator, tenure: $0) }, unseen: known.unseenTenures)
      html.endCell(known.tenures.last)
      html.numberCell(moderator.number(.reputation))
    } else {
      html.person(moderator, page: page, aboutMe: known.aboutMe)
      html.markup("</th>")
      html.tenureCell(stints(of: known), unseen: known.unseenTenures)
      html.reputationCell(moderator.number(.reputation), known.reputation)
      for badge in [.gold, .silver, .bronze] as [ModeratorColumn] {
        html.numberCell(moderator.number(badge))
      }
      html.dayCell(moderator[.memberSince])
    }
    html.markup("</tr>\n")
  }

  /// What somebody was in their tenures, the oldest first.
  func stints(of known: ModeratorProfile) -> [Stint] {
    let moderator = Record<ModeratorColumn>(known.row)
    return tally.kinds.stints(
      of: known.tenures, user: moderator.number(.userID) ?? 0, role: moderator.role ?? .moderator,
      on: moderator.site, kind: moderator.kind ?? .moderator)
  }

  /// The page of a moderator from the top of the report.
  private func page(of moderator: Record<ModeratorColumn>) -> String? {
    address(
      ofUser: moderator.number(.userID), account: moderator.number(.accountID), on: moderator.site)
  }

  // MARK: - Long lists

  /// Writes a list that does not fit on the page of the site twice: the rest as pages of their own, and all of it as
  /// data for the list that scripts show instead.
  ///
  /// - Returns: What tells scripts about the data; nil where the list fits.
  func writeFurtherPages(of list: PeopleOfSite) throws -> [String: String]? {
    guard list.pager.pageCount > 1 else { return nil }
    var groups: [(title: String, count: Int)] = []
    var rows: [ModeratorProfile] = []
    var files = 0
    func flush() throws {
      files += 1
      try writeRows(rows, of: list, toFile: files)
      for start in stride(from: 0, to: rows.count, by: list.pager.pageSize) {
        let number =
          ((files - 1) * PeopleOfSite.rowsPerFile + start) / list.pager.pageSize + 1
        let own = rows[start..<min(start + list.pager.pageSize, rows.count)]
        if number > 1 { try writeFurtherPage(of: list, number, own) }
      }
      rows.removeAll(keepingCapacity: true)
    }
    try source.forEachModerator(of: list.site.site, former: list.isFormer, limit: nil) { known in
      let title = list.isFormer ? "" : RosterGroup(Record<ModeratorColumn>(known.row)).title
      if groups.last?.title != title { groups.append((title, 0)) }
      groups[groups.count - 1].count += 1
      rows.append(known)
      if rows.count == PeopleOfSite.rowsPerFile { try flush() }
    }
    if !rows.isEmpty { try flush() }
    return [
      "groups": JSONValue.array(
        groups.map { .array([.text($0.title), .integer($0.count)]) }
      ).line,
      "beside": String(
        pages.address(of: list.site.site).dropFirst("sites/".count).dropLast(".html".count)),
      "folder": list.folder, "rows": String(PeopleOfSite.rowsPerFile),
    ]
  }

  /// Rows as they stand on the page of the site, each a text.
  private func writeRows(
    _ rows: [ModeratorProfile], of list: PeopleOfSite, toFile number: Int
  ) throws {
    let row = TextSink()
    var html = HTMLStream(to: row)
    try write(list.path(ofFile: number)) { sink in
      var output = ByteBuffer(to: sink)
      output.append("modexport.take(\"\(list.folder)\(number)\",[")
      for (place, known) in rows.enumerated() {
        writeRow(of: known, isFormer: list.isFormer, root: "../", to: &html)
        try html.finish()
        output.append(place == 0 ? "\n" : ",\n")
        JSONText.append(String(decoding: row.take(), as: UTF8.self), to: &output.bytes)
        try output.drain()
      }
      output.append("\n]);\n")
      try output.flush()
    }
  }

  private func writeFurtherPage(
    of list: PeopleOfSite, _ number: Int, _ rows: ArraySlice<ModeratorProfile>
  ) throws {
    let pager = list.pager
    let name = list.site[.name] ?? list.site.site.id
    let page = ReportPage(
      path: pager.path(number), template: .roster,
      title:
        "\(list.isFormer ? "Former moderators" : "Moderators") of \(name), page \(number.grouped)")
    let values: [String: Any] = [
      "name": name, "isFormer": list.isFormer,
      "href": page.root + pages.address(of: list.site.site),
      "part": "Page \(number.grouped) of \(pager.pageCount.grouped)",
    ]
    let holes: Holes = [
      "rows": { html in
        var writer = RowsOfPeople(list)
        for known in rows {
          writer.begin(known, to: &html)
          writeRow(of: known, isFormer: list.isFormer, root: page.root, to: &html)
          try html.drain()
        }
        writer.finish(to: &html)
      }
    ]
    try write(page, values, holes.merging(pager.holes(on: number, root: page.root)) { $1 })
  }
}

/// The bodies of a table of people: one for each group of those who moderate, one for all who did.
private struct RowsOfPeople {
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
    html.markup(isOpen ? "</tbody>\n<tbody>" : "<tbody>")
    (isOpen, group) = (true, next)
    guard let next else { return html.markup("\n") }
    html.markup("<tr class=\"group\"><th colspan=\"7\" scope=\"rowgroup\">")
    html.text(next.title)
    html.markup("</th></tr>\n")
  }

  /// Comes after the last row.
  func finish(to html: inout HTMLStream) {
    html.markup(isOpen ? "</tbody>\n" : "<tbody></tbody>\n")
  }
}
