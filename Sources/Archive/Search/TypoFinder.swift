import GRDB
import Roster

/// Finds the words of names that a misspelt word may mean.
///
/// One wrong letter leaves the first or the second half of a word unchanged, so only words that
/// begin or end with such a half need to be compared. Two wrong letters are searched only in words
/// with the same first or last letter.
struct TypoFinder {
  /// The most words accepted for one term.
  private static let maximalWords = 64

  private let database: Database

  init(_ database: Database) {
    self.database = database
  }

  /// For each term the words that it may mean; nil where a term has none, or no term has an error.
  func words(_ terms: [SearchTerms.Term], errors: Int) throws -> [[String]]? {
    var choices: [[String]] = []
    var hasError = false
    for term in terms {
      // Phrases must match exactly.
      guard !term.isPhrase else { return nil }
      let exact = try words(beginningWith: term.text, limit: 16)
      let near = try nearWords(term.text, errors: errors)
      if !near.isEmpty { hasError = true }
      let all = exact + near
      guard !all.isEmpty else { return nil }
      choices.append(all)
    }
    return hasError ? choices : nil
  }

  private func nearWords(_ word: String, errors: Int) throws -> [String] {
    let scalars = Array(word.unicodeScalars)
    guard scalars.count >= (errors == 1 ? 4 : 7), scalars.count <= 64 else { return [] }
    let half = errors == 1 ? scalars.count / 2 : 1
    let head = String(String.UnicodeScalarView(scalars.prefix(half)))
    let tail = String(String.UnicodeScalarView(scalars.suffix(half).reversed()))
    var near: Set<String> = []
    try forEachWord(beginningWith: head, reversed: 0) {
      if let found = EditDistance.between($0, word, atMost: errors), found > 0 { near.insert($0) }
    }
    try forEachWord(beginningWith: tail, reversed: 1) {
      let candidate = SearchIndex.reversed($0)
      if let found = EditDistance.between(candidate, word, atMost: errors), found > 0 {
        near.insert(candidate)
      }
    }
    return Array(near.sorted().prefix(Self.maximalWords))
  }

  private func words(beginningWith prefix: String, limit: Int) throws -> [String] {
    var words: [String] = []
    try forEachWord(beginningWith: prefix, reversed: 0, limit: limit) { words.append($0) }
    return words
  }

  private func forEachWord(
    beginningWith prefix: String, reversed: Int, limit: Int = -1, _ body: (String) -> Void
  ) throws {
    // U+10FFFF sorts after every letter.
    let statement = try database.cachedStatement(
      sql: """
        SELECT word FROM name_word WHERE reversed = ? AND word >= ? AND word < ? LIMIT ?
        """)
    let words = try String.fetchCursor(
      statement, arguments: [reversed, prefix, prefix + "\u{10FFFF}", limit])
    while let word = try words.next() { body(word) }
  }
}

extension SearchTerms {
  /// The typing errors of all terms together, each compared with its nearest word; a term without a
  /// near word counts as three.
  func errors(in words: [String]) -> Int {
    terms.reduce(0) { sum, term in
      sum + (words.map { EditDistance.between($0, term.text, atMost: 2) ?? 3 }.min() ?? 3)
    }
  }
}
