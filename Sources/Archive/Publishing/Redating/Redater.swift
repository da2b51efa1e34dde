import FoundationEssentials
import GRDB
import Roster

/// Corrects the dates of the whole archive, inside a transaction. See
/// ``ArchiveDatabase/redate(to:)``.
struct Redater {
  private(set) var moved = Redating(rosters: 0, sites: 0)
  private let database: Database
  private let now: Int

  init(_ database: Database, to now: Int) {
    self.database = database
    self.now = now
  }

  /// New dates for those in the future: one second apart in their order, the last one at `now`, and
  /// all later than the last date that is not in the future.
  ///
  /// - Parameter dates: In ascending order.
  static func moved(_ dates: [Int], to now: Int) -> [Int] {
    let right = dates.count { $0 <= now }
    let last = dates.prefix(right).last
    return dates.enumerated().map { index, date in
      guard index >= right else { return date }
      let latest = now - (dates.count - 1 - index)
      return last.map { max(latest, $0 + index - right + 1) } ?? latest
    }
  }

  /// Keeps the right dates of an entry beside it.
  static func correct(
    _ entry: Int, by clock: Int, from began: Int, notBefore: Int, at date: Int,
    _ database: Database
  ) throws {
    try database.cachedStatement(
      sql: "INSERT INTO correction (entry, clock, began, not_before, at) VALUES (?, ?, ?, ?, ?)"
    ).execute(arguments: [entry, clock, began, notBefore, date])
  }

  mutating func run() throws {
    let isNeeded =
      try Bool.fetchOne(
        database,
        sql: """
          SELECT EXISTS (SELECT 1 FROM finished_walk WHERE finished_at > ?1)
            OR EXISTS (SELECT 1 FROM elected_list WHERE finished_at > ?1)
            OR EXISTS (SELECT 1 FROM site_list WHERE fetched_at > ?1)
            OR EXISTS (SELECT 1 FROM history_log WHERE read_until > ?1)
            OR EXISTS (SELECT 1 FROM run WHERE max(started_at, coalesce(finished_at, 0)) > ?1)
          """, arguments: [now]) ?? false
    guard isNeeded else { return }
    let clock = try Entry.nextID(database)
    try redateLogs()
    for network in try String.fetchAll(database, sql: "SELECT name FROM network") {
      try redateLists(of: network, as: clock)
    }
    for site in try Int.fetchAll(database, sql: "SELECT id FROM site") {
      let rosters = try SiteRedater.redate(site, to: now, as: clock, database)
      moved.rosters += rosters
      moved.sites += rosters > 0 ? 1 : 0
    }
    try redateRuns()
    try Entry(
      .clock, at: now, Entry.Body(walks: moved.rosters),
      evidence: EvidenceSum.of(.clock, by: clock, database)[clock]
    ).append(to: database)
  }

  /// A log was surely read until its newest row, which the network itself dates.
  private func redateLogs() throws {
    let late = try Int.fetchAll(
      database, sql: "SELECT id FROM history_log WHERE read_until > ?", arguments: [now])
    for log in late {
      try Seal.historyLog.update(log, database) {
        try database.execute(
          sql: """
            UPDATE history_log SET read_until = iif(newest_at <= ?1, newest_at, NULL) WHERE id = ?2
            """, arguments: [now, log])
      }
    }
  }

  /// Runs end by now, and begin after the last run with a right date.
  private func redateRuns() throws {
    try database.execute(
      sql: """
        UPDATE run SET
          started_at = CASE WHEN started_at <= ?1 THEN started_at ELSE coalesce(
            (SELECT max(e.started_at) FROM run e WHERE e.id < run.id AND e.started_at <= ?1), ?1)
            END,
          finished_at = min(finished_at, ?1)
        WHERE started_at > ?1 OR finished_at > ?1
        """, arguments: [now])
  }

  /// Corrects the lists of a network's sites.
  private func redateLists(of network: NetworkID, as clock: Int) throws {
    let rows = try GRDB.Row.fetchAll(
      database,
      sql: "SELECT id, fetched_at, not_before FROM site_list WHERE network = ? ORDER BY id",
      arguments: [network])
    let old = try rows.map { try $0.value(1) as Int }
    let new = Self.moved(old, to: now)
    let bounds = try rows.map { try $0.value(2) as Int? }
    let last = old.lastIndex { $0 <= now }
    let floor = last.map { bounds[$0] ?? old[$0] } ?? 0
    for (index, row) in rows.enumerated() where old[index] > now {
      let bound = bounds[index].flatMap { $0 <= now ? $0 : nil } ?? floor
      try Self.correct(
        row.value(0), by: clock, from: bound, notBefore: bound, at: new[index], database)
    }
  }
}
