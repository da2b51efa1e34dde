import GRDB
package import Roster

/// A site whose name or id has all terms of a search.
package struct SiteMatch: Hashable, Sendable {
  /// A row of `sites`.
  package var row: Roster.Row
  package var match: PersonMatch.Match
}

extension SearchTerms {
  /// The folded words of the names and ids of all sites, by row id.
  static func words(ofSitesIn database: Database) throws -> [Int: [String]] {
    let rows = try GRDB.Row.fetchAll(
      database.cachedStatement(sql: "SELECT id, name || ' ' || parameter FROM site"))
    return try Dictionary(
      rows.map { try ($0.value(0), FoldedText.words(in: $0.value(1))) }, uniquingKeysWith: { $1 })
  }
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
    let sites = try read { database in
      let keys = try SearchTerms.words(ofSitesIn: database).filter { terms.areIn($0.value) }.keys
      return try keys.compactMap { try SiteRef.fetch($0, database) }.filter { site in
        query.network == nil || site.network == query.network
      }.sorted { ($0.network, $0.id) < ($1.network, $1.id) }
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
