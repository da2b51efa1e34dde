import GRDB

/// Checks whether rows are missing or were added: row ids have no gaps, and `prune` records what it
/// removes.
struct RowVerifier: Verifier {
  let subject: VerifiedFile

  func findings() throws -> [Verification.Finding] {
    var list = FindingList()
    for table in ["change", "entry", "elected_walk", "site_list", "pruning", "redating"] {
      let (given, kept, last) = try numbers(table)
      guard given != kept || last != kept else { continue }
      list.report(
        table == "change" ? .journal : .rows,
        "\(given) rows were written to \(table), and \(kept) are stored.")
    }
    for (table, column) in [("walk", "walks"), ("run", "runs")] {
      let (given, kept, last) = try numbers(table)
      let pruned =
        try Int.fetchOne(database, sql: "SELECT total(\(column)) FROM pruning") ?? 0
      guard given != kept &+ pruned || last > given else { continue }
      list.report(
        .rows,
        "\(given) rows were written to \(table), \(kept) are stored and \(pruned) were "
          + "pruned.")
    }
    let twice = try String.fetchAll(
      database, sql: "SELECT name FROM sqlite_sequence GROUP BY name HAVING count(*) > 1")
    for name in twice {
      list.report(.rows, "The number of rows written to \(name) is stored twice.")
    }
    if try Int.fetchOne(database, sql: "SELECT count(*) FROM archive") != 1 {
      list.report(.rows, "The archive does not have exactly one identifier.")
    }
    // Such a row is read as one of the Community user.
    let odd =
      try Int.fetchOne(database, sql: "SELECT count(*) FROM name WHERE kind NOT IN (0, 1, 2)")
      ?? 0
    if odd > 0 { list.report(.rows, "\(odd) rows of name have a kind that does not exist.") }
    return list.findings
  }

  /// How many row ids a table has given out, how many rows it has, and the highest row id.
  private func numbers(_ table: String) throws -> (given: Int, kept: Int, last: Int) {
    let given =
      try Int.fetchOne(
        database, sql: "SELECT seq FROM sqlite_sequence WHERE name = ?", arguments: [table]) ?? 0
    let row = try GRDB.Row.fetchOne(
      database, sql: "SELECT count(*), coalesce(max(id), 0) FROM \(table)")
    return try (given, row?.value(0) ?? 0, row?.value(1) ?? 0)
  }
}
