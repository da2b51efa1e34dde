import FoundationEssentials
import GRDB
package import Roster

/// Whom no roster had, and only a log, a badge or a claim tells of: a user of a site or, where nobody tells the id, a name
/// there.
struct LoggedPerson: Hashable {
  var site: SiteRef
  var siteName: String
  var userID: Int?
  /// The last one that is told.
  var name: String
  /// The oldest first.
  var formerNames: [FormerName]
  var tenures: [Tenure]

  /// Those whom a condition chooses, by site, name and id.
  ///
  /// - Parameter condition: Of `logged_tenure l` and `site s`.
  static func all(
    where condition: String = "TRUE", _ arguments: StatementArguments = [], _ database: Database,
    isWanted: ([String]) -> Bool = { _ in true }
  ) throws -> [LoggedPerson] {
    let rows = try GRDB.Row.fetchAll(
      database,
      sql: """
        SELECT DISTINCT l.site, l.user_id, iif(l.user_id IS NULL, l.name, (
            SELECT name FROM logged_tenure WHERE site = l.site AND user_id = l.user_id
            ORDER BY ended_after DESC, name DESC LIMIT 1)) AS name,
          s.network, s.parameter, s.name AS site_name
        FROM logged_tenure l JOIN site s ON s.id = l.site
        WHERE \(Schema.isStranger("l")) AND \(condition) ORDER BY s.network, s.parameter, 3, l.user_id
        """, arguments: arguments)
    let formerNames = rows.isEmpty ? [:] : try formerNames(database)
    return try rows.compactMap { row in
      let (holder, name): (Holder, String) = try (Holder(row), row.value(2))
      let former = (formerNames[holder] ?? []).filter { $0.name != name }
      guard isWanted([name] + former.map(\.name)) else { return nil }
      return try LoggedPerson(
        site: SiteRef(row.value("network"), row.value("parameter")),
        siteName: row.value("site_name"), userID: holder.userID, name: name,
        formerNames: former,
        tenures: Tenure.all(
          where: "site = ?1 AND user_id IS ?2 AND (?2 IS NOT NULL OR display_name = ?3)",
          [holder.site, holder.userID, name], database))
    }
  }

  /// As a person on a site has them.
  var namePeriods: [NamePeriod] {
    let until = tenures.map(\.bounds.endedAfter).max() ?? .distantPast
    // A user with an id is known from claims alone, which give no name between two of theirs.
    let isClaimed = userID != nil
    let start = isClaimed ? nil : tenures.map(\.bounds.beganBefore).min()
    let former =
      isClaimed
      ? formerNames.map { NamePeriod(name: $0.name, firstSeen: $0.until, lastSeen: $0.until) }
      : NamePeriod.all(formerNames, since: start)
    let since = formerNames.last?.until ?? start ?? until
    return former + [
      NamePeriod(name: name, firstSeen: since, lastSeen: max(since, until))
    ]
  }

  private struct Holder: Hashable {
    var site: Int
    var userID: Int?
    /// Empty for a user with an id, whom claims name in several ways.
    var name: String

    init(_ row: GRDB.Row) throws {
      (site, userID) = try (row.value(0), row.value(1))
      name = try userID == nil ? row.value(2) : ""
    }
  }

  /// Those of everybody, read at once: a search compares them all.
  private static func formerNames(_ database: Database) throws -> [Holder: [FormerName]] {
    let rows = try GRDB.Row.fetchCursor(
      database.cachedStatement(
        sql:
          "SELECT site, user_id, holder, name, until FROM logged_name WHERE holder IS NOT NULL ORDER BY until"
      ))
    var names: [Holder: [FormerName]] = [:]
    while let row = try rows.next() {
      try names[Holder(row), default: []].append(
        FormerName(name: row.value(3), until: Date(unixSeconds: row.value(4))))
    }
    return names
  }

}

extension [LoggedPerson] {
  /// Those who are, as far as their names tell, not on the list now, each with the tenures that ``ofFormer`` chooses.
  fileprivate func former(_ database: Database) throws -> [LoggedPerson] {
    try Dictionary(grouping: self, by: \.site).values.flatMap { people -> [LoggedPerson] in
      let former = try Set(
        Tenure.all(
          where: "site = (SELECT id FROM site WHERE network = ? AND parameter = ?)",
          [people[0].site.network, people[0].site.id], database
        ).ofFormer)
      return people.compactMap { person in
        var person = person
        person.tenures = person.tenures.filter(former.contains).sorted { $0.role < $1.role }
        return person.tenures.isEmpty ? nil : person
      }
    }
  }
}

