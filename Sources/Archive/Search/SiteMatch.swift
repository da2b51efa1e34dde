import GRDB
package import Roster

/// A site whose name or id has all terms of a search, perhaps a former one.
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

  /// The sites whose name or id has all terms, now or before they were renamed or moved, those whose whole name it is first;
  /// none where the query is about one site, or chooses kinds or roles.
  package func searchSites(_ query: SearchQuery) throws -> [SiteMatch] {
    let terms = SearchTerms(query.text)
    guard query.site == nil, query.kinds.isEmpty, query.roles.isEmpty, !terms.isEmpty else {
      return []
    }
    let texts = try read { database in
      let rows = try GRDB.Row.fetchCursor(
        database,
        sql: """
          SELECT s.network, s.parameter, v.name, v.parameter FROM site_version v JOIN site s ON s.id = v.site
          WHERE ?1 IS NULL OR s.network = ?1 ORDER BY v.since DESC
          """, arguments: [query.network])
      var texts: [SiteRef: [String]] = [:]
      while let row = try rows.next() {
        try texts[SiteRef(row.value(0), row.value(1)), default: []] += [row.value(2), row.value(3)]
      }
      return texts
    }
    let found = try texts.sorted { $0.key < $1.key }.compactMap { site, texts -> SiteMatch? in
      guard let match = match(texts, terms) else { return nil }
      return try listing(.sites, ViewFilter(site: site)).rows.first.map {
        SiteMatch(row: $0, match: match)
      }
    }
    let isExact = { (match: SiteMatch) in match.match.kind == .exact }
    return Array((found.filter(isExact) + found.filter { !isExact($0) }).prefix(Self.mostSites))
  }

  private func match(_ texts: [String], _ terms: SearchTerms) -> PersonMatch.Match? {
    let words = texts.map(FoldedText.words)
    let exact = words.firstIndex(of: terms.words)
    guard let place = exact ?? words.firstIndex(where: { terms.areIn($0) }) else { return nil }
    let kind: PersonMatch.Kind = exact == nil ? .prefix : .exact
    return PersonMatch.Match(
      field: .site, kind: kind, text: texts[place],
      highlights: terms.ranges(in: texts[place], for: kind))
  }
}
