import GRDB
import Roster

/// The rows that refer to the walks of a site by their date.
extension SiteRedater {
  /// Gives marks, reputations and changes the new dates of the walks and lists that they
  /// refer to.
  func moveRows() throws {
    try moveMarks()
    try moveReputations()
    try moveChanges()
  }

  /// Marks as elected are dated by their list.
  private func moveMarks() throws {
    let rows = try GRDB.Row.fetchAll(
      database,
      sql: """
        SELECT t.member, t.since, t.elected_at FROM tenure t JOIN member m ON m.id = t.member
        WHERE m.site = ? AND t.elected_at > ?
        """, arguments: [site, now])
    for row in rows {
      let date: Int = try row.value(2)
      let answer = oldAnswers.firstIndex { $0.readAt == date }
      try database.execute(
        sql: "UPDATE tenure SET elected_at = ? WHERE member = ? AND since = ?",
        arguments: [
          answer.map { newAnswers[$0].readAt } ?? now, row.value(0) as Int, row.value(1) as Int,
        ])
    }
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
      let date = old.firstIndex { $0.finishedAt == replaced }.map { new[$0].finishedAt } ?? now
      try database.cachedStatement(
        sql: """
          UPDATE former_reputation SET replaced_at = ? WHERE member = ? AND replaced_at = ?
          """
      ).execute(arguments: [date, member, replaced])
      try Seal.write(.formerReputation, member, date, in: database)
    }
  }

  /// The changes of rosters follow from the versions and the dates of their walks, those of marks from their lists.
  private func moveChanges() throws {
    let replay = try Replay(ofSite: site, PublishedWalk.fetchAll(of: site, database), database)
    var dated = replay.changes[...]
    for change in try ChangeRow.Recorded.fetchAll(ofMembers: site, database) {
      let interval =
        change.isOfElection
        ? answer(change)
        : dated.popFirst().map {
          (observedAt: $0.observedAt.unixSeconds, previousWalkAt: $0.previousWalkAt.unixSeconds)
        }
      guard change.observedAt > now, let interval else { continue }
      try database.cachedStatement(
        sql: "UPDATE change SET observed_at = ?, previous_walk_at = ? WHERE id = ?"
      ).execute(arguments: [interval.observedAt, interval.previousWalkAt, change.id])
    }
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
