import FoundationEssentials
import GRDB
import Roster

/// What an archive has of one person.
struct WithheldRows {
  /// A user of a site, by its row id.
  struct User: Hashable {
    var site: Int
    var id: Int
  }

  /// A row of `member`.
  struct Member {
    var id: Int
    var user: User
    var role: Role
  }

  struct LogKey: Hashable {
    var log: Int
    var id: Int
    var entry: Int
  }

  struct ClaimKey: Hashable {
    var entry: Int
    var number: Int
  }

  let network: NetworkID
  let accountID: Int?
  let database: Database
  private(set) var users: Set<User> = []
  /// The rows of ``users``.
  private(set) var members: [Member] = []
  /// The sites whose logs name them so; nil where an account has these names on all sites of the network.
  let sites: Set<Int>?
  private(set) var names: Set<String>
  private(set) var logRows: Set<LogKey> = []
  /// How many of them are of a time at which the person is not known to have had a name that they have.
  private var doubtfulRows = 0
  private(set) var claims: Set<ClaimKey> = []
  /// What the person was called in turn.
  private var periods: [[NamePeriod]] = []
  /// The sites at which the person is known.
  private let places: Set<Int>

  init(of person: PersonRecord, _ database: Database) throws {
    (network, accountID, self.database) = (person.network, person.accountID, database)
    var keys: Set<Int> = []
    for place in person.sites {
      let key = try Int.fetchOne(
        database, sql: "SELECT id FROM site WHERE network = ? AND parameter = ?",
        arguments: [network, place.site.id])
      guard let key else { continue }
      keys.insert(key)
      if let user = place.userID { users.insert(User(site: key, id: user)) }
    }
    (places, sites) = (keys, accountID == nil ? keys : nil)
    names = Set(person.sites.flatMap { [$0.moderator.displayName] + $0.names.map(\.name) })
    periods = person.sites.map(\.names).filter { !$0.isEmpty }
    if let place = person.sites.first, periods.isEmpty {
      periods = try keys.map {
        try RenameLog(ofSite: $0, database).periods(ofFirst: place.moderator.displayName)
      }
    }
    try addUsersOfAccount()
    try addMembers()
    try addNumberedClaims()
    try addNames()
    try addLogRows()
    try addClaims()
  }

  /// What an archive has under names of somebody who is withheld already.
  ///
  /// - Parameter site: The one at which they are known by them; nil for all sites of the network.
  init(
    ofNames names: Set<String>, atSite site: Int?, in network: NetworkID, _ database: Database
  ) throws {
    (self.names, self.network, accountID, self.database) = (names, network, nil, database)
    sites = site.map { [$0] }
    places = sites ?? []
    try addNames()
    try addLogRows()
    try addClaims()
  }

  var isEmpty: Bool { members.isEmpty && logRows.isEmpty && claims.isEmpty }

  /// Removes the rows of logs that an entry adds which is not appended yet.
  ///
  /// - Returns: The ids that they have in the logs.
  mutating func remove(ofEntry entry: Int) throws -> Set<Int> {
    let found = logRows.filter { $0.entry == entry }
    for row in found {
      try database.cachedStatement(
        sql: "DELETE FROM log_entry WHERE log = ? AND id = ? AND entry = ?"
      ).execute(arguments: [row.log, row.id, entry])
    }
    logRows.subtract(found)
    return Set(found.map(\.id))
  }

  /// What is counted of it.
  func counted() throws -> Withholding {
    let changes = try users.reduce(0) { sum, user in
      try sum
        + (Int.fetchOne(
          database, sql: "SELECT count(*) FROM change WHERE site = ? AND user_id = ?",
          arguments: [user.site, user.id]) ?? 0)
    }
    return try Withholding(
      roles: members.count, names: names.count, changes: changes, logRows: logRows.count,
      doubtfulRows: doubtfulRows, claims: claims.count, namesakes: namesakes())
  }

  /// Users with another id, by rosters and claims.
  private func namesakes() throws -> [Withholding.Namesake] {
    let rows = try GRDB.Row.fetchCursor(
      database,
      sql: """
        SELECT m.site, m.user_id, n.display_name FROM member m JOIN name n ON n.member = m.id
        WHERE \(Withheld.isShown("m")) AND m.site IN (SELECT value FROM json_each(?1))
        UNION SELECT site, user_id, name FROM claim
        WHERE user_id IS NOT NULL AND site IN (SELECT value FROM json_each(?1))
        """, arguments: [StoredJSON.text(of: places.sorted())])
    let (forms, own) = (wikiNames, users)
    var found: Set<User> = []
    while let row = try rows.next() {
      let user = try User(site: row.value(0), id: row.value(1))
      if !own.contains(user), forms.contains(try (row.value(2) as String).wikiName) {
        found.insert(user)
      }
    }
    return try found.sorted { ($0.site, $0.id) < ($1.site, $1.id) }.compactMap { user in
      try SiteRef.fetch(user.site, database).map { .init(site: $0, userID: user.id) }
    }
  }

  // MARK: - What they have

  private mutating func addUsersOfAccount() throws {
    guard let account = accountID else { return }
    let rows = try GRDB.Row.fetchAll(
      database,
      sql: """
        SELECT DISTINCT m.site, m.user_id FROM name n JOIN member m ON m.id = n.member
        JOIN site s ON s.id = m.site WHERE n.account_id = ? AND s.network = ?
        """, arguments: [account, network])
    for row in rows { try users.insert(User(site: row.value(0), id: row.value(1))) }
  }

