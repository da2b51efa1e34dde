import GRDB
package import Roster

extension ArchiveDatabase {
  /// Finds people, the closest matches first, then those with more reputation.
  ///
  /// All terms must match, each as the beginning of a word: first in the current name, then in
  /// former names, then in all fields. Parts of words follow, and where nothing matches, names with
  /// one or two typing errors. Any text is accepted; a text without letters finds no person. Among former moderators
  /// are those of whom only logs tell, by words of their names.
  ///
  /// - Returns: At most as many as the query's limit, and how many there are without it.
  /// - Throws: `unknown` where the archive does not contain the site of the query; `otherFormat` where another version of
  ///   the program has folded the texts.
  package func search(
    _ query: SearchQuery
  ) throws -> (people: [PersonMatch], total: Int) {
    let terms = SearchTerms(query.text)
    return try read { database in
      guard try SearchIndex.isFoldedAlike(database) else {
        throw error(
          .otherFormat,
          "The search index of \(path) was made by a modexport that folds letters in another way.",
          remedy: .rebuildIndex)
      }
      let site = try query.site.map { try siteKey($0, database) }
      let searcher = Searcher(database, query, terms, site: site)
      let all = try searcher.people()
      let logged = try LoggedPerson.found(query, terms, site: site, database)
      let found = try all.prefix(query.limit ?? .max).map(searcher.match)
      let isGuess = all.first?.tier == .typo
      return (
        Array((isGuess ? logged + found : found + logged).prefix(query.limit ?? .max)),
        all.count + logged.count
      )
    }
  }
}

extension ArchiveDatabase {
  /// A user of a site as a search for the name would find them, with the sites that the query chooses; nil where
  /// there are none.
  ///
  /// - Throws: `unknown` where the archive does not contain the site.
  package func match(
    site: SiteRef, userID: Int, for query: SearchQuery
  ) throws -> PersonMatch? {
    try read { database in
      let key = try siteKey(site, database)
      return try match("site = ? AND user_id = ?", [key, userID], query, database)
    }
  }

  /// The person of an account of a network in the same way.
  ///
  /// - Throws: `unknown` where the archive does not contain the site of the query.
  package func match(
    account: Int, network: NetworkID, for query: SearchQuery
  ) throws -> PersonMatch? {
    try read { database in
      try match(
        "account_id = ? AND account_id > 0 AND site IN (SELECT id FROM site WHERE network = ?)",
        [account, network], query, database)
    }
  }

  private func match(
    _ condition: String, _ arguments: StatementArguments, _ query: SearchQuery,
    _ database: Database
  ) throws -> PersonMatch? {
    let row = try GRDB.Row.fetchOne(
      database,
      sql: """
        SELECT id, site, user_id, account_id FROM seat WHERE \(condition)
        ORDER BY until IS NOT NULL, reputation DESC LIMIT 1
        """, arguments: arguments)
    guard let row else { return nil }
    let candidate = try Searcher.Candidate(
      member: row.value("id"), site: row.value("site"), userID: row.value("user_id"), network: "",
      accountID: row.value("account_id"), reputation: 0, tier: .exactName)
    let site = try query.site.map { try siteKey($0, database) }
    let found = try Searcher(database, query, SearchTerms(""), site: site).match(candidate)
    return found.moderators.isEmpty ? nil : found
  }
}
