import FoundationEssentials
import GRDB

/// Corrects the dates of one site: its walks, its lists of elected moderators, and every row that
/// refers to either.
struct SiteRedater {
  let database: Database
  let site: Int
  let now: Int
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
  static func redate(_ site: Int, to now: Int, _ database: Database) throws -> Int {
    var redater = try SiteRedater(site, to: now, database)
    try redater.redateAnswers()
    try redater.moveWalks()
    try redater.moveUnpublishedWalks()
    try redater.moveAnswers()
    try redater.moveRows()
    try redater.moveSite()
    try StoredLoggedTenure.derive(ofSite: site, database)
    return redater.old.count { $0.finishedAt > now }
  }

  private init(_ site: Int, to now: Int, _ database: Database) throws {
    self.database = database
    self.site = site
    self.now = now
    let rows = try GRDB.Row.fetchAll(
      database,
      sql: """
        SELECT id, run, started_at, finished_at, not_before, verdict = 'complete' AS is_complete FROM walk
        WHERE site = ? AND published = 1 ORDER BY finished_at, id
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
        SELECT id, coalesce(started_at, read_at) AS started_at, read_at, roster FROM elected_walk
        WHERE site = ? ORDER BY id
        """, arguments: [site])
    oldAnswers = try rows.map { row in
      try Answer(
        id: row.value("id"), startedAt: row.value("started_at"), readAt: row.value("read_at"),
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

  private func moveWalks() throws {
    for (before, after) in zip(old, new) where before.finishedAt > now {
      try database.execute(
        sql: "UPDATE walk SET started_at = ?, finished_at = ?, not_before = ? WHERE id = ?",
        arguments: [after.startedAt, after.finishedAt, after.notBefore, after.id])
      try movePages(of: after.id, to: after.finishedAt, .page)
      try Seal.write(.walk, after.id, in: database)
    }
  }

  /// Walks that published nothing ended by now, and began after the last right roster. The next run
  /// starts an unfinished one again.
  private func moveUnpublishedWalks() throws {
    let floor = old.last { $0.finishedAt <= now }?.lower ?? 0
    let walks = try Int.fetchAll(
      database,
      sql: """
        UPDATE walk SET finished_at = ?1, started_at = CASE WHEN started_at > ?1 THEN ?2
          ELSE started_at END
        WHERE site = ?3 AND published = 0 AND finished_at > ?1 RETURNING id
        """, arguments: [now, floor, site])
    for walk in walks {
      try movePages(of: walk, to: now, .page)
      try Seal.write(.walk, walk, in: database)
    }
  }

  private func moveAnswers() throws {
    for (before, after) in zip(oldAnswers, newAnswers)
    where max(before.readAt, before.startedAt) > now {
      try database.execute(
        sql: "UPDATE elected_walk SET started_at = ?, read_at = ? WHERE id = ?",
        arguments: [after.startedAt, after.readAt, after.id])
      try movePages(of: after.id, to: after.readAt, .electedPage)
      try Seal.write(.electedWalk, after.id, in: database)
    }
  }

  private func movePages(of walk: Int, to date: Int, _ table: WalkEvidence.PageTable) throws {
    try database.execute(
      sql: "UPDATE \(table.rawValue) SET fetched_at = ? WHERE walk = ? AND fetched_at > ?",
      arguments: [date, walk, now])
    guard database.changesCount > 0 else { return }
    let walks = table == .page ? "walk" : "elected_walk"
    try database.execute(
      sql: "UPDATE \(walks) SET pages_sum = ? WHERE id = ?",
      arguments: [try EvidenceSum.ofPages(of: walk, in: table, database), walk])
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
