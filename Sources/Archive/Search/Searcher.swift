import GRDB
import Roster

/// Collects people tier by tier, the closest matches first, and stops when there are enough.
struct Searcher {
  /// The people found, the best first.
  private(set) var found: [Candidate] = []

  private let database: Database
  private let query: SearchQuery
  private let terms: SearchTerms
  /// The row id of the site of the query; nil for all.
  let site: Int?
  private let limit: Int
  private let documentLimit: Int
  private var people: Set<Person> = []
  /// Whether a tier had more documents than it may read.
  private(set) var isCutOff = false

  /// A row that the index refers to.
  struct Candidate {
    var member: Int
    var site: Int
    var userID: Int
    var accountID: Int?
    var reputation: Int
    var tier: Tier
    /// Typing errors in all terms together.
    var errors = 0
  }

  /// The kinds of matches, the closest first.
  enum Tier {
    case exactName, prefixOfName, exactFormerName, prefixOfFormerName, otherField, substring, typo
  }

  private enum Person: Hashable {
    case account(Int, network: NetworkID)
    case user(site: Int, id: Int)
  }

  /// The most documents that one tier reads for a part of the people. The index returns higher reputation
  /// first, so documents beyond the limit would be last anyway.
  static let mostDocuments = 4096
  /// The most people that are counted.
  static let mostCounted = 1_000
  /// The most sites that a term may match; a longer list is too unspecific.
  private static let maximalSites = 64

  /// - Parameters:
  ///   - site: The row id of the site of the query; nil for all.
  ///   - limit: At most this many people.
  ///   - documents: The most documents that one tier reads.
  init(
    _ database: Database, _ query: SearchQuery, _ terms: SearchTerms, site: Int?, limit: Int,
    documents: Int
  ) {
    self.database = database
    self.query = query
    self.terms = terms
    self.site = site
    self.limit = limit
    documentLimit = documents
  }

  mutating func search() throws {
    let all = terms.terms
    let whole = terms.words
    try collect(.exactName, "search_name", SearchExpression.whole(whole, in: "name", site: site))
    try collect(
      .prefixOfName, "search_name", SearchExpression.all(all, in: "name", site: site))
    try collect(
      .exactFormerName, "search_name", SearchExpression.whole(whole, in: "former", site: site))
    try collect(
      .prefixOfFormerName, "search_name", SearchExpression.all(all, in: "name former", site: site))
    try collectOtherFields()
    if all.contains(where: \.canBeSubstring), !all.contains(where: \.isPhrase) {
      try collect(.substring, "search_tail", SearchExpression.substrings(all))
    }
    if found.isEmpty { try collectTypos() }
  }

  private mutating func collectOtherFields() throws {
    guard found.count < limit else { return }
    let choices = try terms.terms.map { (term: $0, sites: try sites(of: $0)) }
    try collect(
      .otherField, "search_text",
      SearchExpression.anywhere(choices, in: "names location about", site: site))
  }

  private mutating func collectTypos() throws {
    for errors in 1...2 {
      guard let words = try TypoFinder(database).words(terms.terms, errors: errors) else {
        continue
      }
      try collect(
        .typo, "search_name",
        SearchExpression.words(words, in: "name former", site: site))
      if !found.isEmpty { return }
    }
  }

  /// The sites whose name or id has the term.
  private func sites(of term: SearchTerms.Term) throws -> [Int] {
    try Int.fetchAll(
      database.cachedStatement(
        sql: "SELECT rowid FROM search_site WHERE search_site MATCH ? LIMIT \(Self.maximalSites)"),
      arguments: [SearchExpression.expression(term)])
  }

