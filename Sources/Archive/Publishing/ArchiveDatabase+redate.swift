package import FoundationEssentials
import GRDB
package import Roster

/// What a correction of dates changed.
package struct Redating: Hashable, Sendable {
  /// How many published rosters were dated in the future.
  package var rosters: Int
  /// How many sites they belong to.
  package var sites: Int
}

extension ArchiveDatabase {
  /// Seconds by which a roster may be dated after the present time without being corrected. Clocks
  /// that the network sets differ by less, and rosters read within one second are dated a second
  /// apart. A change dated further ahead would state an interval that cannot contain the truth.
  package static let maxClockSkew: TimeInterval = 5

  /// The newest published roster of all sites, nil where none is published. Where its date is in
  /// the future of a clock, that clock is wrong, or was when the roster was read.
  package func newestRoster() throws -> (site: SiteRef, readAt: Date)? {
    try read { database in
      try GRDB.Row.fetchOne(
        database,
        sql: """
          SELECT network, parameter, published_at FROM listed_site WHERE published_walk IS NOT NULL
          ORDER BY published_at DESC, id LIMIT 1
          """
      ).map { try (SiteRef($0.value(0), $0.value(1)), Date(unixSeconds: $0.value(2))) }
    }
  }

  /// Corrects the dates that a wrong clock set later than now, with everything that refers to them.
  ///
  /// It is no longer known when those rosters were read, only that it was before now and after the
  /// last roster of the site with a right date. So dates that mean *by then* become now, and dates
  /// that mean *not before* become that of the last right roster: every interval in the archive
  /// contains the truth again, and no roster appears newer than it is known to be.
  ///
  /// - Parameter now: The present time by a right clock.
  /// - Returns: What was changed; nothing is written where no date is in the future.
  package func redate(to now: Date) throws -> Redating {
    try write { database in
      var redater = try Redater(database, to: now.unixSeconds)
      try redater.run()
      return redater.moved
    }
  }
}
