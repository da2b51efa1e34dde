package import FoundationEssentials
import GRDB
package import Roster

/// The order of a roster; equal rows are ordered by role and user id.
package enum RosterSort: String, Hashable, Sendable, CaseIterable {
  /// The highest reputation first, members without one last.
  case reputation
  /// By folded name, so that accents and capitals do not matter.
  case name
  /// The longest tenure first.
  case since
}

/// The roster of one site, now or as of a day.
package struct RosterListing: Hashable, Sendable {
  /// The columns of `moderators`, or of `former_moderators`.
  package var listing: Listing
  /// The walk that read it; nil where no roster was published by then, and the listing is empty.
  package var source: Source?
  /// Whether any reputation and badges may be those of a later day of the month, of which one value is
  /// kept.
  package var isReputationThinned = false

  /// A roster is known to be right when its walk read it; it may have changed until the next walk.
  package struct Source: Hashable, Sendable {
    package var walk: Int
    package var readAt: Date
    /// The next published walk of the site; nil without one.
    package var nextReadAt: Date?
    /// How many walks between the two ended without publishing anything; those that were pruned are
    /// not counted.
    package var unpublished: Int
  }
}

extension ArchiveDatabase {
  /// The roster of a site.
  ///
  /// - Parameters:
  ///   - site: Its present id. The rows have the id that it had on the day.
  ///   - former: Whether to list former moderators instead of present ones.
  ///   - asOf: The roster that the latest walk published by then, with the
  ///     reputation of that month and no places, websites and about-me texts; nil for the current one.
  /// - Throws: `unknown` where the archive does not contain the site.
  package func roster(
    of site: SiteRef, sort: RosterSort = .reputation, former: Bool = false,
    asOf date: Date? = nil
  ) throws -> RosterListing {
    try read { database in
      let key = try siteKey(site, database)
      let columns = (former ? View.formerModerators : .moderators).columns
      guard let source = try Self.source(of: key, asOf: date, database) else {
        return RosterListing(listing: Listing(columns: columns, rows: []), source: nil)
      }
      let day = try RosterOfDay(
        key, at: source.readAt.unixSeconds, answersUntil: date?.unixSeconds ?? .max, database)
      let renamed = try date.map { try Self.sitesRenamed(after: $0, database) } ?? [:]
      let then = renamed[key]?.former ?? site
      let members = try former ? day.former() : day.current()
      let rows = sort.sorted(members.rows).map {
        $0.cells(of: then, former: former)
      }
      return RosterListing(
        listing: Listing(columns: columns, rows: rows), source: source,
        isReputationThinned: members.isReputationThinned)
    }
  }

  /// The latest published walk of a site by then; nil without one.
  static func source(
    of site: Int, asOf date: Date?, _ database: Database
  ) throws -> RosterListing.Source? {
    let row = try GRDB.Row.fetchOne(
      database,
      sql: """
        SELECT id, finished_at FROM reading WHERE site = ? AND finished_at <= ?
        ORDER BY id DESC LIMIT 1
        """, arguments: [site, date?.unixSeconds ?? Int.max])
    guard let row else { return nil }
    let readAt: Int = try row.value(1)
    let next = try Int.fetchOne(
      database,
      sql: """
        SELECT min(finished_at) FROM reading WHERE site = ? AND finished_at > ?
        """, arguments: [site, readAt])
    let walk: Int = try row.value(0)
    let unpublished = try Int.fetchOne(
      database,
      sql: """
        SELECT count(*) FROM entry WHERE site = ?1 AND kind = 'attempt' AND id > ?2
          AND id < coalesce((SELECT min(id) FROM reading WHERE site = ?1 AND id > ?2), id + 1)
        """, arguments: [site, walk])
    return RosterListing.Source(
      walk: walk, readAt: Date(unixSeconds: readAt), nextReadAt: next.map(Date.init(unixSeconds:)),
      unpublished: unpublished ?? 0)
  }
}

extension RosterSort {
  fileprivate func sorted(_ members: [StoredMember]) -> [StoredMember] {
    switch self {
    case .reputation: members.sorted { Self.reputationKey($0) < Self.reputationKey($1) }
    case .since:
      members.sorted { ($0.firstSeen, $0.moderator.key) < ($1.firstSeen, $1.moderator.key) }
    case .name:
      members.map { (FoldedText.folding($0.moderator.displayName), $0) }
        .sorted { ($0.0, $0.1.moderator.key) < ($1.0, $1.1.moderator.key) }.map(\.1)
    }
  }

  private static func reputationKey(_ member: StoredMember) -> (Descending<Int>, Int) {
    (Descending(member.moderator.reputation ?? Int.min), member.moderator.key)
  }
}

extension StoredMember {
  /// The member as a row of `moderators` or of `former_moderators`.
  func cells(of site: SiteRef, former: Bool = false) -> Roster.Row {
    let columns = former ? ModeratorColumn.allCases : Self.currentColumns
    return columns.map { cell($0, of: site) }
  }

  private static let currentColumns = ModeratorColumn.allCases.filter { $0 != .leftAt }

  private func cell(_ column: ModeratorColumn, of site: SiteRef) -> Cell {
    func cell(_ number: Int?) -> Cell { number.map(Cell.integer) ?? .null }
    func cell(time: Int?) -> Cell {
      time.map { .text(Date(unixSeconds: $0).rfc3339) } ?? .null
    }
    return switch column {
    case .network: .text(site.network)
    case .site: .text(site.id)
    case .userID: .integer(moderator.userID)
    case .role: .text(moderator.role.rawValue)
    case .accountID: cell(moderator.accountID)
    case .displayName: .text(moderator.displayName)
    case .kind: .text(moderator.kind.rawValue)
    case .elected: cell(elected)
    case .firstSeen: cell(time: firstSeen)
    case .lastSeen: cell(time: lastSeen)
    case .leftAt: cell(time: leftAt)
    default: Moderator.Field.shown(in: column)?.cell(of: moderator) ?? .null
    }
  }
}
