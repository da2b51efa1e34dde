package import FoundationEssentials
import GRDB
import Roster

/// What pruning removes, or would remove.
package struct Pruning: Hashable, Sendable {
  /// Pages of evidence.
  package var pages: Int
  /// Runs without walks.
  package var runs: Int

  /// Whether there is nothing to remove.
  package var isEmpty: Bool { pages + runs == 0 }
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
      return Pruning(pages: try count(.pages), runs: try count(.runs))
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
      for old in [OldRows.pages, .runs] {
        try database.execute(
          sql: "DELETE FROM \(old.table) WHERE \(old.condition)", arguments: [date.unixSeconds])
      }
      var entry = try Entry(
        .prune, at: now.unixSeconds,
        Entry.Body(before: date.unixSeconds, runs: pruning.runs))
      entry.pages = pruning.pages
      try entry.append(to: database)
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

  static let pages = OldRows(
    table: "page",
    condition: """
      entry IN (SELECT id FROM finished_walk WHERE finished_at < ?1)
        AND entry NOT IN (SELECT published_walk FROM site WHERE published_walk IS NOT NULL)
        AND entry NOT IN (SELECT max(id) FROM finished_walk GROUP BY site)
      """)

  static let runs = OldRows(
    table: "run",
    condition: """
      started_at < ?1 AND id < (SELECT max(id) FROM run)
        AND id NOT IN (SELECT run FROM entry WHERE run IS NOT NULL) AND id NOT IN (SELECT run FROM walk)
      """)
}
