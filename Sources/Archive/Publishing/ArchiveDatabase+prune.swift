package import FoundationEssentials
import GRDB
import Roster

/// What pruning removes, or would remove.
package struct Pruning: Hashable, Sendable {
  /// Pages of evidence.
  package var pages: Int
  /// Walks that published nothing, with their pages.
  package var walks: Int
  /// Values of reputation and badges.
  package var reputations: Int
  /// Runs without remaining walks.
  package var runs: Int

  /// Whether there is nothing to remove.
  package var isEmpty: Bool { pages + walks + reputations + runs == 0 }
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
        pages: try count(.pages), walks: try count(.walks), reputations: try count(.reputations),
        runs: try count(.runs))
    }
  }

  /// Removes evidence and reputation from before a moment, records what was removed, and returns
  /// the space to the disk.
  ///
  /// What stays: all evidence of each site's current roster and latest walk; when each roster was
  /// read; all rosters, tenures, names and changes; and the reputation at the end of each month.
  ///
  /// - Parameter now: The time of the pruning.
  package func prune(before date: Date, at now: Date) throws -> Pruning {
    let pruning = try pruning(before: date)
    guard !pruning.isEmpty else { return pruning }
    try write { database in
      try Self.uncountReputations(before: date.unixSeconds, database)
      for old in [OldRows.pages, .walks, .runs, .reputations] {
        try database.execute(
          sql: "DELETE FROM \(old.table) WHERE \(old.condition)", arguments: [date.unixSeconds])
      }
      try database.execute(
        sql: """
          INSERT INTO pruning (pruned_at, before, pages, walks, reputations, runs)
          VALUES (?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          now.unixSeconds, date.unixSeconds, pruning.pages, pruning.walks, pruning.reputations,
          pruning.runs,
        ])
      try Seal.write(.pruning, database.lastInsertedRowID, in: database)
    }
    try vacuum()
    return pruning
  }

  /// Subtracts the removed values of reputation from the counts in the sites' rows.
  private static func uncountReputations(before date: Int, _ database: Database) throws {
    let gone = try GRDB.Row.fetchAll(
      database,
      sql: """
        SELECT m.site, count(*)
        FROM former_reputation JOIN member m ON m.id = former_reputation.member
        WHERE \(OldRows.reputations.condition) GROUP BY m.site
        """, arguments: [date])
    for row in gone {
      let (site, count) = try (row.value(0) as Int, row.value(1) as Int)
      try Seal.update(.site, site, in: database) {
        try database.execute(
          sql: """
            UPDATE site SET former_reputations = max(former_reputations - ?, 0) WHERE id = ?
            """, arguments: [count, site])
      }
    }
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

  /// All but the values at the end of a month, and the latest of each member, which states since
  /// when the present value is valid. The month of the moment is not pruned.
  static let reputations = OldRows(
    table: "former_reputation",
    condition: """
      replaced_at < unixepoch(?1, 'unixepoch', 'start of month')
      AND strftime('%Y-%m', \(FormerReputation.since), 'unixepoch')
        = strftime('%Y-%m', replaced_at, 'unixepoch')
      AND EXISTS (
        SELECT 1 FROM former_reputation later
        WHERE later.member = former_reputation.member
          AND later.replaced_at > former_reputation.replaced_at)
      """)
}
