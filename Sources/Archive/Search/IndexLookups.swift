import FoundationEssentials
import GRDB

/// Checks that a search in a table of the index, by a word or a prefix, finds the documents that
/// the table contains.
///
/// ``IndexVerifier`` reads the table from beginning to end and passes on what it reads. A search
/// uses lookup tables of its own instead, so their results are compared here with the sequential
/// read. One in 32 words is looked up, which touches every page of the index, and one in four
/// prefixes.
struct IndexLookups {
  /// Whether all lookups found the same.
  private(set) var isSound = true
  private let search: Statement
  private var words = 0
  private var beginningCount = 0
  private var word = Group()
  /// The word received last.
  private(set) var wordBytes = Data()
  /// By the prefix lengths for which the table has an index of its own.
  private var beginnings: [(length: Int, group: Group)]

  private static let firstWords = 2_000
  private static let step = 32
  private static let firstBeginnings = 500
  private static let beginningsStep = 4
  /// FTS5 cuts longer words, possibly inside a letter.
  private static let longestWord = 32_000

  /// The documents of one word, or of all words with one prefix.
  private struct Group {
    var text = ""
    var isLookedUp = false
    var documents = DocumentSet()
  }

  /// - Parameter prefixes: The prefix lengths for which the table has an index.
  init(_ table: String, prefixes: [Int], _ database: Database) throws {
    search = try database.makeStatement(
      sql: "SELECT rowid FROM \(table) WHERE \(table) MATCH ?")
    beginnings = prefixes.map { ($0, Group()) }
  }

  /// Receives one word of one document; words come in the order of the index.
  ///
  /// - Returns: Whether it is another word than the one before.
  mutating func take(_ bytes: Data, _ document: DocumentNumber) throws -> Bool {
    let isOther = bytes != wordBytes
    if isOther { try begin(bytes) }
    if word.isLookedUp { word.documents.insert(document) }
    for index in beginnings.indices where beginnings[index].group.isLookedUp {
      beginnings[index].group.documents.insert(document)
    }
    return isOther
  }

  /// Looks up the word or prefix received last.
  mutating func end() throws {
    try lookUp(word, isBeginning: false)
    for (_, group) in beginnings { try lookUp(group, isBeginning: true) }
  }

  private mutating func begin(_ bytes: Data) throws {
    try lookUp(word, isBeginning: false)
    words += 1
    // A copy: the value passed in is valid for this row only.
    wordBytes = Data(Array(bytes))
    let isLookedUp = words < Self.firstWords || words % Self.step == 0
    word = Group(
      text: String(decoding: bytes, as: UTF8.self),
      isLookedUp: isLookedUp && bytes.count < Self.longestWord)
    for index in beginnings.indices {
      let length = beginnings[index].length
      let scalars = word.text.unicodeScalars.prefix(length)
      // A word that is shorter than the prefixes of an index is not in it.
      let text = scalars.count == length ? String(scalars) : ""
      guard !text.utf8.elementsEqual(beginnings[index].group.text.utf8) else { continue }
      try lookUp(beginnings[index].group, isBeginning: true)
      beginningCount += 1
      let isLookedUp =
        beginningCount < Self.firstBeginnings || beginningCount % Self.beginningsStep == 0
      beginnings[index].group = Group(text: text, isLookedUp: isLookedUp)
    }
  }

  private mutating func lookUp(_ group: Group, isBeginning: Bool) throws {
    guard isSound, group.isLookedUp, !group.text.isEmpty else { return }
    let phrase = "\"" + group.text.replacing("\"", with: "\"\"") + "\"" + (isBeginning ? " *" : "")
    let found = try Int.fetchCursor(search, arguments: [phrase])
    var documents = DocumentSet()
    while let document = try found.next() {
      documents.insert(DocumentNumber(rawValue: document))
    }
    if documents != group.documents { isSound = false }
  }
}
