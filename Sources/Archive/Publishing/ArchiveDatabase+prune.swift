package import FoundationEssentials
import GRDB
import Roster

/// What pruning removes, or would remove.
package struct Pruning: Hashable, Sendable {
  /// Pages of evidence.
  package var pages: Int
  /// Walks that published nothing, with their pages.
  package var walks: Int
  /// Runs without remaining walks.
  package var runs: Int

  /// Whether there is nothing to remove.
  package var isEmpty: Bool { pages + walks + runs == 0 }
}

extension ArchiveDatabase {
  /// What ``prune(before:)`` would remove.
  package func pruning(before date: Date) throws -> Pruning {
    try read { database in
      func count(_ old: OldRows) throws -> Int {
        try Int.fetchOne(
          database, sql: "SELECT count(*) FROM \(old.table) WHERE \(old.condition)",
          arguments: [date.unixSeconds]) ?? 0
      }
      return Pruning(
        pages: try count(.pages), walks: try count(.walks), runs: try count(.runs))
    }
  }

  /// Removes evidence from before a moment, records what was removed, and returns the space to the
  /// disk.
  ///
  /// What stays: all evidence of each site's current roster and latest walk; when each roster was
  /// read; all rosters, tenures, names, changes and reputations.
  ///
  /// - Parameter now: The time of the pruning.
  package func prune(before date: Date, at now: Date) throws -> Pruning {
    let pruning = try pruning(before: date)
    guard !pruning.isEmpty else { return pruning }
    try write { database in
      for old in [OldRows.pages, .walks, .runs] {
        try database.execute(
          sql: "DELETE FROM \(old.table) WHERE \(old.condition)", arguments: [date.unixSeconds])
      }
      try database.execute(
        sql: """
          INSERT INTO pruning (pruned_at, before, pages, walks, runs) VALUES (?, ?, ?, ?, ?)
          """,
        arguments: [
          now.unixSeconds, date.unixSeconds, pruning.pages, pruning.walks, pruning.runs,
        ])
      try Seal.write(.pruning, database.lastInsertedRowID, in: database)
      let body = Entry.Body(pages: pruning.pages, walks: pruning.walks, runs: pruning.runs)
      try Entry(.prune, at: now.unixSeconds, body).append(to: database)
    }
    try vacuum()
    return pruning
  }
}

/// Rows that may be removed: a condition with the moment as its argument. No condition depends on
/// what another one removes, so that the counted rows are those removed.
private struct OldRows {
  var table: String
  var condition: String

  private static let oldWalks = """
    SELECT id FROM walk WHERE finished_at < ?1
      AND id NOT IN (SELECT published_walk FROM site WHERE published_walk IS NOT NULL)
      AND id NOT IN (SELECT max(id) FROM walk WHERE finished_at IS NOT NULL GROUP BY site)
    """

  static let pages = OldRows(table: "page", condition: "walk IN (\(oldWalks))")

  static let walks = OldRows(table: "walk", condition: "published = 0 AND id IN (\(oldWalks))")

  static let runs = OldRows(
    table: "run",
    condition: """
      started_at < ?1 AND id < (SELECT max(id) FROM run)
      AND id NOT IN (
        SELECT run FROM walk WHERE NOT (published = 0 AND id IN (\(oldWalks))))
      """)
}
