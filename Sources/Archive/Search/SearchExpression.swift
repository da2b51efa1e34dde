import Roster

/// FTS5 expressions. Folded words contain no quotation marks, so quoting them is enough.
enum SearchExpression {
  /// Each term in a field, or as one of the sites that it names.
  ///
  /// - Parameters:
  ///   - sites: The row ids of the sites that each term names.
  ///   - site: The row id of the only site; nil for all.
  static func matching(
    _ terms: [SearchTerms.Term], sites: [ArraySlice<Int>], site: Int?
  ) -> String {
    let parts = zip(terms, sites).map { term, sites in
      let words =
        term.isPhrase ? quoted(term.words.joined(separator: " ")) : quoted(term.text) + "*"
      let plain = "{name former location about} : \(words)"
      return sites.isEmpty ? "(\(plain))" : "((\(plain)) OR \(isOne(of: sites)))"
    }
    return (parts + (site.map { [isOne(of: [$0])] } ?? [])).joined(separator: " AND ")
  }

  private static func isOne(of sites: ArraySlice<Int>) -> String {
    let words = sites.map { quoted(SearchDocument.siteWord($0)) }
    return "({site} : (\(words.joined(separator: " OR "))))"
  }

  private static func quoted(_ text: String) -> String { "\"\(text)\"" }
}