  /// Adds the people of one tier that no closer tier has found.
  private mutating func collect(_ tier: Tier, _ table: String, _ expression: String) throws {
    guard found.count < limit else { return }
    // CROSS: the documents come in the order of the index.
    let statement = try database.cachedStatement(
      sql: """
        SELECT \(table).rowid, \(CandidateReader.columns)
        FROM \(table) CROSS JOIN seat m ON m.id = \(DocumentNumber.member(of: "\(table).rowid"))
        WHERE \(table) MATCH ? ORDER BY \(table).rowid
        """)
    let rows = try GRDB.Row.fetchCursor(statement, arguments: [expression])
    let reader = CandidateReader(database, query, terms, site: site)
    var collected: [Candidate] = []
    var previousBand = 0
    var examined = 0
    while let row = try rows.next() {
      let document = DocumentNumber(rawValue: try row.value(0))
      if examined == documentLimit {
        isCutOff = true
        break
      }
      // People of one band of reputation come in no order, so the band is read to its end. Typing
      // errors are ranked before reputation, so all of these are read.
      if document.band != previousBand, found.count + collected.count >= limit,
        tier != .typo
      {
        break
      }
      previousBand = document.band
      examined += 1
      guard let candidate = try reader.candidate(row, document.member, tier) else { continue }
      let person = try self.person(candidate, reader)
      if people.insert(person).inserted { collected.append(candidate) }
    }
    found += collected.sorted { $0.sortKey < $1.sortKey }.prefix(limit - found.count)
  }

  private func person(_ candidate: Candidate, _ reader: CandidateReader) throws -> Person {
    guard let account = candidate.accountID, account > 0 else {
      return .user(site: candidate.site, id: candidate.userID)
    }
    return .account(account, network: try reader.network(of: candidate.site))
  }
}

extension Searcher.Candidate {
  fileprivate var sortKey: (Int, Descending<Int>, Int) { (errors, Descending(reputation), member) }
}

/// Makes a candidate of a found row, unless it is outside the query's filters.
private final class CandidateReader {
  private let database: Database
  private let query: SearchQuery
  private let terms: SearchTerms
  private let site: Int?
  private var networks: [Int: String] = [:]

  init(_ database: Database, _ query: SearchQuery, _ terms: SearchTerms, site: Int?) {
    self.database = database
    self.query = query
    self.terms = terms
    self.site = site
  }

  /// Those of a found row, after the number of its document.
  static let columns = "m.site, m.user_id, m.account_id, m.reputation, m.left_at, m.kind, m.role"

  /// - Parameter row: A document's number and ``columns``.
  func candidate(
    _ row: GRDB.Row, _ member: Int, _ tier: Searcher.Tier
  ) throws -> Searcher.Candidate? {
    let site: Int = try row.value(1)
    let leftAt: Int? = try row.value(5)
    guard query.former || leftAt == nil, self.site ?? site == site else { return nil }
    guard try query.wants(Role(rawValue: row.value(7))) else { return nil }
    if let network = query.network, try self.network(of: site) != network { return nil }
    if !query.kinds.isEmpty {
      let kind: Int = try row.value(6)
      guard query.kinds.contains(where: { $0.code == kind }) else { return nil }
    }
    if tier != .typo, SearchExpression.leavesOut(terms.terms), try !hasEveryTerm(member, tier) {
      return nil
    }
    var candidate = try Searcher.Candidate(
      member: member, site: site, userID: row.value(2), accountID: row.value(3),
      reputation: row.value(4) ?? 0, tier: tier)
    if tier == .typo { candidate.errors = try errors(member) }
    return candidate
  }

  /// Whether each term is in a searched field: the index was not asked for all terms.
  private func hasEveryTerm(_ member: Int, _ tier: Searcher.Tier) throws -> Bool {
    let row = try GRDB.Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT m.display_name, m.location, m.about_text, s.name, s.parameter,
            (SELECT group_concat(display_name, ' ') FROM former_name WHERE member = m.id)
          FROM seat m JOIN site s ON s.id = m.site WHERE m.id = ?
          """), arguments: [member])
    guard let row else { return false }
    let texts = try (0..<6).compactMap { try row.value($0) as String? }.map(FoldedText.words)
    return terms.terms.allSatisfy { term in
      texts.contains { words in
        term.isIn(words) || tier == .substring && words.contains { $0.contains(term.text) }
      }
    }
  }

  func network(of site: Int) throws -> String {
    if let network = networks[site] { return network }
    let network = try String.fetchOne(
      database.cachedStatement(sql: "SELECT network FROM site WHERE id = ?"), arguments: [site])
    networks[site] = network ?? ""
    return network ?? ""
  }

  /// The typing errors against the words of all names, all terms together.
  private func errors(_ member: Int) throws -> Int {
    let names = try String.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT display_name FROM seat WHERE id = ?1
          UNION ALL SELECT display_name FROM former_name WHERE member = ?1
          """), arguments: [member])
    return terms.errors(in: names.flatMap(FoldedText.words))
  }
}
