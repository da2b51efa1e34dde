import GRDB

/// Compares what the file consists of with what the program creates: the kind of each object, its columns, types,
/// collations and options.
struct SchemaVerifier: Verifier {
  let subject: VerifiedFile

  func findings() throws -> [Verification.Finding] {
    var list = FindingList()
    for difference in try SchemaDifference.all(in: database) {
      list.report(.schema, difference.description)
    }
    return list.findings
  }

  /// Whether the tables are the program's own, without which nothing else can be read.
  func hasOwnTables() throws -> Bool {
    try SchemaDifference.all(in: database).allSatisfy { $0.kind != .table }
  }
}
