import GRDB
import Roster

/// Compares what the file consists of with what the program creates: the kind of each object, its columns, types,
/// collations and options; and that no text of its tables is longer than what the program reads of it.
struct SchemaVerifier: Verifier {
  let subject: VerifiedFile

  func check(_ list: inout FindingList) throws {
    let differences = try SchemaDifference.all(in: database)
    for difference in differences {
      list.report(
        .schema, difference.description,
        isOfDerived: [.derived, .lostSearch].contains(difference.kind))
    }
    if differences.allSatisfy({ $0.kind != .table }) { try reportHiddenText(&list) }
  }

  /// Checksums are of what the program reads, which ends at U+0000. It stores none: what stands behind one is proven by
  /// nothing, and other readers of the file see it. The search index publishes no text, and can be made again.
  private func reportHiddenText(_ list: inout FindingList) throws {
    let own = SchemaObject.own.values.filter { $0.type == "table" && !$0.isOfSearch }
    for table in own.map(\.name).sorted() {
      let columns = try String.fetchAll(
        database, sql: "SELECT name FROM pragma_table_info(?) WHERE type = 'TEXT'",
        arguments: [table])
      if columns.isEmpty { continue }
      let isHiding = columns.map { "instr(CAST(\"\($0)\" AS BLOB), x'00') > 0" }
      let count = try Int.fetchOne(
        database,
        sql: "SELECT count(*) FROM \(table) WHERE \(isHiding.joined(separator: " OR "))")
      if let count, count > 0 {
        list.report(.rows, "A text of \(count.counted("row")) of \(table) goes on after U+0000.")
      }
    }
  }

  /// Whether the tables are the program's own, without which nothing else can be read.
  func hasOwnTables() throws -> Bool {
    try SchemaDifference.all(in: database).allSatisfy { $0.kind != .table }
  }
}
