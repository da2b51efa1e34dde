import GRDB

/// Checks whether the views are those of the program, and that no trigger changes rows.
struct SchemaVerifier: Verifier {
  let subject: VerifiedFile

  func findings() throws -> [Verification.Finding] {
    var list = FindingList()
    let views = try GRDB.Row.fetchAll(
      database, sql: "SELECT name, sql FROM sqlite_master WHERE type = 'view'")
    let found = try Dictionary(
      views.map { try ($0.value(0) as String, $0.value(1) as String) },
      uniquingKeysWith: { first, _ in first })
    for sql in Schema.views {
      let name = String(sql.split(separator: " ").dropFirst(2).first ?? "")
      if found[name].map(Self.words) != Self.words(sql) {
        list.report(.schema, "The view \(name) differs from the one that the program creates.")
      }
    }
    let triggers = try String.fetchAll(
      database, sql: "SELECT name FROM sqlite_master WHERE type = 'trigger' ORDER BY name")
    for trigger in triggers {
      list.report(.schema, "The trigger \(trigger) was not created by the program.")
    }
    return list.findings
  }

  /// The statement with all white space outside literals normalised: in a view, white space depends
  /// on the line breaks of the source.
  private static func words(_ sql: String) -> [String] {
    sql.split(separator: "'", omittingEmptySubsequences: false).enumerated().map { place, part in
      place.isMultiple(of: 2)
        ? part.split(whereSeparator: \.isWhitespace).joined(separator: " ") : String(part)
    }
  }
}
