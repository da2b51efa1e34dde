package import FoundationEssentials
import GRDB
package import Roster

/// What an export that goes on from a run has to send.
package struct RowsSince: Hashable, Sendable {
  /// The run.
  package let run: Int
  /// The sites whose moderators and tenures may differ, by network and id.
  package let sites: [SiteRef]
  /// The row ids of these sites.
  fileprivate let siteKeys: [Int]
  /// Walks, their pages and observations from this walk on may differ.
  fileprivate let firstWalk: Int
  /// Changes from this one on are new.
  fileprivate let firstChange: Int
}

extension ArchiveDatabase {
  /// The latest run that has recorded its end; nil without one. What an export holds is at least as late.
  package func latestEndedRun() throws -> Int? {
    try read { try Int.fetchOne($0, sql: "SELECT max(id) FROM run WHERE finished_at IS NOT NULL") }
  }

  /// What may differ from the archive as it was at the end of a run, or during it where it has not recorded
  /// its end.
  ///
  /// - Parameter walkLifetime: The longest time in seconds for which an unfinished walk is resumed.
  /// - Returns: nil where rows of every kind may differ: since then, dates were corrected, evidence was
  ///   pruned, or a site was renamed.
  /// - Throws: `unknown` where the archive has no such run.
  package func rows(since run: Int, walkLifetime: TimeInterval) throws -> RowsSince? {
    try read { database in
      let times = try GRDB.Row.fetchOne(
        database, sql: "SELECT started_at, finished_at FROM run WHERE id = ?", arguments: [run])
      guard let times else {
        throw error(.unknown, "The archive has no run \(run).")
      }
      let ended: Int? = try times.value("finished_at")
      let moment: Int = try ended ?? times.value("started_at")
      let hasMoved = try Bool.fetchOne(
        database,
        sql: """
          SELECT EXISTS (SELECT 1 FROM redating WHERE redated_at >= ?1)
            OR EXISTS (SELECT 1 FROM pruning WHERE pruned_at >= ?1)
            OR EXISTS (SELECT 1 FROM change WHERE kind = 'site_renamed' AND observed_at >= ?1)
          """, arguments: [moment])
      guard hasMoved == false else { return nil }
      let mayResume = try mayHaveLeftWalks(run, until: moment, walkLifetime, database)
      let firstWalk = try firstWalk(
        ofRun: ended == nil ? run : run + 1,
        resumedSince: mayResume ? moment - Int(walkLifetime) : nil, database)
      let sites = try changedSites(firstWalk, moment, database)
      return RowsSince(
        run: run, sites: sites.map(\.site), siteKeys: sites.map(\.key), firstWalk: firstWalk,
        firstChange: try firstChange(firstWalk, moment, database))
    }
  }

  /// Whether a run that has not completed what it was asked for can have left a walk that a later run
  /// resumed.
  private func mayHaveLeftWalks(
    _ run: Int, until moment: Int, _ walkLifetime: TimeInterval, _ database: Database
  ) throws -> Bool {
    try Bool.fetchOne(
      database,
      sql: """
        SELECT EXISTS (SELECT 1 FROM run r WHERE r.id <= ? AND r.outcome IS NOT 'complete'
          AND coalesce(r.finished_at, (SELECT min(n.started_at) FROM run n WHERE n.id > r.id), \(Int.max))
            >= ?)
        """, arguments: [run, moment - Int(walkLifetime)]) ?? true
  }

  /// The first walk that may not have been finished: one of the run or of a later one, or one that was
  /// resumed, whose pages are as late.
  private func firstWalk(
    ofRun run: Int, resumedSince date: Int?, _ database: Database
  ) throws -> Int {
    try Int.fetchOne(
      database,
      sql: """
        SELECT coalesce(min(w.id), \(Int.max)) FROM walk w
        WHERE w.run >= ?1 OR w.finished_at IS NULL OR w.finished_at >= ?2
          OR EXISTS (SELECT 1 FROM page p WHERE p.walk = w.id AND p.fetched_at >= ?2)
        """, arguments: [run, date]) ?? .max
  }

  /// The sites that have a new roster, new marks of elected moderators, or logs: when the rows of a log
  /// came is not stored.
  private func changedSites(
    _ firstWalk: Int, _ date: Int, _ database: Database
  ) throws -> [(site: SiteRef, key: Int)] {
    let rows = try GRDB.Row.fetchAll(
      database,
      sql: """
        SELECT id, network, parameter FROM site
        WHERE id IN (SELECT site FROM walk WHERE id >= ?1 AND published = 1)
          OR id IN (SELECT site FROM elected_walk WHERE read_at >= ?2)
          OR id IN (SELECT site FROM log_entry) OR id IN (SELECT site FROM logged_tenure)
        ORDER BY network, parameter
        """, arguments: [firstWalk, date])
    return try rows.map {
      try (SiteRef($0.value("network"), $0.value("parameter")), $0.value("id"))
    }
  }

  /// A change has the date of its roster, which a resumed walk may have read before the run.
  private func firstChange(_ firstWalk: Int, _ date: Int, _ database: Database) throws -> Int {
    try Int.fetchOne(
      database,
      sql: """
        SELECT coalesce(min(c.id), \(Int.max)) FROM change c
        WHERE c.observed_at >= ?2 OR EXISTS (SELECT 1 FROM walk w
          WHERE w.id >= ?1 AND w.site = c.site AND w.published = 1 AND w.finished_at = c.observed_at)
        """, arguments: [firstWalk, date]) ?? .max
  }

  /// Calls `body` with each row of a view as it stands in SQL, by network and site, one at a time.
  /// SQLite sorts, and uses the disk for what does not fit into its memory.
  ///
  /// - Parameter since: Only the rows that may differ; nil for all.
  /// - Throws: `ArchiveError`, `CancellationError` after ``interrupt()``, and what the body throws.
  package func forEachExportedRow(
    of view: View, since: RowsSince? = nil, _ body: (Roster.Row) throws -> Void
  ) throws {
    try read { database in
      stopWhenInterrupted(database)
      do {
        try view.forEachRow(
          ViewFilter(), where: since.flatMap(view.condition), order: .site,
          from: view.source(in: .key), database
        ) { row in
          try checkInterruption()
          try body(row)
        }
      } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT {
        throw CancellationError()
      }
    }
  }
}

extension View {
  /// Which rows may differ; nil for all of them.
  fileprivate func condition(_ since: RowsSince) -> String? {
    switch self {
    case .sites, .people, .runs: nil
    case .moderators, .formerModerators, .tenures:
      """
      (network, site) IN (SELECT s.network, s.parameter FROM site s
        WHERE s.id IN (\(since.siteKeys.map(String.init).joined(separator: ", "))))
      """
    case .observations:
      """
      (network, site, read_at) IN (SELECT s.network, s.parameter, \(Schema.time("w.finished_at", as: "read_at"))
        FROM walk w JOIN site s ON s.id = w.site WHERE w.id >= \(since.firstWalk) AND w.published = 1)
      """
    case .changes: "id >= \(since.firstChange)"
    case .walks:
      // The journal tells no rename of a site without a roster.
      """
      id >= \(since.firstWalk) OR (network, site) IN
        (SELECT s.network, s.parameter FROM site s WHERE s.published_walk IS NULL)
      """
    case .pages: "walk_id >= \(since.firstWalk)"
    }
  }
}
