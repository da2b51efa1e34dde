package import FoundationEssentials
import GRDB
package import Roster

/// What dating rosters anew moved.
package struct Redating: Hashable, Sendable {
  /// Published rosters that were dated in the future.
  package var rosters: Int
  /// Sites that they are of.
  package var sites: Int
}

extension ArchiveDatabase {
  /// Seconds by which a roster may be dated later than now and still stand. Clocks that are set by the
  /// network differ by less, and rosters read within one second are dated a second apart; a change dated
  /// further ahead would state an interval that cannot hold the truth.
  package static let mostLead: TimeInterval = 5

  /// The newest published roster of all sites, nil where none is published. A clock by which it lies in
  /// the future is wrong, or was when it was read.
  package func newestRoster() throws -> (site: SiteRef, readAt: Date)? {
    try read { database in
      try GRDB.Row.fetchOne(
        database,
        sql: """
          SELECT network, parameter, published_at FROM site WHERE published_at IS NOT NULL
          ORDER BY published_at DESC, id LIMIT 1
          """
      ).map { try (SiteRef($0.value(0), $0.value(1)), Date(unixSeconds: $0.value(2))) }
    }
  }

  /// Dates anew what a wrong clock dated later than now, with everything that refers to it.
  ///
  /// When those rosters were read nobody knows any more, only that it was before now and after the last
  /// roster of the site with a right date. So what says *by then* gets a date of now, and what says
  /// *not before* that of the last right roster: every interval that the archive states holds the truth
  /// again, and no roster is younger than it can be known to be.
  ///
  /// - Parameter now: By a clock that is right.
  /// - Returns: What was moved; nothing is written where nothing lies in the future.
  package func redate(to now: Date) throws -> Redating {
    try write { database in
      var redater = Redater(database, to: now.unixSeconds)
      try redater.run()
      return redater.moved
    }
  }
}
