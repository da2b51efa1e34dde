import GRDB

/// Runs SQLite's own checks of the file.
struct FileVerifier {
  let database: Database

  /// Every contradiction; empty where there is none.
  func findings() throws -> [Verification.Finding] {
    let integrity = try integrityFindings()
    guard integrity.isEmpty else { return integrity }
    return try GRDB.Row.fetchAll(database, sql: "PRAGMA foreign_key_check").map { row in
      let (table, parent) = try (row.value(0) as String?, row.value(2) as String?)
      return Verification.Finding(
        rule: .foreignKeys,
        description: "A row of \(table ?? "?") refers to a missing row of \(parent ?? "?").")
    }
  }

  /// What `integrity_check` says of an index.
  private static let indexDamage = [
    "missing from index", "wrong # of entries in index", "non-unique entry in index",
    "inverted index for FTS5",
  ]

  /// SQLite names a table by the number of its first page; the description adds the name.
  private func integrityFindings() throws -> [Verification.Finding] {
    do {
      let lines = try String.fetchAll(database, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
      guard !lines.isEmpty else { return [] }
      let names = try namesByRoot()
      return lines.flatMap { $0.split(separator: "\n") }.filter { !$0.hasPrefix("***") }.map {
        line in
        let name = Self.root(in: line).flatMap { names[$0] }.map { " (\($0))" } ?? ""
        return Verification.Finding(
          rule: .integrity, description: "SQLite reports: \(line)\(name).",
          isOfDerived: Self.indexDamage.contains { line.contains($0) })
      }
    } catch let error as DatabaseError {
      // Then the tables are read one by one, to name those that are damaged.
      let damaged = try unreadableTables()
      return damaged.isEmpty ? [Self.finding(error)] : damaged
    }
  }

  /// The number in a line such as `Tree 7 page 12: btreeInitPage() returns error code 11`.
  static func root(in line: Substring) -> Int? {
    let words = line.split(separator: " ")
    guard let index = words.firstIndex(of: "Tree"), index + 1 < words.count else { return nil }
    return Int(words[index + 1])
  }

  /// Tables and indexes in words, by their first page.
  private func namesByRoot() throws -> [Int: String] {
    let rows = try GRDB.Row.fetchAll(
      database,
      sql: "SELECT rootpage, type || ' ' || name FROM sqlite_master WHERE rootpage > 0")
    return try Dictionary(
      rows.map { try ($0.value(0) as Int, $0.value(1) as String) }, uniquingKeysWith: { $1 })
  }

  private func unreadableTables() throws -> [Verification.Finding] {
    let tables = try String.fetchAll(
      database,
      sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0 ORDER BY name")
    return tables.compactMap { table in
      do {
        _ = try String.fetchAll(
          database, sql: "PRAGMA integrity_check(\(table.quotedDatabaseIdentifier))")
        return nil
      } catch {
        let reason = (error as? DatabaseError)?.message ?? "\(error)"
        return Verification.Finding(
          rule: .integrity, description: "The table \(table) cannot be read: \(reason).")
      }
    }
  }

  static func finding(_ error: RowDecodingError) -> Verification.Finding {
    Verification.Finding(
      rule: .integrity, description: "A value has the wrong type for its column: \(error).")
  }

  static func finding(_ error: DatabaseError) -> Verification.Finding {
    Verification.Finding(
      rule: .integrity,
      description: "SQLite cannot read further: \(error.message ?? error.resultCode.description).")
  }
}
