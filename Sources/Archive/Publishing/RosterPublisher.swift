import FoundationEssentials
import GRDB
import Roster

/// Publishes one roster of a site, inside a transaction.
struct RosterPublisher {
  /// When the new roster was read, in unix seconds.
  let date: Int
  /// The previously published roster; nil where the new one is the baseline.
  let previous: Previous?
  /// What it changed, each once, whatever the roles of the person.
  private(set) var changes: [Change] = []
  /// The rows received so far.
  private(set) var sum = RosterSum.zero

  private let database: Database
  private let site: Int
  /// The roles whose lists the previous roster had: of no other does it prove who was absent. Empty where its pages
  /// are not known.
  private let rolesBefore: Set<Int>
  /// Whether its list of moderators cannot have admins.
  private let leftOutAdmins: Bool
  /// Since when a member may have joined or returned, by key, where it is not since the previous roster.
  private var changedAfter: [Int: Int] = [:]
  /// When the last reading was begun that has the former row of a member who returns, by key.
  private var lastRows: [Int: Int] = [:]
  /// What the search index gets, in the order of the rows.
  private var documents: [SearchIndex.Entry] = []
  private var difference = Difference()
  private var seen: Set<Int> = []
  private var keptReputations = 0
  /// What ``lastRead(_:until:)`` asked last: for all who stay it is the same.
  private var lastWalk: ReadingTimes?
  /// Throws to stop the work.
  private let check: () throws -> Void

  struct Previous {
    /// The start of its walk: the walk may have missed changes after that.
    var startedAt: Int
    var publishedAt: Int
    /// The latest known moment at or after which its roster was true.
    var lastSeen: Int
  }

  /// When the last published walk before a date read each of its rows; no walk where there was none.
  private struct ReadingTimes {
    var end: Int
    var walk: (startedAt: Int, byKey: [Int: Int])?
  }

  /// The rows that differ between the old and the new roster; empty for a baseline.
  private struct Difference {
    var before: [Moderator] = []
    var after: [Moderator] = []
    /// The members who return, with their row from when they left.
    var former: [Int: Moderator] = [:]

    var changes: [Change] { Change.difference(from: before, to: after, former: former) }
  }

  /// - Parameter check: Called at least once per thousand rows; an error from it stops the work.
  init(
    _ database: Database, site: Int, at date: Int, check: @escaping () throws -> Void
  ) throws {
    self.database = database
    self.check = check
    self.site = site
    let statement = try database.cachedStatement(
      sql: """
        SELECT walk.started_at, site.published_at, coalesce(walk.not_before, walk.finished_at)
        FROM site JOIN walk ON walk.id = site.published_walk WHERE site.id = ?
        """)
    previous = try GRDB.Row.fetchOne(statement, arguments: [site]).map {
      try Previous(startedAt: $0.value(0), publishedAt: $0.value(1), lastSeen: $0.value(2))
    }
    self.date = previous.map { max(date, $0.publishedAt &+ 1) } ?? date
    rolesBefore = try Set(
      Int.fetchAll(
        database.cachedStatement(
          sql: """
            SELECT DISTINCT \(PublishedWalk.role) FROM page
            WHERE walk = (SELECT published_walk FROM site WHERE id = ?)
            """), arguments: [site]))
    leftOutAdmins =
      try Bool.fetchOne(
        database.cachedStatement(sql: "SELECT \(Schema.leavesOutAdmins("?"))"), arguments: [site])
      ?? false
  }

  /// Whether the previous roster proves that a person who was not on it did not have the role.
  private func wasListable(_ moderator: Moderator) throws -> Bool {
    guard rolesBefore.isEmpty || rolesBefore.contains(moderator.role.number) else { return false }
    guard moderator.role == .moderator, leftOutAdmins else { return true }
    let admin = RoleKey(moderator.userID, of: .admin).rawValue
    return try StoredMember.fetch(admin, of: site, database).map { $0.leftAt != nil } ?? true
  }

  /// Receives one row of the new roster; memory grows with the rows that differ from the old one.
  mutating func take(_ moderator: Moderator) throws {
    seen.insert(moderator.key)
    if seen.count.isMultiple(of: 1_000) { try check() }
    guard previous != nil,
      let member = try StoredMember.fetch(moderator.key, of: site, database)
    else { return try join(moderator) }
    sum += RosterEntry(moderator).sum
    if member.leftAt != nil {
      try takeBack(member, as: moderator)
    } else if !moderator.hasBytes(of: member.moderator) {
      try edit(member, to: moderator)
    }
  }

