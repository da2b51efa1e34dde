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
        database, sql: "SELECT id FROM member WHERE account_id = ? AND account_id > 0",
        arguments: [account])
      return try Self.person(
        rows.map { try $0.value(0) }, network: network, accountID: account, database)
    }
  }

  /// The person with a user id on a site, with all roles there and all sites of the account; nil for an
  /// unknown user.
  ///
  /// - Throws: `unknown` where the archive does not contain the site.
  package func person(
    site: SiteRef, userID: Int
  ) throws -> PersonRecord? {
    let found: [(member: Int, account: Int?)] = try read { database in
      let key = try siteKey(site, database)
      return try RoleTable.keys(of: userID, database).compactMap { user in
        try GRDB.Row.fetchOne(
          database, sql: "SELECT id, account_id FROM member WHERE site = ? AND user_id = ?",
          arguments: [key, user]
        ).map { (try $0.value(0), try $0.value(1)) }
      }
    }
    let account = found.lazy.compactMap(\.account).first { $0 > 0 }
    if let account { return try person(account: account, network: site.network) }
    return try read { database in
      try Self.person(
        found.map(\.member), network: site.network, accountID: nil, database)
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
          SELECT DISTINCT s.network FROM member m JOIN site s ON s.id = m.site
          WHERE m.account_id = ? AND m.account_id > 0 ORDER BY s.network
          """, arguments: [account])
    }
  }

  static func person(
    _ members: [Int], network: NetworkID, accountID: Int?, _ database: Database
  ) throws -> PersonRecord? {
    PersonRecord(
      network: network, accountID: accountID,
      sites: try members.compactMap { try PersonOnSite.fetch($0, network: network, database) })
  }
}

extension PersonOnSite {
  /// One row of `member`; nil where it is no row of a site of the network.
  static func fetch(
    _ member: Int, network: NetworkID, _ database: Database
  ) throws -> PersonOnSite? {
    let statement = try database.cachedStatement(
      sql: "SELECT \(StoredMember.columns) FROM member WHERE id = ?")
    guard let stored = try statement.readOne([member], StoredMember.init) else { return nil }
    // A statement for each kind of history costs more than the look whether there is any.
    let sites = try database.cachedStatement(
      sql: """
        SELECT s.parameter, s.name, \(Schema.lastRead), EXISTS (SELECT 1 FROM logged_tenure WHERE site = s.id),
          EXISTS (SELECT 1 FROM past_tenure WHERE member = ?1),
          EXISTS (SELECT 1 FROM former_name WHERE member = ?1),
          EXISTS (SELECT 1 FROM former_reputation WHERE member = ?1),
          \(Schema.readingBegan(of: "s.id", before: "?4")) AS left_after
        FROM site s WHERE s.id = ?2 AND s.network = ?3
        """)
    let found = try sites.readOne([member, stored.site, network, stored.leftAt]) { row in
      try Surroundings(
        site: row.value(0), name: row.value(1), seen: row.value(2), hasLogs: row.value(3),
        hasPast: row.value(4), hasNames: row.value(5), hasReputations: row.value(6),
        leftAfter: row.date("left_after"))
    }
    guard let found else { return nil }
    var tenures = try self.tenures(
      of: stored, lastSeen: stored.lastSeen ?? found.seen ?? stored.firstSeen,
      leftAfter: found.leftAfter, hasPast: found.hasPast, database)
    if found.hasLogs { tenures = try withLoggedDates(tenures, ofMember: member, database) }
    return try PersonOnSite(
      site: SiteRef(network, found.site), siteName: found.name, moderator: stored.moderator,
      elected: stored.elected,
      unseenTenures: found.hasLogs
        ? unseenTenures(ofMember: member, role: stored.moderator.role, database) : [],
      tenures: tenures,
      names: names(of: stored, tenures: tenures, hasFormer: found.hasNames, database),
      reputation: reputation(
        of: stored, tenures: tenures, hasFormer: found.hasReputations, database),
      number: member)
  }

  /// The site of a member, and what else is known of the member.
  private struct Surroundings {
    var site: String
    var name: String
    var seen: Int?
    var hasLogs: Bool
    var hasPast: Bool
    var hasNames: Bool
    var hasReputations: Bool
    /// When the last reading was begun that has the member as one who moderates; nil where they do.
    var leftAfter: Date?
  }

  private static func tenures(
    of member: StoredMember, lastSeen: Int, leftAfter: Date?, hasPast: Bool, _ database: Database
  ) throws -> [Tenure] {
    let userID = member.moderator.userID
    let past =
      hasPast ? try Tenure.past(ofMember: member.id, userID: userID, database) : []
    let latest = Tenure(
      userID: userID, absentBefore: member.absentBefore.map(Date.init(unixSeconds:)),
      firstSeen: Date(unixSeconds: member.firstSeen), lastSeen: Date(unixSeconds: lastSeen),
      leftAfter: leftAfter, leftAt: member.leftAt.map(Date.init(unixSeconds:)))
    return past + [latest]
  }

  private static func names(
    of member: StoredMember, tenures: [Tenure], hasFormer: Bool, _ database: Database
  ) throws -> [NamePeriod] {
    let rows =
      hasFormer
      ? try GRDB.Row.fetchAll(
        database.cachedStatement(
          sql: """
            SELECT display_name, first_seen, last_seen, replaced_at FROM former_name
            WHERE member = ? ORDER BY replaced_at
            """), arguments: [member.id]) : []
    let former = try rows.map {
      try NamePeriod(
        name: $0.value("display_name"), firstSeen: Date(unixSeconds: $0.value("first_seen")),
        lastSeen: Date(unixSeconds: $0.value("last_seen")))
    }
    let begin = Date(unixSeconds: member.firstSeen)
    let since =
      try rows.last.map { Date(unixSeconds: try $0.value("replaced_at")) } ?? tenures.first?
      .firstSeen ?? begin
    let current = NamePeriod(
      name: member.moderator.displayName, firstSeen: since,
      lastSeen: tenures.last?.lastSeen ?? begin)
    return former + [current]
  }

  private static func reputation(
    of member: StoredMember, tenures: [Tenure], hasFormer: Bool, _ database: Database
  ) throws -> [ReputationPoint] {
    let moderator = member.moderator
    let start = tenures.first?.firstSeen ?? Date(unixSeconds: member.firstSeen)
    guard hasFormer else {
      return [
        ReputationPoint(since: start, reputation: moderator.reputation, badges: moderator.badges)
      ]
    }
    return try ReputationPoint.all(
      ofMember: member.id, since: start, latest: (moderator.reputation, moderator.badges), database)
  }
}

extension Tenure {
  /// The tenures of a member before the latest one, the oldest first.
  static func past(
    ofMember member: Int, userID: Int, _ database: Database
  ) throws -> [Tenure] {
    let statement = try database.cachedStatement(
      sql: """
        SELECT o.absent_before, o.first_seen, o.last_seen, o.left_at, \(Schema.leftAfter()) AS left_after
        FROM past_tenure o JOIN member m ON m.id = o.member
        WHERE o.member = ? ORDER BY o.first_seen
        """)
    return try GRDB.Row.fetchAll(statement, arguments: [member]).map { row in
      try Tenure(
        userID: userID, absentBefore: row.date("absent_before"),
        firstSeen: Date(unixSeconds: row.value("first_seen")),
        lastSeen: Date(unixSeconds: row.value("last_seen")), leftAfter: row.date("left_after"),
        leftAt: row.date("left_at"))
    }
  }
}

extension ReputationPoint {
  /// The values of a member over time, oldest first. Between two points of a pruned period there
  /// may have been others.
  ///
  /// - Parameters:
  ///   - start: When the member was first seen.
  ///   - latest: The present values.
  static func all(
    ofMember member: Int, since start: Date, latest: (Int?, Moderator.Badges?),
    _ database: Database
  ) throws -> [ReputationPoint] {
    let statement = try database.cachedStatement(
      sql: """
        SELECT replaced_at, reputation, gold, silver, bronze, \(FormerReputation.since) AS since
        FROM former_reputation WHERE member = ? ORDER BY replaced_at
        """)
    let rows = try GRDB.Row.fetchCursor(statement, arguments: [member])
    var since = start
    var points: [ReputationPoint] = []
    while let row = try rows.next() {
      points.append(
        try ReputationPoint(
          since: Date(unixSeconds: row.value("since")), reputation: row.value("reputation"),
          badges: Moderator.Badges(row.value("gold"), row.value("silver"), row.value("bronze"))))
      since = try Date(unixSeconds: row.value("replaced_at"))
    }
    return points + [ReputationPoint(since: since, reputation: latest.0, badges: latest.1)]
  }
}
