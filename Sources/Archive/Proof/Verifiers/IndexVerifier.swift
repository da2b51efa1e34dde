import FoundationEssentials
import GRDB
import Roster

/// Compares the search index with the tables that it is built from, document by document.
struct IndexVerifier: Verifier {
  let subject: VerifiedFile

  func findings() throws -> [Verification.Finding] {
    var difference: [IndexTable: DocumentSums] = [:]
    let ofMembers: [IndexTable] = [.name, .tail, .text]
    for table in ofMembers {
      difference[table] = try DocumentSums(rowsOf: "member", database)
    }
    difference[.site] = try siteSums()
    var words: Set<String> = []
    try forEachDocument { document in
      // Not over `difference.keys`: that would copy all sums for each document.
      for table in ofMembers {
        difference[table]?.add(table.sum(document), to: document.number)
      }
      words.formUnion(document.words)
    }
    var findings = try IndexTable.allCases.flatMap { table in
      try difference.removeValue(forKey: table).map { try compare(table, expected: $0) } ?? []
    }
    findings += try missingWords(words)
    return findings
  }

  private func compare(
    _ table: IndexTable, expected: consuming DocumentSums
  ) throws -> [Verification.Finding] {
    let isFound = try subtract(table, from: &expected)
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

  private func missingWords(_ words: Set<String>) throws -> [Verification.Finding] {
    let forwards = Set(
      try String.fetchAll(database, sql: "SELECT word FROM name_word WHERE reversed = 0"))
    let backwards = Set(
      try String.fetchAll(database, sql: "SELECT word FROM name_word WHERE reversed = 1"))
    let missing = words.count { word in
      !forwards.contains(word) || !backwards.contains(SearchIndex.reversed(word))
    }
    guard missing > 0 else { return [] }
    return [
      Verification.Finding(
        rule: .searchIndex, description: "name_word lacks \(missing.counted("word")) of names.")
    ]
  }

  private func forEachDocument(_ body: (SearchDocument) -> Void) throws {
    let names = try SearchIndex.formerNames(database)
    let rows = try GRDB.Row.fetchCursor(
      database, sql: "SELECT \(StoredMember.columns) FROM member")
    while let row = try rows.next() {
      let member = try StoredMember(row)
      body(
        SearchDocument(
          IndexedMember(member, formerNames: names[member.id, default: []])))
    }
  }

  private func siteSums() throws -> DocumentSums {
    var sums = try DocumentSums(rowsOf: "site", database)
    let rows = try GRDB.Row.fetchCursor(database, sql: "SELECT id, name, parameter FROM site")
    while let row = try rows.next() {
      let words = try SearchIndex.siteWords(name: row.value(1), parameter: row.value(2))
      try sums.add(
        IndexTable.sum(words, column: "words"), to: DocumentNumber(rawValue: row.value(0)))
    }
    return sums
  }

  /// Reads the index through SQLite's `fts5vocab` table, and checks that a search finds the same.
  private func subtract(_ table: IndexTable, from sums: inout DocumentSums) throws -> Bool {
    let window = "temp.\(table.rawValue)_window"
    try database.execute(
      sql: """
        CREATE VIRTUAL TABLE IF NOT EXISTS \(window)
        USING fts5vocab(main, \(table.rawValue), instance)
        """)
    // As bytes: SQLite may cut a very long word inside a letter.
    let rows = try GRDB.Row.fetchCursor(
      database, sql: "SELECT CAST(term AS BLOB), doc, col FROM \(window)")
    var lookups = try IndexLookups(table.rawValue, prefixes: table.prefixes, database)
    // A word comes once for each document with it, one after the other: its hash for each column.
    var hashes: [String: UInt64] = [:]
    while let row = try rows.next() {
      let document = DocumentNumber(rawValue: try row.value(1))
      let column = try row.value(2) as String? ?? ""
      let isOther = try row.withUnsafeData(atIndex: 0) {
        try lookups.take($0 ?? Data(), document)
      }
      if isOther { hashes.removeAll(keepingCapacity: true) }
      let hash = hashes[column] ?? IndexTable.hash(lookups.wordBytes, column: column)
      hashes[column] = hash
      sums.subtract(hash, from: document)
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

private enum IndexTable: String, CaseIterable {
  case name = "search_name"
  case tail = "search_tail"
  case text = "search_text"
  case site = "search_site"

  /// The prefix lengths for which the table has an index of its own.
  var prefixes: [Int] {
    switch self {
    case .name: [1, 2, 3]
    case .site: [1, 2]
    case .tail, .text: []
    }
  }

  /// The sum of a member's document; for sites see ``sum(_:column:)``.
  func sum(_ document: SearchDocument) -> UInt64 {
    switch self {
    case .name:
      Self.sum(document.name, column: "name") &+ Self.sum(document.former, column: "former")
        &+ Self.sum(document.site, column: "site")
    case .tail: Self.sum(document.tail, column: "")
    case .text:
      Self.sum(document.names, column: "names") &+ Self.sum(document.location, column: "location")
        &+ Self.sum(document.about, column: "about") &+ Self.sum(document.site, column: "site")
    case .site: 0
    }
  }

  /// Words are split at the byte of the space, as FTS5 does. A `Character` may contain the space
  /// and a mark of the next word, such as a Hindi vowel sign.
  static func sum(_ text: String, column: String) -> UInt64 {
    let beginning = beginning(of: column)
    let bytes = text.utf8.span
    var (sum, hash, length): (UInt64, FNV1a, Int) = (0, beginning, 0)
    for index in bytes.indices {
      if bytes[index] == 0x20 {
        if length > 0 { sum &+= hash.value }
        (hash, length) = (beginning, 0)
      } else {
        if length < maximalWord { hash.combine(bytes[index]) }
        length += 1
      }
    }
    return length > 0 ? sum &+ hash.value : sum
  }

  /// The most bytes of a word that FTS5 keeps (`FTS5_MAX_TOKEN_SIZE`).
  private static let maximalWord = 32_768

  /// FNV-1a over the column and the bytes of the word.
  static func hash(_ word: Data, column: String) -> UInt64 {
    var hash = beginning(of: column)
    hash.combine(word.span)
    return hash.value
  }

  private static func beginning(of column: String) -> FNV1a {
    var hash = FNV1a()
    hash.combine(column.utf8)
    hash.combine(0x20)
    return hash
  }
}
