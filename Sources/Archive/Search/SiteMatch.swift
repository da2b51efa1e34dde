import GRDB
package import Roster

/// A site whose name or id has all terms of a search.
package struct SiteMatch: Hashable, Sendable {
  /// A row of `sites`.
  package var row: Roster.Row
  package var match: PersonMatch.Match
}

extension ArchiveDatabase {
  /// The most sites that a search lists.
  private static let mostSites = 5

  /// The sites whose name or id has all terms, those whose whole name it is first; none where the query is about
  /// one site, or chooses kinds or roles.
  package func searchSites(_ query: SearchQuery) throws -> [SiteMatch] {
    let terms = SearchTerms(query.text)
    guard query.site == nil, query.kinds.isEmpty, query.roles.isEmpty, !terms.isEmpty else {
      return []
    }
    let expression = terms.terms.prefix(12).map(SearchExpression.expression).joined(
      separator: " AND ")
    let sites = try read { database in
      try GRDB.Row.fetchAll(
        database,
        sql: """
          SELECT network, parameter FROM site
          WHERE id IN (SELECT rowid FROM search_site WHERE search_site MATCH ?1)
            AND (?2 IS NULL OR network = ?2) ORDER BY network, parameter
          """, arguments: [expression, query.network]
      ).map { try SiteRef($0.value(0), $0.value(1)) }
    }
    let found = try sites.compactMap { site in
      try listing(.sites, ViewFilter(site: site)).rows.first.flatMap { match($0, terms) }
    }
    let isExact = { (match: SiteMatch) in match.match.kind == .exact }
    return Array((found.filter(isExact) + found.filter { !isExact($0) }).prefix(Self.mostSites))
  }

  private func match(_ row: Roster.Row, _ terms: SearchTerms) -> SiteMatch? {
    let texts = [SiteColumn.name, .site].map { row[$0.rawValue].description }
    let exact = texts.first { FoldedText.words(in: $0) == terms.words }
    guard let text = exact ?? texts.first(where: { terms.areIn(FoldedText.words(in: $0)) }) else {
      return nil
    }
    let kind: PersonMatch.Kind = exact == nil ? .prefix : .exact
    return SiteMatch(
      row: row,
      match: PersonMatch.Match(
        field: .site, kind: kind, text: text, highlights: terms.ranges(in: text, for: kind)))
  }
}
