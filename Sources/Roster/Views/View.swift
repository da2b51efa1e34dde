/// A view of the archive: the stable interface for SQL, CSV, JSON and `modexport`.
///
/// The tables under the views may change; these names, their order and their meaning do not.
package enum View: String, Hashable, Sendable, CaseIterable {
  case sites
  case moderators
  case formerModerators = "former_moderators"
  case tenures
  case observations
  case people
  case changes
  case walks
  case pages
  case runs

  /// The view's name in SQL.
  package var name: String { rawValue }

  /// What its rows are, as a part of a sentence.
  package var meaning: String {
    switch self {
    case .sites: "a row for each site of the network"
    case .moderators: "who moderates which site now"
    case .formerModerators: "who moderated a site before"
    case .tenures: "between which moments each tenure began and ended, also as logs tell it"
    case .observations: "each published reading of a site, and the time since the one before"
    case .people: "each person who moderates now, with all their sites"
    case .changes: "who joined, left, came back or was renamed"
    case .walks: "each time the list of a site was read, and what that proved"
    case .pages: "the pages of these lists with their checksums"
    case .runs: "each time the archive was brought up to date"
    }
  }

  /// The columns that identify a row, network and site first; nil where none do: a log tells of users
  /// without their id.
  package var identifyingColumns: [String]? {
    switch self {
    case .sites: ["network", "site"]
    case .moderators, .formerModerators: ["network", "site", "user_id", "role"]
    case .tenures: nil
    case .observations: ["network", "site", "read_at"]
    case .people: ["network", "account_id"]
    case .changes, .walks: ["network", "site", "id"]
    case .pages: ["walk_id", "reading", "role", "page"]
    case .runs: ["id"]
    }
  }

  /// One column: its name, its type and its meaning.
  package struct Column: Hashable, Sendable {
    /// The name in SQL, CSV and JSON.
    package var name: String
    /// What kind of value the column holds.
    package var type: ColumnType
    /// The meaning in one sentence.
    package var description: String
    /// How a text can be shown where there is little room.
    package var shortening: Shortening

    /// A column with its name, type and sentence.
    package init(
      _ name: String, _ type: ColumnType, _ description: String, shortening: Shortening = .anywhere
    ) {
      self.name = name
      self.type = type
      self.description = description
      self.shortening = shortening
    }
  }

  /// Where a text can be cut that is too long for its place.
  package enum Shortening: Hashable, Sendable {
    case anywhere
    /// Between two words: a list of identifiers.
    case betweenWords
    /// Nowhere: an identifier.
    case never
  }

  /// What kind of value a column holds; any may be absent.
  package enum ColumnType: Hashable, Sendable {
    case text
    case integer
    /// RFC 3339 in UTC, such as `2026-11-20T03:00:00Z`, as text.
    case time
    case url
  }

  /// The columns in their order.
  package var columns: [Column] {
    switch self {
    case .sites: SiteColumn.columns
    case .moderators: Self.moderatorColumns
    case .formerModerators: ModeratorColumn.columns
    case .tenures: TenureColumn.columns
    case .observations: ObservationColumn.columns
    case .people: PersonColumn.columns
    case .changes: ChangeColumn.columns
    case .walks: WalkColumn.columns
    case .pages: PageColumn.columns
    case .runs: RunColumn.columns
    }
  }

  private static let moderatorColumns = Array(ModeratorColumn.columns.dropLast())

  /// The names of the columns, in order.
  package var columnNames: [String] { columns.map(\.name) }
}
