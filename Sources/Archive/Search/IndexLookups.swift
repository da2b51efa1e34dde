import FoundationEssentials
import GRDB

/// Whether a search finds in a table of the index, under a word or the beginning of words, the documents
/// that the table holds under it.
///
/// ``IndexVerifier`` reads the table from one end to the other and hands on what it reads. A search jumps
/// into it instead, by tables of its own, which are held against the reading here. Of many words each
/// thirty-second is looked up: that is some of every page of the index. Of many beginnings it is each fourth.
struct IndexLookups {
  /// Whether all that was looked up was found.
  private(set) var isSound = true
  private let search: Statement
  private var words = 0
  private var beginningCount = 0
  private var word = Group()
  private var wordBytes = Data()
  /// By the lengths of beginnings for which the table has an index of its own.
  private var beginnings: [(length: Int, group: Group)]

  private static let firstWords = 2_000
  private static let step = 32
  private static let firstBeginnings = 500
  private static let beginningsStep = 4
  /// FTS5 cuts longer words, without regard to their letters.
  private static let longestWord = 32_000

  /// The documents that the table holds under one word, or under all words with one beginning.
  private struct Group {
    var text = ""
    var isLookedUp = false
    var documents: Set<Int> = []
  }

  /// - Parameter prefixes: The lengths of beginnings for which the table has an index.
  init(_ table: String, prefixes: [Int], _ database: Database) throws {
    search = try database.makeStatement(
      sql: "SELECT rowid FROM \(table) WHERE \(table) MATCH ?")
    beginnings = prefixes.map { ($0, Group()) }
  }

  /// Takes one word of one document; words come in the order of the index.
  mutating func take(_ bytes: Data, _ document: Int) throws {
    if bytes != wordBytes { try begin(bytes) }
    if word.isLookedUp { word.documents.insert(document) }
    for index in beginnings.indices where beginnings[index].group.isLookedUp {
      beginnings[index].group.documents.insert(document)
    }
  }

  /// Looks up what came last.
  mutating func end() throws {
    try lookUp(word, isBeginning: false)
    for (_, group) in beginnings { try lookUp(group, isBeginning: true) }
  }

  private mutating func begin(_ bytes: Data) throws {
    try lookUp(word, isBeginning: false)
    words += 1
    // A copy: what was handed in is good for this row only.
    wordBytes = Data(Array(bytes))
    let isLookedUp = words < Self.firstWords || words % Self.step == 0
    word = Group(
      text: String(decoding: bytes, as: UTF8.self),
      isLookedUp: isLookedUp && bytes.count < Self.longestWord)
    for index in beginnings.indices {
      let length = beginnings[index].length
      let scalars = word.text.unicodeScalars.prefix(length)
      // A word that is shorter than the beginnings of an index is not in it.
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
    var count = 0
    while let document = try found.next() {
      if !group.documents.contains(document) { isSound = false }
      count += 1
    }
    if count != group.documents.count { isSound = false }
  }
}