extension LoggedPerson {
  /// People of whom only logs tell and one of whose names has all terms, the closest matches first.
  static func found(
    _ query: SearchQuery, _ terms: SearchTerms, site: Int?, _ database: Database
  ) throws -> [PersonMatch] {
    guard query.former, !terms.isEmpty, query.kinds.choose(nil),
      try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM logged_tenure)") == true
    else { return [] }
    let people = try all(
      where: "(?1 IS NULL OR l.site = ?1) AND (?1 IS NOT NULL OR ?2 IS NULL OR s.network = ?2)",
      [site, query.network], database
    ) { names in names.contains { terms.areIn(FoldedText.words(in: $0)) } }
    let wanted = try people.former(database).filter { person in
      query.roles.isEmpty || person.tenures.contains { query.roles.contains($0.role) }
    }
    return wanted.map { person in (person, person.match(terms)) }
      .sorted { ($0.1.rank, $0.0.name) < ($1.1.rank, $1.0.name) }
      .map { person, match in
        PersonMatch(
          network: person.site.network, accountID: nil, displayName: person.name,
          site: person.site.id, match: match,
          moderators: person.tenures.map { $0.formerRow(on: person.site) },
          ends: person.tenures.map(\.bounds), terms: terms)
      }
  }

  /// The name that has the terms: the last one before former ones, and all of it before a part.
  private func match(_ terms: SearchTerms) -> PersonMatch.Match {
    let other: PersonMatch.Field = userID == nil ? .formerName : .claimedName
    let names =
      [(PersonMatch.Field.displayName, name)] + formerNames.reversed().map { (other, $0.name) }
    let matches = names.filter { terms.areIn(FoldedText.words(in: $0.1)) }.map { field, name in
      let kind: PersonMatch.Kind = FoldedText.words(in: name) == terms.words ? .exact : .prefix
      return PersonMatch.Match(
        field: field, kind: kind, text: name, highlights: terms.ranges(in: name, for: kind))
    }
    return matches.min { $0.rank < $1.rank }
      ?? PersonMatch.Match(field: .displayName, kind: .prefix, text: name, highlights: [])
  }
}

extension PersonMatch.Match {
  /// As in the tiers of a search of the index.
  fileprivate var rank: Int { (field == .displayName ? 0 : 2) + (kind == .exact ? 0 : 1) }
}

extension PersonMatch {
  /// Whether no roster had the person, and only a log, a badge or a claim tells of them.
  package var isLogged: Bool {
    moderators.allSatisfy { $0[ModeratorColumn.kind.rawValue] == .null }
  }

  /// Who tells of the person where no roster does, each once, such as `the rights log`.
  package var tellers: [String] { isLogged ? Set(ends.compactMap { $0?.by }).sorted() : [] }
}

extension ArchiveDatabase {
  /// Whoever had a name last in the logs of a network or in claims, or else who gave it up, where no roster had them:
  /// first those without an id, who are one person on all sites that name them so, then each user with one.
  ///
  /// - Parameters:
  ///   - site: Nil for all sites of the network.
  ///   - inAnyForm: Whether, where nobody has it, a name counts that means the same to a wiki: see `String.wikiName`.
  package func loggedPeople(
    named name: String, of site: SiteRef? = nil, in network: NetworkID, inAnyForm: Bool = false
  ) throws -> [PersonRecord] {
    try read { database in
      func found(
        _ condition: String, isWanted: ([String]) -> Bool = { _ in true }
      ) throws -> [LoggedPerson] {
        try LoggedPerson.all(
          where: "\(condition) AND s.network = ?2 AND (?3 IS NULL OR s.parameter = ?3)",
          [name, network, site?.id], database, isWanted: isWanted)
      }
      var people = try found("l.name = ?1")
      if people.isEmpty {
        people = try found(
          "EXISTS (SELECT 1 FROM logged_name WHERE site = l.site AND holder = l.name AND user_id IS l.user_id AND name = ?1)"
        )
      }
      if people.isEmpty, inAnyForm {
        let wanted = name.wikiName
        people = try found("?1 IS NOT NULL") { $0.contains { $0.wikiName == wanted } }
      }
      let named = Dictionary(grouping: people.filter { $0.userID == nil }) {
        inAnyForm ? $0.name.wikiName : $0.name
      }
      return named.sorted { $0.key < $1.key }.compactMap { PersonRecord($0.value, network) }
        + people.filter { $0.userID != nil }.compactMap { PersonRecord([$0], network) }
    }
  }
}

extension ArchiveDatabase {
  /// Those whom rows of logs name, in any form that means the same to a wiki: one in each network. Nobody tells of a tenure
  /// of theirs.
  ///
  /// - Parameter site: Nil for all.
  package func peopleInLogs(named name: String, of site: SiteRef? = nil) throws -> [PersonRecord] {
    let wanted = name.wikiName
    return try read { database in
      let rows = try GRDB.Row.fetchCursor(
        database,
        sql: """
          SELECT s.network, s.parameter, s.name AS site_name, e.name, e.new_name FROM log_entry e JOIN history_log l ON l.id = e.log
          JOIN site s ON s.id = coalesce(e.site, l.site) WHERE e.leaf IS NULL AND (?1 IS NULL OR s.id = ?1)
          """, arguments: [site.map { try siteKey($0, database) }])
      var found: [SiteRef: PersonOnSite] = [:]
      while let row = try rows.next() {
        let names = try [row.value("name") as String?, row.value("new_name")].compactMap(\.self)
        guard let named = names.first(where: { $0.wikiName == wanted }) else { continue }
        let site = try SiteRef(row.value("network"), row.value("parameter"))
        found[site] = try PersonOnSite(
          site: site, siteName: row.value("site_name"),
          moderator: Moderator(userID: 0, displayName: named), tenures: [])
      }
      return Dictionary(grouping: found.values, by: \.site.network).sorted { $0.key < $1.key }
        .compactMap { PersonRecord(network: $0, accountID: nil, sites: $1) }
    }
  }
}

extension PersonRecord {
  init?(_ people: [LoggedPerson], _ network: NetworkID) {
    let places = people.flatMap { person in
      Dictionary(grouping: person.tenures, by: \.role).map { role, tenures in
        PersonOnSite(
          site: person.site, siteName: person.siteName,
          moderator: Moderator(
            userID: person.userID ?? 0, role: role, displayName: person.name),
          tenures: tenures, names: person.namePeriods)
      }
    }
    self.init(network: network, accountID: nil, sites: places)
  }
}
