import Archive
import Reports
import Roster
import Tables

extension PersonRecord {
  /// Everything, as one JSON object.
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
            .text(network), .text(site.site.id), .integer(site.moderator.userID), Cell(accountID),
            .text(site.moderator.displayName), .text(site.moderator.kind.rawValue),
            Cell(site.elected), Cell(site.moderator.reputation),
          ] + tenure.cells
        }
      })
  }

  private static let tenureColumns =
    View.moderators.columns.filter { sharedColumns.contains($0.name) } + Tenure.columns
  private static let sharedColumns = [
    "network", "site", "user_id", "account_id", "display_name", "kind", "elected", "reputation",
  ]
}

extension Tenure {
  fileprivate static let columns = [
    View.Column("absent_before", .time, "The last proven walk before without them."),
    View.Column("first_seen", .time, "The first proven walk with them."),
    View.Column("last_seen", .time, "The latest proven walk with them."),
    View.Column("left_at", .time, "The first proven walk without them again."),
  ]

  fileprivate var cells: Row {
    [Cell(absentBefore), Cell(firstSeen), Cell(lastSeen), Cell(leftAt)]
  }
}

extension PersonOnSite {
  fileprivate var document: JSONValue {
    .object(
      profile.map { ($0, .cell($1)) } + [
        ("tenures", .array(tenures.map { .row($0.cells, of: Tenure.columns) })),
        ("names", .array(names.map(\.document))),
        ("reputation_history", .array(reputation.map(\.document))),
      ])
  }

  private var profile: [(String, Cell)] {
    [
      ("site", .text(site.id)), ("site_name", .text(siteName)),
      ("user_id", .integer(moderator.userID)),
      ("display_name", .text(moderator.displayName)), ("kind", .text(moderator.kind.rawValue)),
      ("elected", Cell(elected)), ("reputation", Cell(moderator.reputation)),
      ("gold", Cell(moderator.badges?.gold)), ("silver", Cell(moderator.badges?.silver)),
      ("bronze", Cell(moderator.badges?.bronze)), ("location", Cell(moderator.location)),
      ("website_url", Cell(moderator.websiteURL)), ("link", Cell(moderator.link)),
      ("profile_image", Cell(moderator.profileImage)), ("about_text", Cell(moderator.aboutText)),
      ("member_since", Cell(moderator.memberSince)),
    ]
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
