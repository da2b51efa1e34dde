package import FoundationEssentials
import GRDB
package import Roster

/// When a site was looked at: by readings, and by a log of rights, which covers all the time for which it was read.
package struct SiteLooks: Hashable, Sendable {
  package var site: SiteRef
  package var name: String
  /// The first published reading; nil without one.
  package var firstReading: Date?
  package var lastReading: Date?
  /// The last reading, where it is dated later than the present time.
  package var misdated: Date?
  /// The time that logs cover; nil where none was read, or a part from which nobody knows who held a role before it.
  package var logs: ClosedRange<Date>?
  /// Whether a row of the logs hides whom it is about, or which roles: they can have held a role at any time.
  package var hidesRows = false
  /// When the list of sites first lacked it; nil where it does not.
  package var closedAt: Date?

  /// Whether a published reading lies in the time that was asked about.
  package var isRead = true

  /// From when on anything is known.
  package var since: Date? { [firstReading, logs?.lowerBound].compactMap(\.self).min() }
  /// Until when anything is known.
  package var until: Date? { [lastReading, logs?.upperBound].compactMap(\.self).max() }
}

/// The readings around a time.
package struct ReadingsAround: Hashable, Sendable {
  /// The last one before it.
  package var before: Date?
  /// Whether there is one in it.
  package var isRead = false
  /// The first one after it.
  package var after: Date?
}

extension ArchiveDatabase {
  /// When sites were looked at, by network and id.
  ///
  /// - Parameters:
  ///   - site: Nil for all.
  ///   - network: Nil for all; ignored where a site is set.
  ///   - start, end: The time that is asked about; nil for the beginning and for now.
  ///   - now: The present time: what is dated later was dated by a wrong clock.
  /// - Throws: `unknown` where the archive does not contain the site.
  package func looks(
    at site: SiteRef? = nil, network: NetworkID? = nil, from start: Date? = nil,
    to end: Date? = nil,
    now: Date = .distantFuture
  ) throws -> [SiteLooks] {
    try read { database in
      let key = try site.map { try siteKey($0, database) }
      let hasLogs = try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM history_log)")
      let rows = try GRDB.Row.fetchAll(
        database,
        sql: """
          SELECT s.id, s.network, s.parameter, s.name,
            (SELECT finished_at FROM reading WHERE site = s.id AND finished_at <= ?5 ORDER BY id LIMIT 1) AS first,
            (SELECT finished_at FROM reading WHERE site = s.id AND finished_at <= ?5 ORDER BY id DESC LIMIT 1) AS last,
            (SELECT finished_at FROM reading WHERE site = s.id ORDER BY id DESC LIMIT 1) AS newest,
            EXISTS (SELECT 1 FROM reading WHERE site = s.id AND finished_at <= min(?4, ?5)
              AND coalesce(not_before, finished_at) >= ?3) AS is_read,
            (SELECT fetched_at FROM site_list WHERE id = s.until) AS closed_at
          FROM site s WHERE (?1 IS NULL OR s.id = ?1) AND (?1 IS NOT NULL OR ?2 IS NULL OR s.network = ?2)
          ORDER BY s.network, s.parameter
          """,
        arguments: [
          key, network, start?.unixSeconds ?? .min, end?.unixSeconds ?? .max, now.unixSeconds,
        ])
      return try rows.map { row in
        let id: Int = try row.value("id")
        let logs = hasLogs == true ? try StoredLog.times(ofSite: id, until: now, database) : nil
        return try SiteLooks(
          site: SiteRef(row.value("network"), row.value("parameter")), name: row.value("name"),
          firstReading: row.date("first"), lastReading: row.date("last"),
          misdated: row.date("newest").flatMap { $0 > now ? $0 : nil }, logs: logs,
          hidesRows: logs != nil && StoredEntry.hidesSomebody(ofSite: id, orRoles: true, database),
          closedAt: row.date("closed_at"), isRead: row.value("is_read"))
      }
    }
  }

  /// The days on which a site was read: where a wrong clock was corrected, only those that are known for certain.
  ///
  /// - Throws: `unknown` where the archive does not contain the site.
  package func readingDays(of site: SiteRef) throws -> Set<DayNumber> {
    try read { database in
      let all = try StoredWalk.fetchAll(of: siteKey(site, database), until: .max, database)
      return Set(
        all.compactMap { reading in
          let day = DayNumber(Date(unixSeconds: reading.finishedAt))
          return DayNumber(Date(unixSeconds: reading.notBefore)) == day ? day : nil
        })
    }
  }

  /// The published readings of a site around a time.
  ///
  /// - Throws: `unknown` where the archive does not contain the site.
  package func readings(
    of site: SiteRef, around span: TimeSpan, now: Date = .distantFuture
  ) throws -> ReadingsAround {
    try read { database in
      let key = try siteKey(site, database)
      let readings = try StoredWalk.fetchAll(of: key, until: now.unixSeconds, database)
      let (start, end) = (span.beginning.unixSeconds, span.end.unixSeconds)
      return ReadingsAround(
        before: readings.last { $0.finishedAt < start }.map { Date(unixSeconds: $0.finishedAt) },
        isRead: readings.contains { $0.notBefore >= start && $0.finishedAt < end },
        after: readings.first { $0.notBefore >= end }.map { Date(unixSeconds: $0.finishedAt) })
    }
  }
}

extension StoredLog {
  /// The time of which the logs of a site tell; nil where they tell nothing. A part that does not begin with the log itself
  /// tells who held a role only from a reading on, backwards and forwards.
  fileprivate static func times(
    ofSite site: Int, until now: Date, _ database: Database
  ) throws -> ClosedRange<Date>? {
    let logs = try fetchAll(ofSite: site, database)
    let own = logs.filter { $0.site == site }
    let cut = logs.filter { !$0.state.isWhole }.map { $0.state.oldestAt ?? .distantFuture }.max()
    let until = logs.map { min($0.state.readUntil ?? .distantPast, now) }.min()
    guard let since = cut ?? own.compactMap(\.state.oldestAt).min(), let until, !own.isEmpty,
      since <= until
    else { return nil }
    let isRead = try Bool.fetchOne(
      database,
      sql: "SELECT EXISTS (SELECT 1 FROM reading WHERE site = ? AND finished_at BETWEEN ? AND ?)",
      arguments: [
        site, since.unixSeconds, (min(until + RightsHistory.clockMargin, now)).unixSeconds,
      ])
    return cut == nil || isRead == true ? since...until : nil
  }
}
