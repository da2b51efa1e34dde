import GRDB
import Roster

extension ArchiveDatabase {
  /// Finds people, the closest matches first, then those with more reputation.
  ///
  /// All terms must match, each as the beginning of a word: first in the current name, then in
  /// former names, then in all fields. Parts of words follow, and where nothing matches, names with
  /// one or two typing errors. Any text is accepted; a text without letters finds no person.
  ///
  /// - Throws: `unknown` where the archive does not contain the site of the query.
  package func search(_ query: SearchQuery) throws -> [PersonMatch] {
    let terms = SearchTerms(query.text)
    return try read { database in
      let site = try query.site.map { try siteKey($0, database) }
      guard !terms.isEmpty, query.limit > 0 else { return [] }
      var searcher = Searcher(database, query, terms, site: site)
      try searcher.search()
      let matcher = SearchMatcher(database, query, terms)
      return try searcher.found.map(matcher.match)
    }
  }
}