  private var writtenNames: Set<String> { Set(names.map(WithheldKey.folding)) }
  private var wikiNames: Set<String> { Set(names.map(\.wikiName)) }

  private mutating func addMembers() throws {
    for user in users {
      let rows = try GRDB.Row.fetchAll(
        database, sql: "SELECT id, role FROM member WHERE site = ? AND user_id = ? ORDER BY id",
        arguments: [user.site, user.id])
      members += try rows.map {
        try Member(id: $0.value(0), user: user, role: Role(rawValue: $0.value(1)))
      }
    }
  }

  /// Names on rosters, and those before and after them that logs of renames tell.
  private mutating func addNames() throws {
    for member in members {
      try names.formUnion(
        String.fetchAll(
          database, sql: "SELECT display_name FROM name WHERE member = ?", arguments: [member.id]))
    }
    let renames = try logs("kind = 'rename'") { _, names in (names, Set(names.map(\.wikiName))) }
    var count: Int
    repeat {
      count = names.count
      let forms = wikiNames
      for (names, written) in renames where !written.isDisjoint(with: forms) {
        self.names.formUnion(names)
      }
    } while names.count > count
  }

  /// Rows that name the person in any of the forms in which wikis write a name, and what other sources say of the same row
  /// where the one that counts does.
  private mutating func addLogRows() throws {
    let forms = wikiNames
    let rows = try logs("true") { row, names -> (key: LogKey, names: [String], at: Date)? in
      let written = names.filter { forms.contains($0.wikiName) }
      if written.isEmpty { return nil }
      return try (
        LogKey(log: row.value("log"), id: row.value("id"), entry: row.value("entry")), written,
        Date(unixSeconds: row.value("at"))
      )
    }
    for (key, names, time) in rows {
      self.names.formUnion(names)
      if !periods.isEmpty, !periods.haveOne(of: Set(names.map(\.wikiName)), at: time) {
        doubtfulRows += 1
      }
      logRows.insert(key)
      let others = try Int.fetchAll(
        database.cachedStatement(
          sql: """
            SELECT o.entry FROM log_entry e JOIN log_entry o ON o.log = e.log AND o.id = e.id
            WHERE e.log = ? AND e.id = ? AND e.entry = ? AND \(StoredEntry.counts("e"))
            """), arguments: [key.log, key.id, key.entry])
      logRows.formUnion(others.map { LogKey(log: key.log, id: key.id, entry: $0) })
    }
  }

  /// By an id; the names that they give are those of the person.
  private mutating func addNumberedClaims() throws {
    let rows = try GRDB.Row.fetchAll(
      database,
      sql: """
        SELECT c.entry, c.number, c.name FROM claim c JOIN site s ON s.id = c.site
        WHERE s.network = ?1 AND (c.account_id = ?2
          OR (c.site, c.user_id) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?3)))
        """,
      arguments: [network, accountID, StoredJSON.text(of: users.map { [$0.site, $0.id] })])
    for row in rows {
      try claims.insert(ClaimKey(entry: row.value(0), number: row.value(1)))
      try names.insert(row.value(2))
    }
    names.remove("")
  }

  /// By a name, where a claim has no id.
  private mutating func addClaims() throws {
    let writtenNames = writtenNames
    let rows = try GRDB.Row.fetchAll(
      database,
      sql: """
        SELECT c.entry, c.number, c.name FROM claim c JOIN site s ON s.id = c.site
        WHERE s.network = ?1 AND c.leaf IS NULL AND c.user_id IS NULL AND \(Self.isOfSites("c.site"))
        """, arguments: [network, sitesText()])
    for row in rows where try writtenNames.contains(WithheldKey.folding(row.value(2))) {
      try claims.insert(ClaimKey(entry: row.value(0), number: row.value(1)))
    }
  }

  private static func isOfSites(_ site: String) -> String {
    "(?2 IS NULL OR \(site) IN (SELECT value FROM json_each(?2)))"
  }

  /// The second argument of what that is in.
  private func sitesText() throws -> String? {
    try sites.map { try StoredJSON.text(of: $0.sorted()) }
  }

  /// What a body makes of the rows of logs about their sites, and of the names in each.
  private func logs<Value>(
    _ condition: String, _ body: (GRDB.Row, [String]) throws -> Value?
  ) throws -> [Value] {
    let rows = try GRDB.Row.fetchCursor(
      database,
      sql: """
        SELECT e.* FROM log_entry e JOIN history_log l ON l.id = e.log
        WHERE l.network = ?1 AND e.leaf IS NULL AND \(condition)
          AND \(Self.isOfSites("coalesce(e.site, l.site)"))
        """, arguments: [network, sitesText()])
    var values: [Value] = []
    while let row = try rows.next() {
      let names = try [row.value("name") as String?, row.value("new_name")].compactMap(\.self)
      try body(row, names).map { values.append($0) }
    }
    return values
  }
}

extension [[NamePeriod]] {
  /// Whether somebody with these names in turn can have had one of others at a moment.
  ///
  /// - Parameter names: In the form of ``wikiName``.
  fileprivate func haveOne(of names: Set<String>, at time: Date) -> Bool {
    contains { periods in
      periods.indices.contains { place in
        names.contains(periods[place].name.wikiName)
          && (place == 0 || periods[place - 1].lastSeen <= time)
          && (place + 1 == periods.count || time <= periods[place + 1].firstSeen)
      }
    }
  }
}
