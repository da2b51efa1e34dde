import GRDB

/// Runs SQLite's own checks of the file.
struct FileVerifier: Verifier {
  let subject: VerifiedFile

  func findings() throws -> [Verification.Finding] {
    let integrity = try String.fetchAll(database, sql: "PRAGMA integrity_check")
      .filter { $0 != "ok" }
      .map { Verification.Finding(rule: .integrity, description: "SQLite reports: \($0).") }
    guard integrity.isEmpty else { return integrity }
    return try GRDB.Row.fetchAll(database, sql: "PRAGMA foreign_key_check").map { row in
      let (table, parent) = try (row.value(0) as String?, row.value(2) as String?)
      return Verification.Finding(
        rule: .foreignKeys,
        description: "A row of \(table ?? "?") refers to a missing row of \(parent ?? "?").")
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
