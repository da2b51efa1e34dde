import FoundationEssentials
import GRDB

/// Corrects the dates of one site: its walks, its lists of elected moderators, and every row that
/// refers to either.
struct SiteRedater {
  let database: Database
  let site: Int
  let now: Int
  /// The entry of this correction.
  let clock: Int
  /// The published walks, oldest first, with their old and new dates.
  let old: [Walk]
  let new: [Walk]
  /// The lists of elected moderators, in their order.
  private(set) var oldAnswers: [Answer] = []
  private(set) var newAnswers: [Answer] = []

  struct Walk {
    var id: Int
    var run: Int
    var startedAt: Int
    var finishedAt: Int
    var notBefore: Int?
    var isComplete: Bool

    /// The earliest moment at which the roster can have been true.
    var lower: Int { notBefore ?? finishedAt }
  }

  struct Answer {
    var id: Int
    var startedAt: Int
    var readAt: Int
    var roster: Int?
  }

  /// - Returns: How many published rosters were corrected.
  static func redate(
    _ site: Int, to now: Int, as clock: Int, _ database: Database
  ) throws -> Int {
    var redater = try SiteRedater(site, to: now, as: clock, database)
    try redater.redateAnswers()
    try redater.correctWalks()
    try redater.correctAttempts()
    try redater.correctAnswers()
    try redater.moveSite()
    try StoredLoggedTenure.derive(ofSite: site, database)
    return redater.old.count { $0.finishedAt > now }
  }

  private init(_ site: Int, to now: Int, as clock: Int, _ database: Database) throws {
    self.database = database
    self.site = site
    self.now = now
    self.clock = clock
    let rows = try GRDB.Row.fetchAll(
      database,
      sql: """
        SELECT id, run, started_at, finished_at, not_before, verdict = 'complete' AS is_complete FROM reading
        WHERE site = ? ORDER BY id
        """, arguments: [site])
    old = try rows.map { row in
      try Walk(
        id: row.value("id"), run: row.value("run"), startedAt: row.value("started_at"),
        finishedAt: row.value("finished_at"),
        notBefore: row.value("not_before"), isComplete: row.value("is_complete"))
    }
    let dates = Redater.moved(old.map(\.finishedAt), to: now)
    let floor = try old.last { $0.finishedAt <= now }?.lower ?? Self.launch(of: site, now, database)
    new = try zip(old, dates).map { walk, date in
      guard walk.finishedAt > now else { return walk }
      let bound = max(floor, try Self.start(ofRun: walk.run, now, database))
      var walk = walk
      walk.finishedAt = date
      if walk.startedAt > now { walk.startedAt = bound }
      walk.notBefore = walk.notBefore.flatMap { $0 <= now ? $0 : nil } ?? bound
      return walk
    }
  }

  /// The moment before which no roster can have been read.
  private static func launch(of site: Int, _ now: Int, _ database: Database) throws -> Int {
    let date = try Int.fetchOne(
      database, sql: "SELECT launch_date FROM site WHERE id = ?", arguments: [site])
    return date.flatMap { $0 <= now ? $0 : nil } ?? 0
  }

  /// The latest right time at which a run began, up to this one.
  private static func start(ofRun run: Int, _ now: Int, _ database: Database) throws -> Int {
    let statement = try database.cachedStatement(
      sql: "SELECT max(started_at) FROM run WHERE id <= ? AND started_at <= ?")
    return try Int.fetchOne(statement, arguments: [run, now]) ?? 0
  }

  private mutating func redateAnswers() throws {
    let rows = try GRDB.Row.fetchAll(
      database,
      sql: """
        SELECT id, started_at, finished_at,
          (SELECT max(e.id) FROM entry e WHERE e.site = l.site AND e.kind = 'walk' AND e.id < l.id) AS roster
        FROM elected_list l WHERE site = ? ORDER BY id
        """, arguments: [site])
    oldAnswers = try rows.map { row in
      try Answer(
        id: row.value("id"), startedAt: row.value("started_at"), readAt: row.value("finished_at"),
        roster: row.value("roster"))
    }
    let dates = Redater.moved(oldAnswers.map(\.readAt), to: now)
    newAnswers = zip(oldAnswers, dates).map { answer, date in
      let roster = new.first { $0.id == answer.roster }
      var answer = answer
      if answer.readAt > now { answer.readAt = max(date, roster?.finishedAt ?? date) }
      if answer.startedAt > now { answer.startedAt = min(roster?.lower ?? 0, answer.readAt) }
      return answer
    }
  }

  private func correctWalks() throws {
    for (before, after) in zip(old, new) where before.finishedAt > now {
      try correct(after.id, from: after.startedAt, notBefore: after.lower, at: after.finishedAt)
    }
  }

  /// Walks that published nothing ended by now, and began after the last right roster.
  private func correctAttempts() throws {
    let floor = old.last { $0.finishedAt <= now }?.lower ?? 0
    let rows = try GRDB.Row.fetchAll(
      database,
      sql: """
        SELECT id, started_at FROM finished_walk WHERE site = ? AND published = 0 AND finished_at > ?
        """, arguments: [site, now])
    for row in rows {
      let start: Int = try row.value(1)
      try correct(row.value(0), from: start > now ? floor : start, notBefore: floor, at: now)
    }
  }

  private func correctAnswers() throws {
    for (before, after) in zip(oldAnswers, newAnswers)
    where max(before.readAt, before.startedAt) > now {
      try correct(after.id, from: after.startedAt, notBefore: after.startedAt, at: after.readAt)
    }
  }

  private func correct(_ entry: Int, from began: Int, notBefore: Int, at date: Int) throws {
    try Redater.correct(entry, by: clock, from: began, notBefore: notBefore, at: date, database)
  }

  private func moveSite() throws {
    guard let last = new.last else { return }
    let complete = old.lastIndex { $0.isComplete }.map { new[$0] }
    try database.execute(
      sql: """
        UPDATE site SET published_at = ?1,
          complete_at = CASE WHEN complete_at > ?2 THEN ?3 ELSE complete_at END
        WHERE id = ?4
        """, arguments: [last.finishedAt, now, complete?.lower, site])
  }
}
