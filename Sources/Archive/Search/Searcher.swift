import GRDB
import Roster

/// Finds the people whom a query means, by the index and by a scan of the folded texts.
struct Searcher {
  let database: Database
  let query: SearchQuery
  let terms: SearchTerms
  /// The row id of the site of the query; nil for all.
  let site: Int?

  /// A row of a person that matches.
  struct Candidate {
    var member: Int
    var site: Int
    var userID: Int
    var network: NetworkID
    var accountID: Int?
    var reputation: Int
    var tier: Tier
    /// Typing errors in all terms together.
    var errors = 0
  }

  /// The kinds of matches, the closest first.
  enum Tier: Int {
    case exactName, prefixOfName, exactFormerName, prefixOfFormerName, otherField, substring, typo
  }

  private enum Person: Hashable {
    case account(Int, network: NetworkID)
    case user(site: Int, id: Int)
  }

  /// The most sites that a term may match; a longer list is too unspecific.
  private static let maximalSites = 64

  /// - Parameter site: The row id of the site of the query; nil for all.
  init(_ database: Database, _ query: SearchQuery, _ terms: SearchTerms, site: Int?) {
    (self.database, self.query, self.terms, self.site) = (database, query, terms, site)
  }

  /// Everybody who matches, each person once: the closest match first, then more reputation.
  func people() throws -> [Candidate] {
    guard !terms.isEmpty else { return [] }
    var found = try byWords()
    // A former moderator who has the name is meant rather than a present one with another name.
    if found.isEmpty, try query.former || !hasFormer() { found = try typos() }
    var people: Set<Person> = []
    return found.sorted { $0.sortKey < $1.sortKey }.filter { candidate in
      people.insert(person(candidate)).inserted
    }
  }

  /// The matches without typing errors.
  private func byWords() throws -> [Candidate] {
    let found = try matches()
    guard terms.canBeSubstrings else { return found }
    let members = Set(found.map(\.member))
    return try found + substrings().filter { !members.contains($0.member) }
  }

  /// Whether former moderators match without typing errors.
  private func hasFormer() throws -> Bool {
    var query = query
    query.former = true
    let logged = try LoggedPerson.found(query, terms, site: site, database)
    return try !logged.isEmpty || !Searcher(database, query, terms, site: site).byWords().isEmpty
  }

  /// Each term begins a word of a name or of another field, or names the site.
  private func matches() throws -> [Candidate] {
    let all = try SearchTerms.words(ofSitesIn: database)
    let sites = terms.selective.map { term in
      all.filter { term.isIn($0.value) }.keys.sorted().prefix(Self.maximalSites)
    }
    let expression = SearchExpression.matching(terms.selective, sites: sites, site: site)
    return try candidates(
      where: "d.member IN (SELECT rowid FROM search_text WHERE search_text MATCH ?)", [expression]
    ) { texts in
      if texts.name == terms.words { return (.exactName, 0) }
      if terms.areIn(texts.name) { return (.prefixOfName, 0) }
      if texts.former.contains(terms.words) { return (.exactFormerName, 0) }
      let isInNames = terms.terms.allSatisfy { term in
        term.isIn(texts.name) || texts.former.contains { term.isIn($0) }
      }
      if isInNames { return (.prefixOfFormerName, 0) }
      // The index was not asked for all of many terms.
      return texts.have(terms, all) ? (.otherField, 0) : nil
    }
  }

  /// Each term is a part of a word of a name.
  private func substrings() throws -> [Candidate] {
    let wanted = terms.selective.map(\.text)
    let conditions = wanted.map { _ in "instr(d.name || ' ' || d.former, ?) > 0" }
    return try candidates(
      where: conditions.joined(separator: " AND "), StatementArguments(wanted)
    ) { texts in
      let words = texts.name + texts.former.joined()
      return terms.terms.allSatisfy { $0.isPart(of: words) } ? (.substring, 0) : nil
    }
  }

