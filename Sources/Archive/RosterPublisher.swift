import FoundationEssentials
import GRDB
import Roster

/// Makes one roster the current one of its site, inside a transaction.
struct RosterPublisher {
  /// When the new roster was read, in unix seconds.
  let date: Int
  /// The roster published before; nil where the new one is the baseline.
  let previous: Previous?
  private(set) var changes: [Change] = []

  private let database: Database
  private let site: Int
  private var index: SearchIndex

  struct Previous {
    /// The start of its walk: what was done after that it may have missed.
    var startedAt: Int
    var publishedAt: Int
  }

  init(_ database: Database, site: Int, at date: Int) throws {
    self.database = database
    self.site = site
    index = SearchIndex(database)
    let row = try GRDB.Row.fetchOne(
      database,
      sql: """
        SELECT walk.started_at, site.published_at
        FROM site JOIN walk ON walk.id = site.published_walk WHERE site.id = ?
        """, arguments: [site])
    previous = try row.map { try Previous(startedAt: $0.value(0), publishedAt: $0.value(1)) }
    self.date = max(date, (previous?.publishedAt ?? Int.min) + 1)
  }

  /// The rows that a new roster touches.
  private struct Plan {
    /// Moderators before and after, whose row is not the same.
    var edited: [(StoredMember, Moderator)] = []
    var leaving: [StoredMember] = []
    /// Those who come back, as they were when they left.
    var returning: [(StoredMember, Moderator)] = []
    var joining: [Moderator] = []
  }

  mutating func apply(_ roster: [Moderator]) throws {
    let plan = try plan(roster)
    if previous != nil { changes = Self.changes(plan) }
    for member in plan.leaving { try leave(member) }
    for (member, moderator) in plan.edited { try edit(member, to: moderator) }
    for (member, moderator) in plan.returning { try takeBack(member, as: moderator) }
    for moderator in plan.joining { try join(moderator) }
    try index.write()
    try record(changes)
  }

  /// Makes the walk the one that proves the site's roster.
  func finish(_ walk: Int, verdict: Verdict.Name, count: Int) throws {
    try database.execute(
      sql: """
        UPDATE site SET published_walk = ?1, verdict = ?2, moderators = ?3, published_at = ?4,
          complete_at = CASE ?2 WHEN 'complete' THEN ?4 ELSE complete_at END
        WHERE id = ?5
        """, arguments: [walk, verdict.rawValue, count, date, site])
  }

  private func plan(_ roster: [Moderator]) throws -> Plan {
    var rest = Dictionary(
      roster.indices.map { (roster[$0].userID, $0) }, uniquingKeysWith: { first, _ in first })
    var plan = Plan()
    try StoredMember.forEach(of: site, database) { member in
      let moderator = rest.removeValue(forKey: member.moderator.userID).map { roster[$0].stored }
      switch (moderator, member.leftAt) {
      case (nil, nil): plan.leaving.append(member)
      case (nil, _): break
      case (let moderator?, nil):
        if moderator != member.moderator { plan.edited.append((member, moderator)) }
      case (let moderator?, _): plan.returning.append((member, moderator))
      }
    }
    plan.joining = rest.values.sorted().map { roster[$0].stored }
    return plan
  }

  /// Rows that are the same in both rosters make no change and are left out.
  private static func changes(_ plan: Plan) -> [Change] {
    Change.difference(
      from: plan.edited.map(\.0.moderator) + plan.leaving.map(\.moderator),
      to: plan.edited.map(\.1) + plan.returning.map(\.1) + plan.joining,
      former: Dictionary(
        plan.returning.map { ($0.0.moderator.userID, $0.0.moderator) },
        uniquingKeysWith: { first, _ in first }))
  }

