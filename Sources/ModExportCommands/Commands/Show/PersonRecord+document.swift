import Archive
import Reports
import Roster
import Tables

extension PersonRecord {
  /// Everything as one JSON object.
  var document: JSONValue {
    .object([
      ("network", .text(network)), ("account_id", .cell(Cell(accountID))),
      ("display_name", .text(displayName)), ("sites", .array(sites.map(\.document))),
    ])
  }

  /// A row for each tenure on each site.
  var tenures: Listing {
    Listing(
      columns: Self.tenureColumns,
      rows: sites.flatMap { site in
        site.tenures.map { tenure in
          [
            .text(network), .text(site.site.id), Cell(site.userID),
            Cell(accountID), .text(site.moderator.displayName),
            Cell(site.kind?.rawValue), .text(site.moderator.role.rawValue),
            Cell(site.elected), Cell(site.moderator.reputation),
          ] + tenure.bounds.cells
        }
      })
  }

  private static let tenureColumns =
    sharedColumns.map(\.column) + TenureBounds.columns
  private static let sharedColumns: [ModeratorColumn] = [
    .network, .site, .userID, .accountID, .displayName, .kind, .role, .elected, .reputation,
  ]
}

extension PersonOnSite {
  fileprivate var document: JSONValue {
    .object(
      profile.map { ($0, .cell($1)) } + [
        ("tenures", .array(tenures.map { .row($0.bounds.cells, of: TenureBounds.columns) })),
        ("names", .array(names.map(\.document))),
        ("reputation_history", .array(reputation.map(\.document))),
      ])
  }

  private var profile: [(String, Cell)] {
    [
      ("site", .text(site.id)), ("site_name", .text(siteName)),
      ("user_id", Cell(userID)),
      ("display_name", .text(moderator.displayName)), ("kind", Cell(kind?.rawValue)),
      ("role", .text(moderator.role.rawValue)), ("elected", Cell(elected)),
    ] + Moderator.fields.map { ($0.name, $0.cell(of: moderator)) }
  }
}

extension NamePeriod {
  fileprivate var document: JSONValue {
    .object([
      ("name", .text(name)), ("first_seen", .cell(Cell(firstSeen))),
      ("last_seen", .cell(Cell(lastSeen))),
    ])
  }
}

extension ReputationPoint {
  fileprivate var document: JSONValue {
    .object([
      ("since", .cell(Cell(since))), ("reputation", .cell(Cell(reputation))),
      ("gold", .cell(Cell(badges?.gold))), ("silver", .cell(Cell(badges?.silver))),
      ("bronze", .cell(Cell(badges?.bronze))),
    ])
  }
}
