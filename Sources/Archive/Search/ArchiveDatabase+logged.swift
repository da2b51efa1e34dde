import FoundationEssentials
import GRDB
package import Roster

/// Whom no roster had, and only a log, a badge or a claim tells of: the name is all that is known, so that each is a person of their own.
struct LoggedPerson: Hashable {
  var site: SiteRef
  var siteName: String
  var name: String
  var tenures: [Tenure]

  /// Those whom a condition chooses, by site and name.
  ///
  /// - Parameter condition: Of `logged_tenure l` and `site s`.
  static func all(
    where condition: String = "TRUE", _ arguments: StatementArguments = [], _ database: Database,
    isWanted: (String) -> Bool = { _ in true }
  ) throws -> [LoggedPerson] {
    let rows = try GRDB.Row.fetchAll(
      database,
      sql: """
        SELECT DISTINCT l.site, l.name, s.network, s.parameter, s.name AS site_name
        FROM logged_tenure l JOIN site s ON s.id = l.site
        WHERE l.user_id IS NULL AND \(condition) ORDER BY s.network, s.parameter, l.name
        """, arguments: arguments)
    return try rows.compactMap { row in
      let (site, name): (Int, String) = try (row.value("site"), row.value("name"))
      guard isWanted(name) else { return nil }
      return try LoggedPerson(
        site: SiteRef(row.value("network"), row.value("parameter")),
        siteName: row.value("site_name"), name: name,
        tenures: Tenure.all(
          where: "site = ? AND user_id IS NULL AND display_name = ?", [site, name], database))
    }
  }

  /// The last tenure in each role.
  var latest: [Tenure] {
    Set(tenures.map(\.role)).sorted().compactMap { role in tenures.last { $0.role == role } }
  }
}

extension LoggedPerson {
  /// People of whom only logs tell and whose name has all terms, the closest matches first.
  static func found(
    _ query: SearchQuery, _ terms: SearchTerms, site: Int?, _ database: Database
  ) throws -> [PersonMatch] {
    guard query.former, !terms.isEmpty, query.kinds.isEmpty || query.kinds.contains(.moderator),
      try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM logged_tenure)") == true
    else { return [] }
    let people = try all(
      where: "(?1 IS NULL OR l.site = ?1) AND (?1 IS NOT NULL OR ?2 IS NULL OR s.network = ?2)",
      [site, query.network], database
    ) { terms.areIn(FoldedText.words(in: $0)) }
    let wanted = people.filter { person in
      query.roles.isEmpty || person.tenures.contains { query.roles.contains($0.role) }
    }
    let matches = wanted.map { person in
      let kind: PersonMatch.Kind =
        FoldedText.words(in: person.name) == terms.words ? .exact : .prefix
      return PersonMatch(
        network: person.site.network, accountID: nil, displayName: person.name,
        match: PersonMatch.Match(
          field: .displayName, kind: kind, text: person.name,
          highlights: terms.ranges(in: person.name, for: kind)),
        moderators: person.latest.map { $0.formerRow(on: person.site) },
        ends: person.latest.map(\.bounds), terms: terms)
    }
    return matches.filter { $0.match.kind == .exact } + matches.filter { $0.match.kind == .prefix }
  }
}

extension PersonMatch {
  /// Whether no roster had the person, and only a log, a badge or a claim tells of them.
  package var isLogged: Bool {
    moderators.allSatisfy { $0[ModeratorColumn.userID.rawValue] == .null }
  }
}

extension PersonMatch {
  /// Who tells of the person where no roster does, each once, such as `the rights log`.
  package var tellers: [String] { isLogged ? Set(ends.compactMap { $0?.by }).sorted() : [] }
}

extension ArchiveDatabase {
  /// Whoever had a name in the logs of a network or in claims, where no roster could show them: all sites with the name; nil where
  /// there is none.
  package func loggedPerson(named name: String, in network: NetworkID) throws -> PersonRecord? {
    try read { database in
      let people = try LoggedPerson.all(
        where: "l.name = ? AND s.network = ?", [name, network], database)
      let places = people.flatMap { person in
        Dictionary(grouping: person.tenures, by: \.role).map { role, tenures in
          PersonOnSite(
            site: person.site, siteName: person.siteName,
            moderator: Moderator(userID: 0, role: role, displayName: person.name),
            tenures: tenures)
        }
      }
      return PersonRecord(network: network, accountID: nil, sites: places)
    }
  }
}
