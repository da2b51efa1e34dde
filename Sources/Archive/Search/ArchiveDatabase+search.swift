import GRDB
import Roster

extension ArchiveDatabase {
  /// Finds people, the closest matches first and of equals those with more reputation.
  ///
  /// All terms must match, each as the beginning of a word: first in the current name, then in former
  /// names, then over all fields. Parts of words follow, and where nothing matches, names with one
  /// or two typing errors. Any text is taken; one without letters finds nobody.
  ///
  /// - Throws: `unknown` where the query names a site that the archive does not know.
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
