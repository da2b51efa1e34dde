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

/// The roster of one site.
package struct RosterListing: Hashable, Sendable {
  /// The columns of `moderators`, or of `former_moderators`.
  package var listing: Listing
  /// The walk that read it; nil where no roster was published, and the listing is empty.
  package var source: Source?

  /// The walk of a roster.
  package struct Source: Hashable, Sendable {
    package var walk: Int
    package var readAt: Date
  }
}

extension ArchiveDatabase {
  /// The roster of a site.
  ///
  /// - Parameter former: Whether to list former moderators instead of present ones.
  /// - Throws: `unknown` where the archive does not contain the site.
  package func roster(
    of site: SiteRef, sort: RosterSort = .reputation, former: Bool = false
  ) throws -> RosterListing {
    let source = try read { database in
      let statement = try database.cachedStatement(
        sql:
          "SELECT published_walk, published_at FROM listed_site WHERE id = ? AND published_walk IS NOT NULL"
      )
      return try statement.readOne([try siteKey(site, database)]) { row in
        try RosterListing.Source(walk: row.value(0), readAt: Date(unixSeconds: row.value(1)))
      }
    }
    var listing = try listing(former ? .formerModerators : .moderators, ViewFilter(site: site))
    listing.rows = sort.sorted(listing.rows)
    return RosterListing(listing: listing, source: source)
  }
}

extension RosterSort {
  /// - Parameter rows: In the order of their key, which decides where all else is equal.
  fileprivate func sorted(_ rows: [Roster.Row]) -> [Roster.Row] {
    switch self {
    case .reputation: sorted(rows) { ~Self.reputation($0) }
    case .name:
      sorted(rows) { FoldedText.folding($0[ModeratorColumn.displayName.rawValue].description) }
    case .since: sorted(rows) { $0[ModeratorColumn.firstSeen.rawValue].description }
    }
  }

  private func sorted<Key: Comparable>(
    _ rows: [Roster.Row], _ key: (Roster.Row) -> Key
  ) -> [Roster.Row] {
    rows.enumerated().map { (key($0.element), $0.offset, $0.element) }
      .sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }

  private static func reputation(_ row: Roster.Row) -> Int {
    if case .integer(let number) = row[ModeratorColumn.reputation.rawValue] { number } else { .min }
  }
}
