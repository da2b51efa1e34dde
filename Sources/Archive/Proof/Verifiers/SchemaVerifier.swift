import GRDB

/// Checks whether the views and indexes are those of the program, and that no trigger changes rows.
struct SchemaVerifier: Verifier {
  let subject: VerifiedFile

  func findings() throws -> [Verification.Finding] {
    var list = FindingList()
    let found = try Schema.statements(in: database)
    for sql in Schema.views {
      let name = String(sql.split(separator: " ").dropFirst(2).first ?? "")
      if !Schema.isSame(found[name], sql) {
        list.report(.schema, "The view \(name) differs from the one that the program creates.")
      }
    }
    for (name, sql) in try Schema.indexes().sorted(by: { $0.key < $1.key }) {
      guard let present = found[name] else {
        list.report(.schema, "The index \(name) is missing.")
        continue
      }
      if !Schema.isSame(present, sql) {
        list.report(.schema, "The index \(name) differs from the one that the program creates.")
      }
    }
    let triggers = try String.fetchAll(
      database, sql: "SELECT name FROM sqlite_master WHERE type = 'trigger' ORDER BY name")
    for trigger in triggers {
      list.report(.schema, "The trigger \(trigger) was not created by the program.")
    }
    return list.findings
  }
}