  /// Records as left the members who are not on the new roster, writes all changes, and schedules what the
  /// index gets.
  mutating func end(_ index: inout SearchIndex) throws {
    for (number, member) in try StoredMember.fetchAll(current: site, except: seen, database)
      .enumerated()
    {
      if number.isMultiple(of: 1_000) { try check() }
      try leave(member)
    }
    index.schedule(documents)
    guard let previous else { return }
    let changes = difference.changes
    for change in changes {
      try ChangeRow.insert(
        change, site: site, observedAt: date,
        previousWalkAt: try begin(of: change) ?? previous.startedAt, database)
    }
    self.changes = try deduplicatedAcrossRoles(changes)
  }

  /// Since when a change may have happened; nil for since the previous roster.
  private func begin(of change: Change) throws -> Int? {
    switch change.kind {
    case _ where change.isOfAccount: date
    case .joined, .returned: changedAfter[change.key]
    case .left: leftOutAdmins ? try lastListed(change) : nil
    // What differs from the row with which a member left.
    default: lastRows[change.key]
    }
  }

  /// When the last reading was begun that lists a moderator who left.
  private func lastListed(_ change: Change) throws -> Int? {
    try Int.fetchOne(
      database.cachedStatement(
        sql: "SELECT \(Schema.leftAfter(of: "m")) FROM member m WHERE m.site = ? AND m.user_id = ?"),
      arguments: [site, change.key])
  }

  /// The changes of this roster that the journal tells.
  private func deduplicatedAcrossRoles(_ changes: [Change]) throws -> [Change] {
    guard !changes.isEmpty else { return [] }
    let statement = try database.cachedStatement(
      sql: """
        SELECT c.user_id, c.kind FROM change c
        WHERE +c.site = ? AND c.observed_at = ? AND c.user_id IS NOT NULL AND \(Schema.isFirstAcrossRoles())
        """)
    let rows = try GRDB.Row.fetchAll(statement, arguments: [site, date])
    let first = try Set(rows.map { "\(try $0.value(0) as Int) \(try $0.value(1) as String)" })
    return changes.filter { !$0.isOfAccount && first.contains("\($0.key) \($0.kind.rawValue)") }
  }

  /// Makes the walk the one that proves the site's roster.
  func finish(_ walk: Int, verdict: Verdict, count: Int) throws {
    try Seal.update(.site, site, in: database) {
      try database.cachedStatement(
        sql: """
          UPDATE site SET published_walk = ?1, verdict = ?2, moderators = ?3, published_at = ?4,
            complete_at = CASE ?2 WHEN 'complete' THEN ?4 ELSE complete_at END,
            published_walks = published_walks + 1, former_reputations = former_reputations + ?6,
            grade = ?7
          WHERE id = ?5
          """
      ).execute(arguments: [
        walk, verdict.name.rawValue, count, date, site, keptReputations, verdict.grade?.rawValue,
      ])
    }
  }

  private mutating func leave(_ member: StoredMember) throws {
    difference.before.append(member.moderator)
    var member = member
    member.lastSeen = previous?.lastSeen ?? date
    member.leftAt = date
    try database.cachedStatement(
      sql: "UPDATE member SET last_seen = ?, left_at = ?, left_sha256 = ? WHERE id = ?"
    ).execute(arguments: [
      member.lastSeen, member.leftAt, Data(sha256: Moderator.digest(of: [member.moderator])),
      member.id,
    ])
  }

  private mutating func edit(_ member: StoredMember, to moderator: Moderator) throws {
    difference.before.append(member.moderator)
    difference.after.append(moderator)
    var edited = member
    edited.moderator = moderator
    try replace(member, with: edited, until: previous?.lastSeen ?? date)
  }

