import FoundationEssentials
import GRDB

/// Migrates the lists of elected moderators of one site to the second format, which stores every
/// list; the first one stored only the last of consecutive lists with the same ids.
///
/// Lists that are lost, but known from the journal and the marks of former moderators, are written
/// again with the ids of the next stored list.
struct FormatTwoAnswers {
  private let site: MirroredSite
  private let database: Database
  private var answers: [Answer] = []

  private struct Answer {
    /// The row id in the first format; nil where the list was lost.
    var id: Int?
    var readAt: Int
    var ids: Set<Int>
  }

  init(_ site: MirroredSite, _ database: Database) throws {
    self.site = site
    self.database = database
    let rows = try GRDB.Row.fetchAll(
      database, sql: "SELECT id, read_at FROM elected_walk WHERE site = ? ORDER BY id DESC",
      arguments: [site.key])
    // Old row ids are made negative, so that they do not collide with new ones.
    answers = try rows.map { row in
      let id: Int = try row.value(0)
      let ids = try WalkEvidence.fetch(id, from: .electedPage, database).userIDs
      return try Answer(id: id, readAt: row.value(1), ids: Set(ids))
    }
  }

  /// Writes all lists of the site, in order, with row ids from `next` on.
  ///
  /// - Parameter next: The first free row id; updated.
  mutating func write(next: inout Int) throws {
    try addThoseOfChanges()
    try addThoseOfFormerModerators()
    for answer in answers {
      try write(answer, as: next)
      next += 1
    }
    try mark()
  }

  /// The lists that made a change.
  private mutating func addThoseOfChanges() throws {
    for change in try ChangeRow.Recorded.fetchAll(ofMembers: site.key, database)
    where change.isOfElection {
      add(at: change.observedAt)
    }
  }

  /// A list during each tenure that has a mark and no list: at the date when the member was last
  /// seen.
  private mutating func addThoseOfFormerModerators() throws {
    let rows = try GRDB.Row.fetchAll(
      database,
      sql: """
        SELECT first_seen, last_seen, user_id, elected FROM member
        WHERE site = ? AND left_at IS NOT NULL AND elected IS NOT NULL ORDER BY last_seen
        """, arguments: [site.key])
    for row in rows {
      let (first, last) = try (row.value("first_seen") as Int, row.value("last_seen") as Int)
      let isAnswered = answers.contains { answer in
        roster(at: answer.readAt).map { (first...max(first, last)).contains($0.finishedAt) }
          ?? false
      }
      guard !isAnswered, let next = answers.first(where: { $0.readAt > last }) else { continue }
      let isElected = try next.ids.contains(row.value("user_id") as Int)
      if try isElected == (row.value("elected") == 1) { add(at: last) }
    }
  }

  /// Adds a list with the ids of the next one, where there is none with that date.
  private mutating func add(at date: Int) {
    guard !answers.contains(where: { $0.readAt == date }),
      let index = answers.firstIndex(where: { $0.readAt > date })
    else { return }
    answers.insert(Answer(id: nil, readAt: date, ids: answers[index].ids), at: index)
  }

  private func roster(at date: Int) -> PublishedWalk? {
    site.walks.last { $0.finishedAt <= date }
  }

  private func write(_ answer: Answer, as id: Int) throws {
    if let old = answer.id {
      try database.execute(
        sql: "UPDATE elected_page SET walk = ? WHERE walk = ?", arguments: [id, old])
      try database.execute(
        sql: "UPDATE elected_walk SET id = ? WHERE id = ?", arguments: [id, old])
    } else {
      try database.execute(
        sql: "INSERT INTO elected_walk (id, site, read_at) VALUES (?, ?, ?)",
        arguments: [id, site.key, answer.readAt])
    }
    let pages = try answer.id.map { _ in
      try EvidenceSum.ofPages(of: id, in: .electedPage, database)
    }
    try database.execute(
      sql: """
        UPDATE elected_walk SET started_at = read_at, roster = ?, ids_sum = ?, pages_sum = ?
        WHERE id = ?
        """,
      arguments: [roster(at: answer.readAt)?.id, EvidenceSum.ofIDs(answer.ids), pages, id])
  }

  /// Marks each present tenure according to the lists.
  private func mark() throws {
    let history = try ElectedHistory(site, database)
    try StoredTenure.forEachMember(of: site.key, database) { user, tenures in
      guard let tenure = tenures.last else { return }
      let mark = history.mark(of: user, firstSeen: tenure.firstSeen, leftAt: tenure.leftAt)
      guard mark != nil || tenure.elected != nil else { return }
      try database.execute(
        sql: "UPDATE member SET elected = ?, elected_at = ? WHERE site = ? AND user_id = ?",
        arguments: [mark?.elected, mark?.electedAt, site.key, user])
    }
  }
}
