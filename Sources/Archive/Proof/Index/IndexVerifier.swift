import FoundationEssentials
import GRDB
import Roster

/// Compares the search index with the tables that it is built from, document by document.
struct IndexVerifier: Verifier {
  let subject: VerifiedFile

  func findings() throws -> [Verification.Finding] {
    var expected: [IndexTable: DocumentSums] = [:]
    for table in IndexTable.ofMembers {
      expected[table] = try DocumentSums(rowsOf: "member", database)
    }
    expected[.site] = try siteSums()
    try forEachDocument { document in
      // Not over `expected.keys`: that would copy all sums for each document.
      for table in IndexTable.ofMembers {
        expected[table]?.add(table.sum(document), to: document.number)
      }
    }
    var nameWords = try NameWordVerifier(database)
    let findings = try IndexTable.allCases.flatMap { table in
      try expected.removeValue(forKey: table).map {
        try compare(table, expected: $0, &nameWords)
      } ?? []
    }
    return try findings + nameWords.findings()
  }

  private func compare(
    _ table: IndexTable, expected: consuming DocumentSums, _ nameWords: inout NameWordVerifier
  ) throws -> [Verification.Finding] {
    let isFound = try subtract(table, from: &expected, &nameWords)
    var findings = try expected.differing(atMost: 10).map { row in
      let (site, name) = try subject(row, table)
      return Verification.Finding(
        site: site, rule: .searchIndex,
        description: "\(table.rawValue) differs from the tables for \(name).")
    }
    if !isFound {
      findings.append(
        Verification.Finding(
          rule: .searchIndex,
          description: "\(table.rawValue) does not find some of its own words."))
    }
    return findings
  }

  private func forEachDocument(_ body: (SearchDocument) -> Void) throws {
    let names = try SearchIndex.formerNames(database)
    let rows = try GRDB.Row.fetchCursor(
      database, sql: "SELECT \(IndexedMember.columns) FROM member")
    while let row = try rows.next() {
      body(SearchDocument(try IndexedMember(row) { names[$0, default: []] }))
    }
  }

  private func siteSums() throws -> DocumentSums {
    var sums = try DocumentSums(rowsOf: "site", database)
    let rows = try GRDB.Row.fetchCursor(database, sql: "SELECT id, name, parameter FROM site")
    while let row = try rows.next() {
      let words = try SearchIndex.siteWords(name: row.value(1), parameter: row.value(2))
      try sums.add(
        IndexTable.sum(ofSite: words), to: DocumentNumber(rawValue: row.value(0)))
    }
    return sums
  }

  /// Reads the whole table, and checks that a search finds the same.
  private func subtract(
    _ table: IndexTable, from sums: inout DocumentSums, _ nameWords: inout NameWordVerifier
  ) throws -> Bool {
    var lookups = try IndexLookups(table, database)
    var entry = try IndexReader(table, database)
    // A word comes once for each document with it, one after the other: its hash for each column.
    var hashes: [(column: String, hash: UInt64)] = []
    while try entry.next() {
      try lookups.take(entry)
      if entry.isOtherWord {
        hashes.removeAll(keepingCapacity: true)
        if table == .name { try nameWords.take(entry.word) }
      }
      let known = hashes.first { $0.column == entry.column }
      let hash = known?.hash ?? IndexTable.hash(entry.word, column: entry.column)
      if known == nil { hashes.append((entry.column, hash)) }
      sums.subtract(IndexTable.term(hash, at: entry.position), from: entry.document)
    }
    try lookups.end()
    return lookups.isSound
  }

  /// - Parameter row: The row id of the member or site.
  private func subject(_ row: Int, _ table: IndexTable) throws -> (SiteRef?, String) {
    if table == .site { return (try SiteRef.fetch(row, database), "the site") }
    let member = try GRDB.Row.fetchOne(
      database, sql: "SELECT site, user_id FROM member WHERE id = ?", arguments: [row])
    guard let member else { return (nil, "member \(row), which has no row") }
    return try (
      SiteRef.fetch(member.value(0), database), "user \(RoleKey(rawValue: member.value(1)).number)"
    )
  }
}