  private mutating func takeBack(_ member: StoredMember, as moderator: Moderator) throws {
    difference.after.append(moderator)
    difference.former[moderator.key] = member.moderator
    lastRows[moderator.key] = try Int.fetchOne(
      database.cachedStatement(
        sql:
          "SELECT \(Schema.readingBegan(of: "m.site", before: "m.left_at")) FROM member m WHERE m.id = ?"
      ),
      arguments: [member.id])
    let lastSeen = member.lastSeen ?? member.firstSeen
    try database.cachedStatement(
      sql: """
        INSERT INTO past_tenure (member, first_seen, absent_before, last_seen, left_at, elected,
          elected_at)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      member.id, member.firstSeen, member.absentBefore, lastSeen, member.leftAt, member.elected,
      member.electedAt,
    ])
    var returned = member
    returned.moderator = moderator
    returned.firstSeen = date
    returned.absentBefore = previous?.startedAt
    if try !wasListable(moderator), let left = member.leftAt {
      returned.absentBefore = try Int.fetchOne(
        database.cachedStatement(
          sql: "SELECT started_at FROM walk WHERE site = ? AND published = 1 AND finished_at = ?"),
        arguments: [site, left])
      changedAfter[moderator.key] = returned.absentBefore
    }
    returned.lastSeen = nil
    returned.leftAt = nil
    returned.elected = nil
    returned.electedAt = nil
    try replace(member, with: returned, until: lastSeen)
  }

  private mutating func join(_ moderator: Moderator) throws {
    sum += RosterEntry(moderator).sum
    if previous != nil { difference.after.append(moderator) }
    let isBaseline = try previous != nil && !wasListable(moderator)
    if isBaseline { changedAfter[moderator.key] = date }
    var member = StoredMember(
      site: site, moderator: moderator, firstSeen: date,
      absentBefore: isBaseline ? nil : previous?.startedAt)
    try member.insert(database)
    documents.append(.adding(member, formerNames: []))
  }

  /// When the row of a member was read by the last walk with it: a walk that an earlier run began may
  /// have read it long before the roster's date. Where its pages were pruned, when the walk began.
  ///
  /// - Parameter date: That of the roster of the last walk with the member.
  private mutating func lastRead(_ member: StoredMember, until date: Int) throws -> Int {
    let end = member.leftAt ?? self.date
    if lastWalk?.end != end { lastWalk = try readingTimes(before: end) }
    guard let walk = lastWalk?.walk else { return date }
    return min(date, walk.byKey[member.moderator.key] ?? walk.startedAt)
  }

  /// The reading times of the last published walk that ended before a date.
  private func readingTimes(before end: Int) throws -> ReadingTimes {
    let statement = try database.cachedStatement(
      sql: """
        SELECT id, started_at FROM walk WHERE site = ? AND published = 1 AND finished_at < ?
        ORDER BY finished_at DESC LIMIT 1
        """)
    guard let row = try GRDB.Row.fetchOne(statement, arguments: [site, end]) else {
      return ReadingTimes(end: end)
    }
    let evidence = try WalkEvidence.fetch(row.value(0), database)
    return ReadingTimes(
      end: end,
      walk: (try row.value(1), evidence.readAt(of: Set(evidence.userIDs))))
  }

  /// Writes a row, the values that it replaces, and the index where its texts changed.
  ///
  /// - Parameter date: That of the last roster with the old row.
  private mutating func replace(
    _ old: StoredMember, with new: StoredMember, until date: Int
  ) throws {
    let (before, after) = (old.moderator, new.moderator)
    let movesInIndex = Self.movesInIndex(before, after)
    let formerNames = movesInIndex ? try self.formerNames(of: old.id) : []
    let isRenamed = before.displayName != after.displayName
    if movesInIndex { documents.append(.removing(old, formerNames: formerNames)) }
    if before.reputation != after.reputation || before.badges != after.badges {
      try keepReputation(of: old)
    }
    if isRenamed { try keepName(of: old, lastSeen: lastRead(old, until: date)) }
    try new.update(database)
    guard movesInIndex else { return }
    let names = isRenamed ? formerNames + [before.displayName] : formerNames
    documents.append(.adding(new, formerNames: names))
  }

  private static func movesInIndex(_ old: Moderator, _ new: Moderator) -> Bool {
    !old.hasSearchedBytes(of: new)
      || DocumentNumber.band(of: old.reputation)
        != DocumentNumber.band(of: new.reputation)
  }

  private func formerNames(of member: Int) throws -> [String] {
    let statement = try database.cachedStatement(
      sql: "SELECT display_name FROM former_name WHERE member = ?")
    return try String.fetchAll(statement, arguments: [member])
  }

  /// Stores the replaced value where it is that of the end of an earlier month: where this is the first
  /// change of the month.
  private mutating func keepReputation(of member: StoredMember) throws {
    let moderator = member.moderator
    try database.cachedStatement(
      sql: """
        INSERT INTO former_reputation (member, replaced_at, reputation, gold, silver, bronze)
        SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE NOT EXISTS (
          SELECT 1 FROM former_reputation
          WHERE member = ?1 AND replaced_at >= \(FormerReputation.month(of: "?2")))
        """
    ).execute(arguments: [
      member.id, date, moderator.reputation, moderator.badges?.gold, moderator.badges?.silver,
      moderator.badges?.bronze,
    ])
    guard database.changesCount > 0 else { return }
    try Seal.write(.formerReputation, member.id, date, in: database)
    keptReputations += 1
  }

  /// Stores the replaced name. It was first seen when the name before it was replaced, or with the
  /// member; where only one walk read it, that is the roster's date, and it can have been last seen
  /// before that.
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
}
