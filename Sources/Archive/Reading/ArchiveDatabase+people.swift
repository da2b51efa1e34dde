import FoundationEssentials
import GRDB
package import Roster

extension ArchiveDatabase {
  /// One person on all sites of a network, nil for an unknown account.
  ///
  /// - Parameter account: Above 0; -1 identifies no person and finds none.
  package func person(account: Int, network: NetworkID) throws -> PersonRecord? {
    try read { database in
      guard account > 0 else { return nil }
      let rows = try GRDB.Row.fetchAll(
        database, sql: "SELECT id FROM seat WHERE account_id = ? AND account_id > 0",
        arguments: [account])
      var reader = PersonReader(database, followingLogs: true)
      return try reader.person(
        rows.map { try $0.value(0) }, network: network, accountID: account)
    }
  }

  /// The person with a user id on a site, with all roles there and all sites of the account, or whom only logs and claims
  /// have; nil for an unknown user.
  ///
  /// - Throws: `unknown` where the archive does not contain the site.
  package func person(
    site: SiteRef, userID: Int
  ) throws -> PersonRecord? {
    let found: [(member: Int, account: Int?)] = try read { database in
      let key = try siteKey(site, database)
      return try GRDB.Row.fetchAll(
        database, sql: "SELECT id, account_id FROM seat WHERE site = ? AND user_id = ?",
        arguments: [key, userID]
      ).map { (try $0.value(0), try $0.value(1)) }
    }
    let account = found.lazy.compactMap(\.account).first { $0 > 0 }
    if let account { return try person(account: account, network: site.network) }
    return try read { database in
      var reader = PersonReader(database, followingLogs: true)
      return try reader.person(found.map(\.member), network: site.network, accountID: nil)
        ?? PersonRecord(
          LoggedPerson.all(
            where: "l.user_id = ?1 AND s.network = ?2 AND s.parameter = ?3",
            [userID, site.network, site.id], database), site.network)
    }
  }

  /// The networks in which an account of that number moderates or moderated a site.
  ///
  /// - Parameter account: Above 0; -1 identifies no person.
  package func networks(withAccount account: Int) throws -> [NetworkID] {
    try read { database in
      try String.fetchAll(
        database,
        sql: """
          SELECT DISTINCT s.network FROM seat m JOIN site s ON s.id = m.site
          WHERE m.account_id = ? AND m.account_id > 0 ORDER BY s.network
          """, arguments: [account])
    }
  }
}

/// Reads people by their rows of `member`. What is the same for all members of a site is read once: the size grows with
/// the number of sites.
struct PersonReader {
  private let database: Database
  private let followsLogs: Bool
  private var sites: [Int: SiteOfMembers?] = [:]
  private var members: [Int: KnownMember] = [:]
  private var renames: [Int: RenameLog] = [:]

  /// - Parameter followsLogs: Whether to add the roles of which only logs tell.
  init(_ database: Database, followingLogs followsLogs: Bool = false) {
    self.database = database
    self.followsLogs = followsLogs
  }

  /// The person whose rows these are; nil where none of them is of a site of the network.
  mutating func person(
    _ members: [Int], network: NetworkID, accountID: Int?
  ) throws -> PersonRecord? {
    if members.contains(where: { self.members[$0] == nil }) { try load(members) }
    var places = try members.compactMap { try place($0, network: network) }
    if followsLogs { places += try loggedPlaces(of: members, beside: places) }
    return PersonRecord(network: network, accountID: accountID, sites: places)
  }

