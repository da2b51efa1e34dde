import GRDB

/// Checks that a search in a table of the index, by a word or a prefix, finds the documents that
/// the table contains.
///
/// ``IndexReader`` reads the table from beginning to end. A search uses lookup tables of its own
/// instead, so their results are compared here with the sequential read: for every prefix, and for
/// one in 32 words, which touches every page of the index.
struct IndexLookups {
  /// Whether all lookups found the same.
  private(set) var isSound = true
  private let search: Statement
  private var words = 0
  private var word = Word()
  /// By the prefix lengths for which the table has an index of its own.
  private var prefixes: [(length: Int, prefix: Prefix)]

  private static let firstWords = 2_000
  private static let step = 32
  /// FTS5 cuts longer words, possibly inside a letter.
  private static let longestWord = 32_000

  /// A word; its documents come in order, each once or several times.
  private struct Word {
    var text = ""
    var isLookedUp = false
    var documents = DocumentCount()
    var latest: DocumentNumber?
  }

  /// The beginning of one or several words, and the documents of all of them.
  private struct Prefix {
    var text = ""
    var found = DocumentSet()
  }

  init(_ table: IndexTable, _ database: Database) throws {
    search = try database.makeStatement(
      sql: "SELECT rowid FROM \(table.rawValue) WHERE \(table.rawValue) MATCH ?")
    prefixes = table.prefixes.map { ($0, Prefix()) }
  }

  /// Receives an entry of the table; entries come in the order of the index.
  mutating func take(_ entry: borrowing IndexReader) throws {
    if entry.isOtherWord { try begin(entry.word) }
    guard word.latest != entry.document else { return }
    word.latest = entry.document
    if word.isLookedUp { word.documents.add(entry.document) }
    for index in prefixes.indices where !prefixes[index].prefix.text.isEmpty {
      prefixes[index].prefix.found.insert(entry.document)
    }
  }

  /// Looks up the word and the prefixes received last.
  mutating func end() throws {
    try lookUpWord()
    for index in prefixes.indices { try lookUpPrefix(index) }
  }

  private mutating func begin(_ bytes: [UInt8]) throws {
    try lookUpWord()
    words += 1
    let isLookedUp = words < Self.firstWords || words % Self.step == 0
    word = Word(
      text: String(decoding: bytes, as: UTF8.self),
      isLookedUp: isLookedUp && bytes.count < Self.longestWord)
    for index in prefixes.indices {
      let length = prefixes[index].length
      let scalars = word.text.unicodeScalars.prefix(length)
      // A word that is shorter than the prefixes of an index is not in it.
      let text = scalars.count == length ? String(scalars) : ""
      guard !text.utf8.elementsEqual(prefixes[index].prefix.text.utf8) else { continue }
      try lookUpPrefix(index)
      prefixes[index].prefix.text = text
      prefixes[index].prefix.found.removeAll()
    }
  }

  private mutating func lookUpWord() throws {
    guard word.isLookedUp else { return }
    try lookUp(Self.quoted(word.text), expected: word.documents)
  }

  private mutating func lookUpPrefix(_ index: Int) throws {
    let text = prefixes[index].prefix.text
    guard !text.isEmpty else { return }
    try lookUp(Self.quoted(text) + " *", expected: prefixes[index].prefix.found.documents)
  }

  private mutating func lookUp(_ expression: String, expected: DocumentCount) throws {
    guard isSound else { return }
    let rows = try Int.fetchCursor(search, arguments: [expression])
    var found = DocumentCount()
    while let document = try rows.next() { found.add(DocumentNumber(rawValue: document)) }
    if found != expected { isSound = false }
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
