import GRDB
import Roster

/// Checks whether rows are missing or were added: row ids have no gaps, and `prune` records what it
/// removes.
struct RowVerifier: Verifier {
  let subject: VerifiedFile

  func check(_ list: inout FindingList) throws {
    for table in ["change", "entry"] {
      let (given, kept, first, last) = try numbers(table)
      guard given != kept || last != kept || first < min(1, kept) else { continue }
      list.report(
        table == "change" ? .journal : .rows,
        given == kept
          ? "The \(kept) rows of \(table) do not have the numbers 1 to \(kept)."
          : "\(given) rows were written to \(table), and \(kept) are stored.")
    }
    let (given, kept, _, last) = try numbers("run")
    let pruned =
      try Int.fetchOne(
        database, sql: "SELECT total(body ->> '$.runs') FROM entry WHERE kind = 'prune'") ?? 0
    if given != kept &+ pruned || last > given {
      list.report(
        .rows,
        "\(given) rows were written to run, \(kept) are stored and \(pruned) were pruned.")
    }
    for seal in Seal.allCases where try !seal.areWhole(where: "TRUE", [], database) {
      list.report(.seal, "A row of \(seal.rawValue) does not match its checksum.")
    }
    try checkPages(&list)
    try checkSources(&list)
    try checkValues(&list)
    for (table, conditions) in Schema.conditions {
      let isOdd = conditions.map { "NOT (\($0))" }.joined(separator: " OR ")
      let odd = try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table) WHERE \(isOdd)")
      if let odd, odd > 0 {
        list.report(.rows, "\(odd.counted("row")) of \(table) with a value that cannot be there.")
      }
    }
  }

  /// What the program writes in one way only.
  private func checkValues(_ list: inout FindingList) throws {
    let twice = try String.fetchAll(
      database, sql: "SELECT name FROM sqlite_sequence GROUP BY name HAVING count(*) > 1")
    for name in twice {
      list.report(.rows, "The number of rows written to \(name) is stored twice.")
    }
    let named = try Int.fetchOne(
      database,
      sql: """
        SELECT count(*) FROM archive WHERE NOT EXISTS (
          SELECT 1 FROM entry WHERE entry.id = 1 AND body ->> '$.archive' IS NOT uuid)
        """)
    if named != 1 {
      list.report(
        .rows, "The archive does not have exactly one identifier, that of its first entry.")
    }
  }

  private func checkPages(_ list: inout FindingList) throws {
    let stray = try Int.fetchOne(
      database,
      sql: """
        SELECT count(*) FROM page p JOIN entry e ON e.id = p.entry
        WHERE e.kind NOT IN ('walk', 'attempt', 'elected')
        """)
    if let stray, stray > 0 {
      list.report(.rows, "\(stray.counted("page")) of an entry that read none.")
    }
  }

  /// The number of a source is made of what it says.
  private func checkSources(_ list: inout FindingList) throws {
    for row in try GRDB.Row.fetchAll(database, sql: "SELECT id, api, query FROM source") {
      let source = try WalkSource(api: row.value(1), query: row.value(2))
      if try source.id != row.value(0) {
        list.report(.rows, "The source \(source.api) of walks does not match its number.")
      }
    }
  }

  /// How many row ids a table has given out, how many rows it has, and the lowest and the highest row id, 0 without one.
  private func numbers(
    _ table: String
  ) throws -> (given: Int, kept: Int, first: Int, last: Int) {
    let given =
      try Int.fetchOne(
        database, sql: "SELECT seq FROM sqlite_sequence WHERE name = ?", arguments: [table]) ?? 0
    let row = try GRDB.Row.fetchOne(
      database,
      sql: """
        SELECT (SELECT count(*) FROM \(table)), coalesce((SELECT min(id) FROM \(table)), 0),
          coalesce((SELECT max(id) FROM \(table)), 0)
        """)
    return try (given, row?.value(0) ?? 0, row?.value(1) ?? 0, row?.value(2) ?? 0)
  }
}