  /// Each term begins a word of a name, or is one or two typing errors from it; two where nobody has one.
  private func typos() throws -> [Candidate] {
    guard !terms.terms.contains(where: \.isPhrase) else { return [] }
    for errors in 1...2 {
      let members = try membersNear(errors: errors)
      guard !members.isEmpty else { continue }
      let list = members.map { String($0) }.joined(separator: ", ")
      let found = try candidates(where: "d.member IN (\(list))") { texts in
        (.typo, terms.errors(in: texts.name + texts.former.joined()))
      }
      if !found.isEmpty { return found }
    }
    return []
  }

  /// Those to whose names each term is near. Reads only the names: the rows of all members take SQLite far longer.
  private func membersNear(errors: Int) throws -> [Int] {
    let rows = try GRDB.Row.fetchCursor(
      database, sql: "SELECT member, name, former FROM search_document")
    var members: [Int] = []
    while let row = try rows.next() {
      let words =
        try SearchedTexts.words(row.value(1) as String)
        + SearchedTexts.words(row.value(2) as String)
      if terms.terms.allSatisfy({ $0.isNear(words, errors: errors) }) {
        try members.append(row.value(0))
      }
    }
    return members
  }

  /// The rows within the query's filters for whose texts `tier` gives a tier.
  ///
  /// - Parameter condition: Of `search_document d`.
  private func candidates(
    where condition: String, _ arguments: StatementArguments = [],
    _ tier: (SearchedTexts) -> (Tier, errors: Int)?
  ) throws -> [Candidate] {
    let rows = try GRDB.Row.fetchCursor(
      database.cachedStatement(
        sql: """
          SELECT d.member, m.site, d.name, d.former, d.location, d.about, m.user_id, s.network, m.account_id,
            m.reputation
          FROM search_document d CROSS JOIN seat m ON m.id = d.member JOIN site s ON s.id = m.site
          WHERE \(condition)\(query.conditions(site: site, isOfUser: true))
          """), arguments: arguments)
    var candidates: [Candidate] = []
    while let row = try rows.next() {
      let texts = try SearchedTexts(row)
      guard let (tier, errors) = tier(texts) else { continue }
      let candidate = try Candidate(
        member: texts.member, site: texts.site, userID: row.value(6), network: row.value(7),
        accountID: row.value(8), reputation: row.value(9) ?? 0, tier: tier, errors: errors)
      if query.network == nil || site != nil || candidate.network == query.network {
        candidates.append(candidate)
      }
    }
    return candidates
  }

  private func person(_ candidate: Candidate) -> Person {
    guard let account = candidate.accountID, account > 0 else {
      return .user(site: candidate.site, id: candidate.userID)
    }
    return .account(account, network: candidate.network)
  }
}

extension Searcher.Candidate {
  fileprivate var sortKey: (Int, Int, Int, Int) {
    (tier.rawValue, errors, ~reputation, member)
  }
}

extension SearchQuery {
  /// Its filters but that of the network, each with `AND` before it, of a row `m` of `seat`.
  ///
  /// - Parameters:
  ///   - site: The row id of the site of the query.
  ///   - isOfUser: Whether a user counts for a role, too, of which only another source tells.
  func conditions(site: Int?, isOfUser: Bool = false) -> String {
    var conditions = former ? [] : ["m.until IS NULL"]
    if let site { conditions.append("m.site = \(site)") }
    if !kinds.isEmpty {
      conditions.append("m.kind IN (\(kinds.map { String($0.code) }.joined(separator: ", ")))")
    }
    if !roles.isEmpty {
      let logged =
        """
        OR EXISTS (SELECT 1 FROM logged_tenure l WHERE l.site = m.site AND l.user_id = m.user_id
          AND l.member IS NULL AND \(Schema.isOne(of: roles, "l.role")))
        """
      let isSought = Schema.isOne(of: roles, "m.role")
      conditions.append("(\(isSought) \(former && isOfUser ? logged : ""))")
    }
    return conditions.map { " AND \($0)" }.joined()
  }
}
