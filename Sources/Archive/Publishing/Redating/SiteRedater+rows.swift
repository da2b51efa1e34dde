import GRDB
import Roster

/// The rows that refer to the walks of a site by their date.
extension SiteRedater {
  /// Gives tenures, names, reputations and changes the new dates of the walks and lists that they
  /// refer to.
  func moveRows() throws {
    try moveTenures(in: "member", id: "id", of: "site = ?1")
    try moveTenures(
      in: "past_tenure", id: "member",
      of: "member IN (SELECT id FROM member WHERE site = ?1)")
    try moveNames()
    try moveReputations()
    try moveChanges()
  }

  /// The walk that a date refers to; nil where the date stays.
  private func walk(at date: Int?) -> Int? {
    guard let date, date > now else { return nil }
    return old.firstIndex { $0.finishedAt == date }
  }

  /// The new date of a value that means "seen by then".
  private func upper(_ date: Int?) -> Int? {
    guard let date, date > now else { return date }
    return walk(at: date).map { new[$0].finishedAt } ?? now
  }

  /// The new date of a value that means "last seen then".
  private func lower(_ date: Int?) -> Int? {
    guard let date, date > now else { return date }
    return old.firstIndex { $0.lower == date }.map { new[$0].lower } ?? now
  }

  /// The new date of a moderator's first mark as elected.
  private func answered(_ date: Int?) -> Int? {
    guard let date, date > now else { return date }
    return oldAnswers.firstIndex { $0.readAt == date }.map { newAnswers[$0].readAt } ?? now
  }

  /// - Parameter id: The column with the member's row id.
  private func moveTenures(in table: String, id: String, of condition: String) throws {
    let rows = try GRDB.Row.fetchAll(
      database,
      sql: """
        SELECT \(id) AS member, first_seen, absent_before, last_seen, left_at, elected_at FROM \(table)
        WHERE \(condition) AND (max(first_seen, coalesce(left_at, 0), coalesce(last_seen, 0),
          coalesce(absent_before, 0), coalesce(elected_at, 0)) > ?2)
        ORDER BY first_seen
        """, arguments: [site, now])
    for row in rows {
      let first: Int = try row.value("first_seen")
      var absent: Int? = try row.value("absent_before")
      absent = absent.flatMap { date in walk(at: first).map { began(date, before: $0) } ?? date }
      try database.cachedStatement(
        sql: """
          UPDATE \(table) SET first_seen = ?, absent_before = ?, last_seen = ?, left_at = ?,
            elected_at = ? WHERE \(id) = ? AND first_seen = ?
          """
      ).execute(arguments: [
        upper(first), absent, lower(try row.value("last_seen")), upper(try row.value("left_at")),
        answered(try row.value("elected_at")), row.value("member") as Int, first,
      ])
    }
  }

  private func moveNames() throws {
    let rows = try GRDB.Row.fetchAll(
      database,
      sql: """
        SELECT n.member, m.user_id, n.replaced_at, n.first_seen, n.last_seen
        FROM former_name n JOIN member m ON m.id = n.member
        WHERE m.site = ? AND max(n.replaced_at, n.first_seen, n.last_seen) > ?
        ORDER BY n.replaced_at
        """, arguments: [site, now])
    for row in rows {
      let replaced: Int = try row.value("replaced_at")
      let last = try lastRead(
        row.value("last_seen"), of: row.value("user_id"), replacedAt: replaced)
      try database.cachedStatement(
        sql: """
          UPDATE former_name SET replaced_at = ?, first_seen = ?, last_seen = ?
          WHERE member = ? AND replaced_at = ?
          """
      ).execute(arguments: [
        upper(replaced), upper(try row.value("first_seen")), last,
        row.value("member") as Int,
        replaced,
      ])
    }
  }

  /// The new date of when a name was last read: that of the last walk with the user before the name
  /// was replaced.
  private func lastRead(_ date: Int, of user: Int, replacedAt: Int) throws -> Int {
    guard date > now else { return date }
    let earlier = old.prefix { $0.finishedAt < replacedAt }.indices
    let walk = try earlier.last { index in
      try WalkEvidence.fetch(old[index].id, database).userIDs.contains(user)
    }
    return walk.map { new[$0].lower } ?? lower(date) ?? now
  }

  private func moveReputations() throws {
    let rows = try GRDB.Row.fetchAll(
      database,
      sql: """
        SELECT r.member, r.replaced_at
        FROM former_reputation r JOIN member m ON m.id = r.member
        WHERE m.site = ? AND r.replaced_at > ? ORDER BY r.replaced_at
        """, arguments: [site, now])
    for row in rows {
      let (member, replaced) = try (row.value(0) as Int, row.value(1) as Int)
      try database.cachedStatement(
        sql: """
          UPDATE former_reputation SET replaced_at = ? WHERE member = ? AND replaced_at = ?
          """
      ).execute(arguments: [upper(replaced), member, replaced])
      try Seal.write(.formerReputation, member, upper(replaced) ?? replaced, in: database)
    }
  }

  private func moveChanges() throws {
    let changes = try ChangeRow.Recorded.fetchAll(ofMembers: site, database)
      .filter { $0.observedAt > now }
    for change in changes {
      guard let interval = change.isOfElection ? answer(change) : reading(change) else { continue }
      try database.cachedStatement(
        sql: "UPDATE change SET observed_at = ?, previous_walk_at = ? WHERE id = ?"
      ).execute(arguments: [interval.observedAt, interval.previousWalkAt, change.id])
    }
  }

  private func reading(
    _ change: ChangeRow.Recorded
  ) -> (observedAt: Int, previousWalkAt: Int)? {
    walk(at: change.observedAt).map { walk in
      if change.isBaseline { return (new[walk].finishedAt, new[walk].finishedAt) }
      return (new[walk].finishedAt, began(change.previousWalkAt, before: walk))
    }
  }

  /// The new date of when a walk before another one was begun: the one before it, or an earlier one that can have
  /// listed somebody.
  private func began(_ date: Int, before walk: Int) -> Int {
    let index = old[..<walk].lastIndex { $0.startedAt == date } ?? walk - 1
    return index >= 0 ? new[index].startedAt : min(date, now)
  }

  private func answer(
    _ change: ChangeRow.Recorded
  ) -> (observedAt: Int, previousWalkAt: Int)? {
    oldAnswers.firstIndex { $0.readAt == change.observedAt }.map { index in
      (
        newAnswers[index].readAt,
        index > 0 ? newAnswers[index - 1].startedAt : min(change.previousWalkAt, now)
      )
    }
  }
}
