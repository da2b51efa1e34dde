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
        site.tenureCells.map { readings, dates in
          [
            .text(network), .text(site.site.id), .integer(site.moderator.userID),
            Cell(accountID), .text(site.moderator.displayName),
            .text(site.moderator.kind.rawValue), Cell(site.elected),
            Cell(site.moderator.reputation),
          ] + readings + [.text(site.moderator.role.rawValue)] + dates
        }
      })
  }

  private static let tenureColumns =
    sharedColumns.map(\.column) + Tenure.readingColumns + [ModeratorColumn.role.column]
    + Tenure.dateColumns
  private static let sharedColumns: [ModeratorColumn] = [
    .network, .site, .userID, .accountID, .displayName, .kind, .elected, .reputation,
  ]
}

extension Tenure {
  fileprivate static let readingColumns = [
    View.Column("absent_before", .time, "The last proven walk before without them."),
    View.Column("first_seen", .time, "The first proven walk with them."),
    View.Column("last_seen", .time, "The latest proven walk with them."),
    View.Column("left_at", .time, "The first proven walk without them again."),
  ]
  fileprivate static let dateColumns = [
    TenureColumn.since, .sinceSource, .until, .untilSource,
  ].map(\.column)

  fileprivate var readings: Row {
    [Cell(absentBefore), Cell(firstSeen), Cell(lastSeen), Cell(leftAt)]
  }

  /// The beginning and the end, each with its source, as the view `tenures` has them.
  fileprivate var dates: Row {
    [
      Cell(loggedBeginning ?? firstSeen), .text(loggedBeginning == nil ? "observed" : "rights_log"),
      Cell(leftAt.map { loggedEnd ?? $0 }),
      leftAt == nil ? .null : .text(loggedEnd == nil ? "observed" : "rights_log"),
    ]
  }
}

extension LoggedTenure {
  /// No walk has seen it.
  fileprivate var readings: Row { Tenure.readingColumns.map { _ in .null } }

  fileprivate var dates: Row {
    [
      Cell(beganBefore), .text("rights_log"), Cell(endedBefore ?? endedAfter), .text("rights_log"),
    ]
  }
}

extension PersonOnSite {
  fileprivate var document: JSONValue {
    .object(
      profile.map { ($0, .cell($1)) } + [
        (
          "tenures",
          .array(
            tenureCells.map { readings, dates in
              .row(readings + dates, of: Tenure.readingColumns + Tenure.dateColumns)
            })
        ),
        ("names", .array(names.map(\.document))),
        ("reputation_history", .array(reputation.map(\.document))),
      ])
  }

  /// All tenures, the oldest first.
  fileprivate var tenureCells: [(readings: Row, dates: Row)] {
    allTenures({ ($0.readings, $0.dates) }, unseen: { ($0.readings, $0.dates) })
  }

  private var profile: [(String, Cell)] {
    [
      ("site", .text(site.id)), ("site_name", .text(siteName)),
      ("user_id", .integer(moderator.userID)),
      ("display_name", .text(moderator.displayName)), ("kind", .text(moderator.kind.rawValue)),
      ("elected", Cell(elected)),
    ] + Moderator.fields.map { ($0.name, $0.cell(of: moderator)) }
      + [("role", .text(moderator.role.rawValue))]
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
