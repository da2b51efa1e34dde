import FoundationEssentials
import GRDB
import Roster

/// Corrects the dates of the whole archive, inside a transaction. See
/// ``ArchiveDatabase/redate(to:)``.
struct Redater {
  private(set) var moved = Redating(rosters: 0, sites: 0)
  private let database: Database
  private let now: Int
  /// The entry of this correction.
  private let clock: Int

  /// The dates of a walk, or of a list.
  private struct Dated: StoredRecord {
    var id: Int
    var kind: String
    var run: Int?
    var startedAt: Int
    var finishedAt: Int
    var notBefore: Int?
  }

  init(_ database: Database, to now: Int) throws {
    self.database = database
    self.now = now
    clock = try Entry.nextID(database)
  }

  /// New dates for those in the future: at most `now`, each before the next one and, which counts more, after the one
  /// before it.
  ///
  /// - Parameter dates: In the order of the ledger.
  static func moved(_ dates: [Int], to now: Int) -> [Int] {
    var next = now + 1
    let latest = dates.reversed().map { date in
      next = date > now ? next - 1 : date
      return next
    }
    var last: Int?
    return zip(dates, latest.reversed()).map { date, latest in
      let new = date > now ? last.map { max(latest, $0 + 1) } ?? latest : date
      last = max(last ?? new, new)
      return new
    }
  }

  mutating func run() throws {
    let isNeeded =
      try Bool.fetchOne(
        database,
        sql: """
          SELECT EXISTS (SELECT 1 FROM entry e WHERE e.kind IN ('walk', 'attempt', 'elected', 'sites')
              AND \(Schema.date(.at, of: "e")) > ?1)
            OR EXISTS (SELECT 1 FROM history_log WHERE read_until > ?1)
            OR EXISTS (SELECT 1 FROM run WHERE max(started_at, coalesce(finished_at, 0)) > ?1)
          """, arguments: [now]) ?? false
    guard isNeeded else { return }
    try redateLogs()
    for network in try String.fetchAll(database, sql: "SELECT name FROM network") {
      _ = try redate("e.kind = 'sites' AND e.body ->> '$.network' = ?", network, from: 0)
    }
    let sites = try GRDB.Row.fetchAll(
      database, sql: "SELECT id, iif(launch_date <= ?, launch_date, 0) FROM site", arguments: [now])
    var renamed: [Int] = []
    for row in sites {
      let site: Int = try row.value(0)
      let rosters = try redate(
        "e.kind IN ('walk', 'attempt', 'elected') AND e.site = ?", site, from: row.value(1))
      renamed += try StoredLoggedTenure.derive(ofSite: site, database)
      moved.rosters += rosters
      moved.sites += rosters > 0 ? 1 : 0
    }
    try SearchIndex.write(renamed, database)
    try redateRuns()
    try Entry(
      .clock, at: now, Entry.Body(walks: moved.rosters),
      evidence: EvidenceSum.of(.clock, by: clock, database)[clock]
    ).append(to: database)
  }

  /// Keeps right dates beside the entries of one subject whose dates are in the future. What they are of was read after
  /// the last roster, or list of sites, with a right date before them, and after their run began.
  ///
  /// - Parameter first: The moment before which none can have been read.
  /// - Returns: How many rosters are among them.
  private func redate(
    _ condition: String, _ subject: some DatabaseValueConvertible, from first: Int
  ) throws -> Int {
    let old = try Dated.fetchAll(
      database,
      sql: """
        SELECT e.id, e.kind, e.run, \(Schema.date(.began, of: "e")) AS started_at,
          \(Schema.date(.at, of: "e")) AS finished_at, \(Schema.date(.notBefore, of: "e")) AS not_before
        FROM entry e WHERE \(condition) ORDER BY e.id
        """, arguments: [subject])
    var (floor, rosters) = (first, 0)
    for (dated, date) in zip(old, Self.moved(old.map(\.finishedAt), to: now)) {
      let isRoster = dated.kind == Entry.Kind.walk.rawValue
      guard dated.finishedAt > now else {
        if isRoster || dated.kind == Entry.Kind.sites.rawValue {
          floor = dated.notBefore ?? dated.finishedAt
        }
        continue
      }
      let bound = min(date, max(floor, try dated.run.map(start(ofRun:)) ?? 0))
      let notBefore = dated.notBefore.flatMap { $0 <= now ? min($0, date) : nil } ?? bound
      try database.cachedStatement(
        sql: "INSERT INTO correction (entry, clock, began, not_before, at) VALUES (?, ?, ?, ?, ?)"
      ).execute(arguments: [
        dated.id, clock, dated.startedAt > now ? bound : dated.startedAt, notBefore, date,
      ])
      rosters += isRoster ? 1 : 0
    }
    return rosters
  }

  /// The latest right time at which a run began, up to this one.
  private func start(ofRun run: Int) throws -> Int {
    let statement = try database.cachedStatement(
      sql: "SELECT max(started_at) FROM run WHERE id <= ? AND started_at <= ?")
    return try Int.fetchOne(statement, arguments: [run, now]) ?? 0
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
}
