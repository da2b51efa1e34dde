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
  private var index: SearchIndex

  /// The dates of a walk, or of a list.
  private struct Dated: Hashable, Decodable, FetchableRecord {
    static let databaseColumnDecodingStrategy = DatabaseColumnDecodingStrategy.convertFromSnakeCase

    var id: Int
    var run: Int?
    var startedAt: Int
    var finishedAt: Int
    var notBefore: Int?

    /// The earliest moment at which what was read can have been true.
    var lower: Int { notBefore ?? finishedAt }

    static let columns = "id, run, started_at, finished_at, not_before"
  }

  init(_ database: Database, to now: Int) throws {
    self.database = database
    self.now = now
    clock = try Entry.nextID(database)
    index = SearchIndex(database)
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
    try redateLogs()
    for network in try String.fetchAll(database, sql: "SELECT name FROM network") {
      let lists = try fetch(
        """
        SELECT id, NULL AS run, fetched_at AS started_at, fetched_at AS finished_at, not_before
        FROM site_list WHERE network = ? ORDER BY id
        """, network)
      try correct(lists, to: corrected(lists))
    }
    for site in try Int.fetchAll(database, sql: "SELECT id FROM site") { try redate(site) }
    try index.write()
    try redateRuns()
    try Entry(
      .clock, at: now, Entry.Body(walks: moved.rosters),
      evidence: EvidenceSum.of(.clock, by: clock, database)[clock]
    ).append(to: database)
  }

  /// Corrects the walks and the lists of elected moderators of a site, and what follows from their dates.
  private mutating func redate(_ site: Int) throws {
    let old = try fetch("SELECT \(Dated.columns) FROM reading WHERE site = ? ORDER BY id", site)
    let launch = try Int.fetchOne(
      database, sql: "SELECT launch_date FROM site WHERE id = ? AND launch_date <= ?",
      arguments: [site, now])
    let new = try corrected(old, from: launch ?? 0)
    try correct(old, to: new)
    try redateAttempts(of: site, after: old.last { $0.finishedAt <= now }?.lower ?? 0)
    let lists = try fetch(
      "SELECT \(Dated.columns) FROM elected_list WHERE site = ? ORDER BY id", site)
    try correct(lists, to: corrected(lists, ofElectedOn: new))
    index.schedule(try StoredLoggedTenure.derive(ofSite: site, database))
    let rosters = old.count { $0.finishedAt > now }
    moved.rosters += rosters
    moved.sites += rosters > 0 ? 1 : 0
  }

  private func fetch(_ sql: String, _ subject: some DatabaseValueConvertible) throws -> [Dated] {
    try Dated.fetchAll(database, sql: sql, arguments: [subject])
  }

  /// Right dates for those in the future. What they are of was read after the last one with a right date, and after its
  /// run began.
  ///
  /// - Parameter first: The moment before which none can have been read.
  private func corrected(_ old: [Dated], from first: Int = 0) throws -> [Dated] {
    let floor = old.last { $0.finishedAt <= now }?.lower ?? first
    return try zip(old, Self.moved(old.map(\.finishedAt), to: now)).map { before, date in
      guard before.finishedAt > now else { return before }
      let bound = max(floor, try before.run.map(start(ofRun:)) ?? 0)
      var after = before
      after.finishedAt = date
      if before.startedAt > now { after.startedAt = bound }
      after.notBefore = before.notBefore.flatMap { $0 <= now ? $0 : nil } ?? bound
      return after
    }
  }

  /// Right dates for lists of elected moderators, each of which was read after the roster that it is about.
  private func corrected(_ old: [Dated], ofElectedOn rosters: [Dated]) -> [Dated] {
    zip(old, Self.moved(old.map(\.finishedAt), to: now)).map { before, date in
      guard max(before.finishedAt, before.startedAt) > now else { return before }
      let roster = rosters.last { $0.id < before.id }
      var after = before
      if before.finishedAt > now { after.finishedAt = max(date, roster?.finishedAt ?? date) }
      if before.startedAt > now { after.startedAt = min(roster?.lower ?? 0, after.finishedAt) }
      after.notBefore = after.startedAt
      return after
    }
  }

  /// Walks that published nothing ended by now, and began after the last right roster.
  private func redateAttempts(of site: Int, after floor: Int) throws {
    let old = try Dated.fetchAll(
      database,
      sql:
        "SELECT \(Dated.columns) FROM finished_walk WHERE site = ? AND published = 0 AND finished_at > ?",
      arguments: [site, now])
    let new = old.map { attempt in
      var attempt = attempt
      if attempt.startedAt > now { attempt.startedAt = floor }
      (attempt.notBefore, attempt.finishedAt) = (floor, now)
      return attempt
    }
    try correct(old, to: new)
  }

  /// The latest right time at which a run began, up to this one.
  private func start(ofRun run: Int) throws -> Int {
    let statement = try database.cachedStatement(
      sql: "SELECT max(started_at) FROM run WHERE id <= ? AND started_at <= ?")
    return try Int.fetchOne(statement, arguments: [run, now]) ?? 0
  }

  /// Keeps right dates beside the entries whose dates were wrong.
  private func correct(_ old: [Dated], to new: [Dated]) throws {
    for (before, after) in zip(old, new) where before != after {
      try database.cachedStatement(
        sql: "INSERT INTO correction (entry, clock, began, not_before, at) VALUES (?, ?, ?, ?, ?)"
      ).execute(arguments: [after.id, clock, after.startedAt, after.lower, after.finishedAt])
    }
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
