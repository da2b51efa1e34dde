import Roster

/// FTS5 expressions. Folded words contain no quotation marks, so quoting them is enough.
enum SearchExpression {
  /// Terms beyond these are checked in the results instead of the index: each term costs the index
  /// a list, and the longest terms select most.
  private static let maximalTerms = 12

  /// Whether the index is not asked for all of the terms.
  static func leavesOut(_ terms: [SearchTerms.Term]) -> Bool {
    terms.count > maximalTerms
  }

  /// All terms in the given columns.
  static func all(_ terms: [SearchTerms.Term], in columns: String, site: Int?) -> String {
    let parts = chosen(terms).map { "{\(columns)} : \(expression($0))" }
    return joined(parts, site: site)
  }

  /// The whole name.
  static func whole(_ words: [String], in column: String, site: Int?) -> String {
    joined(["{\(column)} : \(quoted(SearchDocument.whole(words)))"], site: site)
  }

  /// Each term in any column, or as one of the sites that it names.
  static func anywhere(
    _ terms: [(term: SearchTerms.Term, sites: [Int])], in columns: String, site: Int?
  ) -> String {
    let parts = terms.prefix(maximalTerms).map { term, sites in
      let plain = "{\(columns)} : \(expression(term))"
      if sites.isEmpty { return plain }
      let words = sites.map { quoted(SearchDocument.siteWord($0)) }.joined(separator: " OR ")
      return "((\(plain)) OR ({site} : (\(words))))"
    }
    return joined(parts, site: site)
  }

  /// The terms as parts of words.
  static func substrings(_ terms: [SearchTerms.Term]) -> String {
    joined(chosen(terms).map(expression), site: nil)
  }

  /// One of the given words for each term.
  static func words(_ choices: [[String]], in columns: String, site: Int?) -> String {
    let parts = choices.prefix(maximalTerms).map { words in
      "{\(columns)} : (" + words.map(quoted).joined(separator: " OR ") + ")"
    }
    return joined(parts, site: site)
  }

  static func expression(_ term: SearchTerms.Term) -> String {
    term.isPhrase ? quoted(term.words.joined(separator: " ")) : quoted(term.text) + "*"
  }

  private static func chosen(_ terms: [SearchTerms.Term]) -> [SearchTerms.Term] {
    guard terms.count > maximalTerms else { return terms }
    let longest = terms.sorted { $0.text.utf8.count > $1.text.utf8.count }
    return Array(longest.prefix(maximalTerms))
  }

  private static func joined(_ parts: [String], site: Int?) -> String {
    let site = site.map { ["{site} : \(quoted(SearchDocument.siteWord($0)))"] } ?? []
    return (parts + site).map { "(\($0))" }.joined(separator: " AND ")
  }

  private static func quoted(_ text: String) -> String {
    "\"\(text)\""
  }
}
