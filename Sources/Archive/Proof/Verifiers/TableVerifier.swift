import GRDB

/// Checks whether the file has the tables of the program with their columns, without which nothing else can be
/// read. The order of columns and their declarations depend on the format in which the archive began.
struct TableVerifier: Verifier {
  let subject: VerifiedFile

  func findings() throws -> [Verification.Finding] {
    var list = FindingList()
    for (table, columns) in try Schema.columns().sorted(by: { $0.key < $1.key }) {
      let present = try Schema.columns(of: table, database)
      if present.isEmpty {
        list.report(.schema, "The table \(table) is missing.")
      } else if let lost = columns.subtracting(present).min() {
        list.report(.schema, "The table \(table) has no column \(lost).")
      }
    }
    return list.findings
  }
}