  /// The roles that only a log says these members to have held.
  private mutating func loggedPlaces(
    of members: [Int], beside places: [PersonOnSite]
  ) throws -> [PersonOnSite] {
    let users = try GRDB.Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT DISTINCT l.site, l.user_id FROM member m
          JOIN logged_tenure l ON l.site = m.site AND l.user_id = m.user_id AND l.member IS NULL
          WHERE m.id IN (SELECT value FROM json_each(?))
          """), arguments: [Self.list(members)])
    return try users.flatMap { row -> [PersonOnSite] in
      let (key, user): (Int, Int) = try (row.value(0), row.value(1))
      let ref = try site(key)?.ref
      guard let place = places.first(where: { $0.site == ref && $0.moderator.userID == user })
      else { return [] }
      let tenures = try Tenure.all(
        where: "site = ? AND user_id = ? AND member IS NULL", [key, user], database)
      return Dictionary(grouping: tenures, by: \.role).map { role, tenures in
        var logged = place
        (logged.moderator.role, logged.tenures, logged.elected) = (role, tenures, nil)
        (logged.names, logged.reputation) = ([], [])
        return logged
      }
    }
  }

  /// One row of `member`; nil where it is no row of a site of the network.
  mutating func place(_ member: Int, network: NetworkID) throws -> PersonOnSite? {
    if members[member] == nil { try load([member]) }
    guard let found = members[member], let site = try site(found.row.site),
      site.ref.network == network
    else { return nil }
    var place = try PersonOnSite(found, on: site, database)
    let known = try renames[found.row.site] ?? RenameLog(ofSite: found.row.site, database)
    renames[found.row.site] = known
    let dated = place.tenures.map(\.bounds).filter { !$0.source.isHearsay }
    place.names = known.completing(place.names, since: dated.map(\.beganBefore).min())
    return place
  }

  private static func list(_ ids: [Int]) -> String {
    "[\(ids.map { String($0) }.joined(separator: ","))]"
  }

  /// Reads rows of `member`, and forgets those before.
  private mutating func load(_ ids: [Int]) throws {
    let statement = try database.cachedStatement(
      sql: """
        SELECT \(StoredMember.columns), (SELECT min(first_seen) FROM held WHERE member = m.id),
          \(Schema.lastOnList("m", of: "m"))
        FROM seat m WHERE m.id IN (SELECT value FROM json_each(?))
        """)
    let rows = try GRDB.Row.fetchCursor(statement, arguments: [Self.list(ids)])
    members.removeAll(keepingCapacity: true)
    let next = StoredMember.columnCount
    while let row = try rows.next() {
      let found = try KnownMember(
        row: StoredMember(row), firstSeen: row.date(next), lastOnList: row.date(next + 1))
      members[found.row.id] = found
    }
  }

  private mutating func site(_ id: Int) throws -> SiteOfMembers? {
    if let known = sites[id] { return known }
    let statement = try database.cachedStatement(
      sql: """
        SELECT s.network, s.parameter, s.name, \(Schema.lastRead), r.started_at, r.finished_at
        FROM site s LEFT JOIN reading r ON r.id = (SELECT min(id) FROM reading WHERE site = s.id)
        WHERE s.id = ?
        """)
    let site = try statement.readOne([id]) { row in
      let end = try row.date(5)
      return try SiteOfMembers(
        ref: SiteRef(row.value(0), row.value(1)), name: row.value(2), lastRead: row.date(3),
        firstReading: end.map { min(try row.date(4) ?? $0, $0)...$0 },
        readings: Int.fetchAll(
          database.cachedStatement(
            sql: "SELECT finished_at FROM reading WHERE site = ? ORDER BY id"), arguments: [id]))
    }
    sites[id] = site
    return site
  }
}

/// What is the same for all members of a site.
private struct SiteOfMembers {
  var ref: SiteRef
  var name: String
  /// When its published roster was read.
  var lastRead: Date?
  var firstReading: ClosedRange<Date>?
  /// The dates of all readings in unix seconds, the oldest first.
  var readings: [Int]
}

/// A row of `member`, and when it was on a list.
private struct KnownMember {
  var row: StoredMember
  var firstSeen: Date?
  /// When the last reading was true that lists the member, where that is not the last one of the tenure.
  var lastOnList: Date?
}

extension PersonOnSite {
  fileprivate init(
    _ member: KnownMember, on site: SiteOfMembers, _ database: Database
  ) throws {
    let stored = member.row
    let latest = Date(unixSeconds: stored.firstSeen)
    let first = member.firstSeen ?? latest
    let last =
      member.lastOnList ?? stored.lastSeen.map(Date.init(unixSeconds:)) ?? site.lastRead ?? latest
    try self.init(
      site: site.ref, siteName: site.name, moderator: stored.moderator, elected: stored.elected,
      firstReading: site.firstReading,
      tenures: Tenure.all(where: "member = ?", [stored.id], database),
      names: NamePeriod.all(
        ofMember: stored.id, now: stored.moderator.displayName, from: first, to: last, database),
      reputation: ReputationPoint.all(
        ofMember: stored.id, since: first, readings: site.readings,
        latest: (stored.moderator.reputation, stored.moderator.badges), database),
      number: stored.id)
  }
}

extension NamePeriod {
  /// The names under which readings showed a member, the oldest first.
  ///
  /// - Parameters:
  ///   - now: The last of them.
  ///   - first: When the member was first seen.
  ///   - last: When the last roster with the member was read.
  static func all(
    ofMember member: Int, now name: String, from first: Date, to last: Date, _ database: Database
  ) throws -> [NamePeriod] {
    let statement = try database.cachedStatement(
      sql: """
        SELECT display_name, first_seen, last_seen, replaced_at FROM former_name
        WHERE member = ? ORDER BY replaced_at
        """)
    let rows = try GRDB.Row.fetchAll(statement, arguments: [member])
    let former = try rows.map {
      try NamePeriod(
        name: $0.value("display_name"), firstSeen: Date(unixSeconds: $0.value("first_seen")),
        lastSeen: Date(unixSeconds: $0.value("last_seen")))
    }
    let since = try rows.last.map { Date(unixSeconds: try $0.value("replaced_at")) } ?? first
    return former + [NamePeriod(name: name, firstSeen: since, lastSeen: last)]
  }
}

extension ReputationPoint {
  /// The values of a member over time, oldest first. Within a month there may have been others.
  ///
  /// - Parameters:
  ///   - start: When the member was first seen.
  ///   - readings: When the site was read, in unix seconds, the oldest first.
  ///   - latest: The present values.
  static func all(
    ofMember member: Int, since start: Date, readings: [Int], latest: (Int?, Moderator.Badges?),
    _ database: Database
  ) throws -> [ReputationPoint] {
    let statement = try database.cachedStatement(
      sql: """
        SELECT reputation, gold, silver, bronze, replaced_at,
          \(FormerReputation.month(of: "replaced_at", isNext: true)) AS next_month
        FROM dated_reputation WHERE member = ?1 ORDER BY entry
        """)
    let rows = try GRDB.Row.fetchCursor(statement, arguments: [member])
    var since = start
    var points: [ReputationPoint] = []
    while let row = try rows.next() {
      points.append(
        try ReputationPoint(
          since: since, reputation: row.value("reputation"),
          badges: Moderator.Badges(row.value("gold"), row.value("silver"), row.value("bronze"))))
      // The last reading of that month read the new value, whichever others of the month were not kept.
      let (replaced, end) = try (row.value("replaced_at") as Int, row.value("next_month") as Int)
      let read = readings.last { $0 < end }.flatMap { $0 < replaced ? nil : $0 }
      since = read.map(Date.init(unixSeconds:)) ?? since
    }
    return points + [ReputationPoint(since: since, reputation: latest.0, badges: latest.1)]
  }
}
