import FoundationEssentials
import GRDB
import Roster

/// Compares the search index with the tables: the folded texts with those that the tables give, unless another version of
/// the folding made them, and the indexes of SQLite with these texts, by SQLite's own check.
struct IndexVerifier: Verifier {
  let subject: VerifiedFile

  func check(_ list: inout FindingList) throws {
    if try SearchIndex.isFoldedAlike(database) { try checkDocuments(&list) }
    if try !isSound() {
      list.report(
        .searchIndex, "\(SearchIndex.table) differs from the texts that it was built from.")
    }
  }

  private func checkDocuments(_ list: inout FindingList) throws {
    // Who was elected, and was on no roster, has no name to be found by.
    let members = try Int.fetchAll(
      database,
      sql: """
        SELECT m.id FROM member m JOIN name n ON n.member = m.id AND n.until IS NULL
        WHERE \(Withheld.isShown("m")) ORDER BY m.id
        """)
    for (count, member) in members.enumerated() {
      if count.isMultiple(of: 1_000) { try subject.check() }
      if try SearchDocument.fetch(member, database)?.isStored(database) == true { continue }
      let row = try GRDB.Row.fetchOne(
        database, sql: "SELECT site, user_id FROM member WHERE id = ?", arguments: [member])
      let site = try row.flatMap { try SiteRef.fetch($0.value(0), database) }
      let user = try row?.value(1) as Int? ?? 0
      list.report(
        .searchIndex,
        "The searched texts of user \(user) of \(site?.id ?? "") differ from the tables.")
    }
    let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM search_document") ?? 0
    if count != members.count {
      list.report(.searchIndex, "\(members.count) members have \(count) searched texts.")
    }
  }

  /// How many documents the index states that it has, which SQLite does not check: the first number of the record 1, seven
  /// bits in a byte, the most significant first. Nil where there is none; a new index has an empty record.
  private func statedDocuments() throws -> Int? {
    let record = try Data.fetchOne(
      database, sql: "SELECT block FROM \(SearchIndex.table)_data WHERE id = 1")
    guard let record, !record.isEmpty else { return record.map { _ in 0 } }
    var count = 0
    for byte in record.prefix(8) {
      count = count << 7 | Int(byte & 0x7F)
      if byte & 0x80 == 0 { return count }
    }
    return nil
  }

  /// Whether the index is what follows from its texts. SQLite's own check takes a table that may be written to, so it
  /// gets a temporary copy of the index over the texts of the archive.
  private func isSound() throws -> Bool {
    let table = SearchIndex.table
    guard let own = SchemaObject.own[table] else { return false }
    let rows = try Int.fetchOne(database, sql: "SELECT count(*) FROM search_document")
    guard try statedDocuments() == rows else { return false }
    // SQLite reads the settings of the index at the first search, and refuses some.
    _ = try Int.fetchOne(database, sql: "SELECT rowid FROM \(table) LIMIT 1")
    try database.execute(
      sql: """
        CREATE TEMP VIEW search_document AS SELECT * FROM main.search_document;
        \(own.sql.replacing("VIRTUAL TABLE ", with: "VIRTUAL TABLE temp.", maxReplacements: 1));
        """)
    defer { try? database.execute(sql: "DROP VIEW temp.search_document; DROP TABLE temp.\(table)") }
    for part in SearchIndex.parts {
      try database.execute(
        sql: """
          DELETE FROM temp.\(table)_\(part);
          INSERT INTO temp.\(table)_\(part) SELECT * FROM main.\(table)_\(part);
          """)
    }
    do {
      try database.execute(
        sql: "INSERT INTO temp.\(table) (\(table), rank) VALUES ('integrity-check', 1)")
      return true
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
      return false
    }
  }
}
