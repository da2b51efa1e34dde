import GRDB

/// Checks whether the views and indexes are those of the program, and that nothing else restricts or changes
/// rows.
struct SchemaVerifier: Verifier {
  let subject: VerifiedFile

  func findings() throws -> [Verification.Finding] {
    var list = FindingList()
    let found = try Schema.statements(in: database)
    for sql in Schema.views {
      let name = String(sql.split(separator: " ").dropFirst(2).first ?? "")
      guard let present = found[name] else {
        list.report(.schema, "The view \(name) is missing.")
        continue
      }
      if !present.hasPrefix("CREATE VIEW") {
        list.report(.schema, "In the place of the view \(name) stands another table.")
      } else if !Schema.isSame(present, sql) {
        list.report(.schema, "The view \(name) differs from the one that the program creates.")
      }
    }
    let indexes = try Schema.indexes()
    for (name, sql) in indexes.sorted(by: { $0.key < $1.key }) {
      guard let present = found[name] else {
        list.report(.schema, "The index \(name) is missing.")
        continue
      }
      if !Schema.isSame(present, sql) {
        list.report(.schema, "The index \(name) differs from the one that the program creates.")
      }
    }
    for (name, sql) in found.sorted(by: { $0.key < $1.key })
    where sql.hasPrefix("CREATE UNIQUE INDEX") && indexes[name] == nil {
      list.report(.schema, "The unique index \(name) was not created by the program.")
    }
    let triggers = try String.fetchAll(
      database, sql: "SELECT name FROM sqlite_master WHERE type = 'trigger' ORDER BY name")
    for trigger in triggers {
      list.report(.schema, "The trigger \(trigger) was not created by the program.")
    }
    return list.findings
  }
}
