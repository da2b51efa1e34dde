import FoundationEssentials
import GRDB
import Roster

/// Compares the search index with the tables that it is built from, document by document.
struct IndexVerifier: Verifier {
  let subject: VerifiedFile

  func findings() throws -> [Verification.Finding] {
    // Most have none. Only where there are some, each document needs a sum of its own.
    try findings(inGroupsOf: 256).isEmpty ? [] : findings(inGroupsOf: 1)
  }

  /// - Parameter groupSize: How many row ids have one sum; 1 where the findings are to name their subjects.
  private func findings(inGroupsOf groupSize: Int) throws -> [Verification.Finding] {
    var expected: [IndexTable: DocumentSums] = [:]
    for table in IndexTable.ofMembers {
      expected[table] = try DocumentSums(rowsOf: table.rows, inGroupsOf: groupSize, database)
    }
    expected[.site] = try siteSums(inGroupsOf: groupSize)
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
    let (isFound, words) = try subtract(table, from: &expected, &nameWords)
    let findings = try expected.differing(atMost: 10).map { row in
      let (site, name) = try subject(row, table)
      return Verification.Finding(
        site: site, rule: .searchIndex,
        description: "\(table.rawValue) differs from the tables for \(name).")
    }
    var flaws: [String] = []
    if !isFound { flaws.append("does not find some of its own words") }
    if try !hasTotals(table, words) { flaws.append("states a wrong number of documents or words") }
    return findings
      + flaws.map {
        Verification.Finding(rule: .searchIndex, description: "\(table.rawValue) \($0).")
      }
  }

  private func forEachDocument(_ body: (SearchDocument) -> Void) throws {
    let names = try SearchIndex.formerNames(database)
    let rows = try GRDB.Row.fetchCursor(
      database, sql: "SELECT \(IndexedMember.columns) FROM member")
    var count = 0
    while let row = try rows.next() {
      count += 1
      if count.isMultiple(of: 1_000) { try subject.check() }
      body(SearchDocument(try IndexedMember(row) { names[$0, default: []] }))
    }
  }

  private func siteSums(inGroupsOf groupSize: Int) throws -> DocumentSums {
    var sums = try DocumentSums(rowsOf: IndexTable.site.rows, inGroupsOf: groupSize, database)
    let rows = try GRDB.Row.fetchCursor(database, sql: "SELECT id, name, parameter FROM site")
    while let row = try rows.next() {
      let words = try SearchIndex.siteWords(name: row.value(1), parameter: row.value(2))
      try sums.add(
        IndexTable.sum(ofSite: words), to: DocumentNumber(rawValue: row.value(0)))
    }
    return sums
  }

  /// Whether the totals that the table states are those of the rows and the words.
  ///
  /// - Parameter words: By column.
  private func hasTotals(_ table: IndexTable, _ words: [String: Int]) throws -> Bool {
    guard let totals = try IndexTotals(of: table, database) else { return false }
    let rows = try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table.rows)") ?? 0
    guard totals.documents == rows else { return false }
    // Without positions, a word stands once for all that a document has of it.
    guard table.hasPositions else { return true }
    let columns = try String.fetchAll(
      database, sql: "SELECT name FROM pragma_table_info(?)", arguments: [table.rawValue])
    return (totals.words.isEmpty ? columns.map { _ in 0 } : totals.words)
      == columns.map { words[$0, default: 0] }
  }

  /// Reads the whole table, and checks that a search finds the same.
  ///
  /// - Returns: Whether it does, and the number of words by column.
  private func subtract(
    _ table: IndexTable, from sums: inout DocumentSums, _ nameWords: inout NameWordVerifier
  ) throws -> (isFound: Bool, words: [String: Int]) {
    var lookups = try IndexLookups(table, database)
    var entry = try IndexReader(table, database)
    // A word comes once for each document with it, one after the other: its hash for each column.
    var columns: [(name: String, hash: UInt64?, words: Int)] = []
    var count = 0
    while try entry.next() {
      count += 1
      if count.isMultiple(of: 10_000) { try subject.check() }
      try lookups.take(entry)
      if entry.isOtherWord {
        for place in columns.indices { columns[place].hash = nil }
        if table == .name { try nameWords.take(entry.word) }
      }
      let place = columns.firstIndex { $0.name == entry.column } ?? columns.count
      if place == columns.count { columns.append((entry.column, nil, 0)) }
      let hash = columns[place].hash ?? IndexTable.hash(entry.word, column: entry.column)
      columns[place].hash = hash
      columns[place].words += 1
      sums.subtract(IndexTable.term(hash, at: entry.position), from: entry.document)
    }
    try lookups.end()
    let words = Dictionary(uniqueKeysWithValues: columns.map { ($0.name, $0.words) })
    return (lookups.isSound, words)
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
