import FoundationEssentials
import GRDB
import Roster

/// Compares the search index with the tables that it is built from, document by document.
struct IndexVerifier: Verifier {
  let subject: VerifiedFile

  /// A sum over the words of a document, independent of their order.
  private typealias Sums = [Int: UInt64]

  func findings() throws -> [Verification.Finding] {
    var expected: [IndexTable: Sums] = [:]
    var words: Set<String> = []
    try forEachDocument { document in
      for table in IndexTable.allCases {
        expected[table, default: [:]][document.number.rawValue] = table.sum(document)
      }
      words.formUnion(document.words)
    }
    expected[.site] = try siteSums()
    var findings = try IndexTable.allCases.flatMap {
      try compare($0, expected: expected[$0, default: [:]])
    }
    findings += try missingWords(words)
    return findings
  }

  private func compare(_ table: IndexTable, expected: Sums) throws -> [Verification.Finding] {
    let (found, isFound) = try read(table)
    let differing = Set(expected.filter { $0.value != 0 }.keys).union(found.keys)
      .filter { expected[$0, default: 0] != found[$0, default: 0] }.sorted()
    var findings = try differing.prefix(10).map { document in
      let (site, name) = try subject(document, table)
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

  private func siteSums() throws -> Sums {
    var sums: Sums = [:]
    let rows = try GRDB.Row.fetchCursor(database, sql: "SELECT id, name, parameter FROM site")
    while let row = try rows.next() {
      let words = try SearchIndex.siteWords(name: row.value(1), parameter: row.value(2))
      try sums[row.value(0)] = IndexTable.sum(words, column: "words")
    }
    return sums
  }

  /// Reads the index through SQLite's `fts5vocab` table, and checks that a search finds the same.
  private func read(_ table: IndexTable) throws -> (sums: Sums, isFound: Bool) {
    let window = "temp.\(table.rawValue)_window"
    try database.execute(
      sql: """
        CREATE VIRTUAL TABLE IF NOT EXISTS \(window)
        USING fts5vocab(main, \(table.rawValue), instance)
        """)
    var sums: Sums = [:]
    // As bytes: SQLite may cut a very long word inside a letter.
    let rows = try GRDB.Row.fetchCursor(
      database, sql: "SELECT CAST(term AS BLOB), doc, col FROM \(window)")
    var lookups = try IndexLookups(table.rawValue, prefixes: table.prefixes, database)
    while let row = try rows.next() {
      let (document, column) = try (row.value(1) as Int, row.value(2) as String? ?? "")
      let hash = try row.withUnsafeData(atIndex: 0) { word in
        try lookups.take(word ?? Data(), document)
        return IndexTable.hash(word ?? Data(), column: column)
      }
      sums[document, default: 0] &+= hash
    }
    try lookups.end()
    return (sums, lookups.isSound)
  }

  private func subject(_ document: Int, _ table: IndexTable) throws -> (SiteRef?, String) {
    if table == .site {
      return (try SiteRef.fetch(document, database), "the site")
    }
    let row = try GRDB.Row.fetchOne(
      database,
      sql: """
        SELECT site, user_id FROM member WHERE id = ?
        """, arguments: [DocumentNumber(rawValue: document).member])
    guard let row else { return (nil, "document \(document), which has no row") }
    return try (SiteRef.fetch(row.value(0), database), "user \(row.value(1) as Int)")
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
    text.utf8.split(separator: 0x20).reduce(0) { sum, word in
      sum &+ hash(word.prefix(maximalWord), column: column)
    }
  }

  /// The most bytes of a word that FTS5 keeps (`FTS5_MAX_TOKEN_SIZE`).
  private static let maximalWord = 32_768

  /// FNV-1a over the column and the bytes of the word.
  static func hash(_ word: some Sequence<UInt8>, column: String) -> UInt64 {
    var hash = FNV1a()
    hash.combine(column.utf8)
    hash.combine(0x20)
    hash.combine(word)
    return hash.value
  }
}
