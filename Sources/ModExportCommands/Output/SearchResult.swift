import Archive
import Roster
import Tables

/// What a search found, in each form in which it is printed.
struct SearchResult {
  var sites: [SiteMatch]
  var people: [PersonMatch]
  /// What `show` takes for each of the people.
  var ids: [String]

  /// The sites, then the people.
  var document: JSONValue {
    .array(
      sites.map { site in
        .object([
          ("site", .row(site.row, of: View.sites.columns)), ("match", site.match.document),
        ])
      }
        + people.map { person in
          .object([
            ("network", .text(person.network)),
            ("account_id", .cell(Cell(person.accountID))),
            ("display_name", .text(person.displayName)),
            ("match", person.match.document),
            (
              "moderators",
              .array(person.moderators.map { .row($0, of: View.formerModerators.columns) })
            ),
          ])
        })
  }

  /// The sites for people to read.
  var siteTable: Listing {
    let columns: [SiteColumn] = [.site, .name, .moderators, .publishedAt]
    return Listing(
      columns: columns.map(\.column),
      rows: sites.map { site in columns.map { site.row[$0.rawValue] } })
  }

  /// A row for each person and site.
  var rows: Listing {
    Listing(
      columns: View.formerModerators.columns + [
        View.Column("match_field", .text, "Where the person was found."),
        View.Column("match_kind", .text, "exact, prefix, substring or typo."),
        View.Column("match_text", .text, "The text that matches."),
      ],
      rows: people.flatMap { person in
        let match = person.match
        return person.moderators.map {
          $0 + [.text(match.field.rawValue), .text(match.kind.rawValue), .text(match.text)]
        }
      })
  }

  /// The same as a table, with the ranges that the terms match.
  ///
  /// - Parameters:
  ///   - grouped: Whether values that all sites of a person share are in the first row only.
  ///   - former: Whether to show when moderators left.
  func table(grouped: Bool, former: Bool) -> (Listing, TableMarks) {
    var (listing, marks) = (Listing(columns: Self.tableColumns, rows: []), TableMarks())
    for (number, person) in people.enumerated() {
      var remarks: Set<String> = [""]
      for (index, row) in person.moderators.enumerated() {
        let remark = person.remark(on: Record<ModeratorColumn>(row)[.site] ?? "")
        let isNew = remarks.insert(remark).inserted
        let cells = tableRow(
          person, ids[number], grouped && !isNew ? "" : remark, row, person.ends[index],
          isRepeated: grouped && index > 0)
        person.mark(cells, ofRow: listing.rows.count, under: Self.tableColumns, in: &marks)
        listing.rows.append(cells)
      }
    }
    // The last columns are left out first on a narrow terminal.
    let hasRoles = people.contains { $0.moderators.haveRoles(ModeratorColumn.self) }
    let hasReputation = people.contains { person in
      person.moderators.contains { $0[ModeratorColumn.reputation.rawValue] != .null }
    }
    let unwanted =
      (former ? [] : ["left"]) + (hasRoles ? [] : ["role"])
      + (listing.rows.allSatisfy { $0.last == .text("") } ? ["match"] : [])
      + (hasReputation ? [] : ["reputation"])
    let wanted = Self.tableColumns.map(\.name).filter { !unwanted.contains($0) }
    return (listing.selecting(wanted), marks)
  }

  private static let tableColumns = [
    View.Column("display_name", .text, "The name on that site."),
    View.Column("person", .text, "What `modexport show` takes.", shortening: .never),
    View.Column("site", .text, "The site's id.", shortening: .never),
    View.Column("role", .text, "The role on that site."),
    View.Column("kind", .text, "moderator, staff or community."),
    View.Column("left", .text, "Between which readings they left, or when a log says so."),
    View.Column("reputation", .integer, "Reputation when last seen."),
    View.Column("match", .text, "What matches where it is not the name."),
  ]

  private func tableRow(
    _ person: PersonMatch, _ id: String, _ remark: String, _ row: Row, _ end: TenureBounds?,
    isRepeated: Bool
  ) -> Row {
    let record = Record<ModeratorColumn>(row)
    let name = record[.displayName]
    let isSameName = name == person.displayName
    let site = record[.site] ?? ""
    return [
      .text(isRepeated && isSameName ? "" : name ?? ""), .text(isRepeated ? "" : id), .text(site),
      Cell(record[.role]), Cell(record[.kind]), Cell(end?.until),
      Cell(record.number(.reputation)),
      .text(remark),
    ]
  }
}

extension PersonMatch.Match {
  fileprivate var document: JSONValue {
    .object([
      ("field", .text(field.rawValue)), ("kind", .text(kind.rawValue)), ("text", .text(text)),
    ])
  }
}

extension PersonMatch {
  /// Why a person was found, if the name alone does not show it. What one site shows is not said of another.
  fileprivate func remark(on site: SiteID) -> String {
    let place =
      switch match.field {
      case .displayName: tellers.isEmpty ? "" : "by \(tellers.joined(separator: " and "))"
      case _ where site != self.site: ""
      case .formerName: "formerly \(match.text)"
      case .claimedName: "claimed name \(match.text)"
      case .site: "site \(match.text)"
      case .location: "location \(match.text)"
      case .aboutText: "about \(match.text)"
      }
    guard match.kind == .typo else { return place }
    return place.isEmpty ? "did you mean" : "did you mean, \(place)"
  }

  /// Marks what was found in the cells of a row of the table.
  fileprivate func mark(
    _ cells: Row, ofRow row: Int, under columns: [View.Column], in marks: inout TableMarks
  ) {
    for (column, cell) in zip(columns.map(\.name), cells.map(\.description)) where !cell.isEmpty {
      switch column {
      case "display_name", "site":
        marks.add(highlights(in: cell), of: cell, in: cell, row: row, column: column)
      case "match":
        marks.add(match.highlights, of: match.text, in: cell, row: row, column: column)
      default: break
      }
    }
  }
}