  private func leave(_ member: StoredMember) throws {
    var member = member
    member.lastSeen = previous?.publishedAt ?? date
    member.leftAt = date
    try database.cachedStatement(
      sql: "UPDATE member SET last_seen = ?, left_at = ?, left_sha256 = ? WHERE id = ?"
    ).execute(arguments: [
      member.lastSeen, member.leftAt, Data(hexadecimal: Moderator.digest(of: [member.moderator])),
      member.id,
    ])
  }

  private mutating func edit(_ member: StoredMember, to moderator: Moderator) throws {
    var edited = member
    edited.moderator = moderator
    try replace(member, with: edited, lastSeen: previous?.publishedAt ?? date)
  }

  private mutating func takeBack(_ member: StoredMember, as moderator: Moderator) throws {
    let lastSeen = member.lastSeen ?? member.firstSeen
    try database.cachedStatement(
      sql: """
        INSERT INTO past_tenure (member, first_seen, absent_before, last_seen, left_at)
        VALUES (?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      member.id, member.firstSeen, member.absentBefore, lastSeen, member.leftAt,
    ])
    var returned = member
    returned.moderator = moderator
    returned.firstSeen = date
    returned.absentBefore = previous?.startedAt
    returned.lastSeen = nil
    returned.leftAt = nil
    returned.elected = nil
    try replace(member, with: returned, lastSeen: lastSeen)
  }

  private mutating func join(_ moderator: Moderator) throws {
    var member = StoredMember(
      site: site, moderator: moderator, firstSeen: date, absentBefore: previous?.startedAt)
    try member.insert(database)
    index.add(member, formerNames: [])
  }

  /// Writes a row, what it supersedes, and the index where that is concerned.
  private mutating func replace(
    _ old: StoredMember, with new: StoredMember, lastSeen: Int
  ) throws {
    let (before, after) = (old.moderator, new.moderator)
    let movesInIndex = Self.movesInIndex(before, after)
    let formerNames = movesInIndex ? try self.formerNames(of: old.id) : []
    let isRenamed = before.displayName != after.displayName
    if movesInIndex { index.remove(old, formerNames: formerNames) }
    if before.reputation != after.reputation || before.badges != after.badges {
      try keepReputation(of: old)
    }
    if isRenamed { try keepName(of: old, lastSeen: lastSeen) }
    try new.update(database)
    guard movesInIndex else { return }
    let names = isRenamed ? formerNames + [before.displayName] : formerNames
    index.add(new, formerNames: names)
  }

  private static func movesInIndex(_ old: Moderator, _ new: Moderator) -> Bool {
    old.displayName != new.displayName || old.location != new.location
      || old.aboutText != new.aboutText
      || SearchDocument.reputationClass(old.reputation)
        != SearchDocument.reputationClass(new.reputation)
  }

  private func formerNames(of member: Int) throws -> [String] {
    let statement = try database.cachedStatement(
      sql: "SELECT display_name FROM former_name WHERE member = ?")
    return try String.fetchAll(statement, arguments: [member])
  }

  private func keepReputation(of member: StoredMember) throws {
    let moderator = member.moderator
    try database.cachedStatement(
      sql: """
        INSERT INTO former_reputation (member, replaced_at, reputation, gold, silver, bronze)
        VALUES (?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      member.id, date, moderator.reputation, moderator.badges?.gold, moderator.badges?.silver,
      moderator.badges?.bronze,
    ])
  }

  private func keepName(of member: StoredMember, lastSeen: Int) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO former_name (member, replaced_at, display_name, first_seen, last_seen)
        VALUES (?1, ?2, ?3,
          coalesce((SELECT max(replaced_at) FROM former_name WHERE member = ?1),
            (SELECT min(first_seen) FROM past_tenure WHERE member = ?1), ?4), ?5)
        """
    ).execute(arguments: [
      member.id, date, member.moderator.displayName, member.firstSeen, lastSeen,
    ])
  }

  private func record(_ changes: [Change]) throws {
    guard let previous else { return }
    for change in changes {
      try ChangeRow.insert(
        change, site: site, observedAt: date, previousWalkAt: previous.startedAt, database)
    }
  }
}
