import FoundationEssentials
import GRDB
import Roster

/// The roster of one published walk of a site, rebuilt from the present rows: tenures give the
/// members, and replaced values are restored.
struct RosterOfDay {
  private let site: Int
  private let date: Int
  private let answersUntil: Int
  /// The earliest moment at which the roster can have been true.
  private let lastSeen: Int
  private let database: Database

  /// - Parameters:
  ///   - date: The date of a published walk of the site, in unix seconds.
  ///   - answersUntil: Lists of elected moderators count if they were read by then, in unix seconds.
  init(_ site: Int, at date: Int, answersUntil: Int, _ database: Database) throws {
    self.site = site
    self.date = date
    self.answersUntil = answersUntil
    self.database = database
    lastSeen =
      try Int.fetchOne(
        database,
        sql: """
          SELECT not_before FROM walk WHERE site = ? AND published = 1 AND finished_at = ?
          """, arguments: [site, date]) ?? date
  }

  /// The members of the day, and how precisely their values are known.
  struct Members {
    var rows: [StoredMember]
    /// Whether any reputation may be that of a later day of the month.
    var isReputationThinned: Bool
  }

  /// The moderators of the day; `lastSeen` is the earliest moment at which the walk saw them.
  func current() throws -> Members {
    try members { tenures in
      let tenure = tenures.last { $0.firstSeen <= date && date < $0.end }
      return tenure.map { tenure in
        var tenure = tenure
        (tenure.lastSeen, tenure.leftAt) = (lastSeen, nil)
        return tenure
      }
    }
  }

  /// The members who moderated before and not on the day, with their latest tenure until then.
  func former() throws -> Members {
    try members { tenures in
      guard let tenure = tenures.last(where: { $0.firstSeen <= date }), tenure.end <= date
      else { return nil }
      return tenure
    }
  }

  private struct Interval {
    var firstSeen: Int
    var lastSeen: Int?
    var leftAt: Int?
    var elected: Int?
    var electedAt: Int?
    /// When it ended, whether or not that is reported.
    var end: Int

    init(
      firstSeen: Int, lastSeen: Int?, leftAt: Int?, elected: Int?, electedAt: Int?
    ) {
      self.firstSeen = firstSeen
      self.lastSeen = lastSeen
      self.leftAt = leftAt
      self.elected = elected
      self.electedAt = electedAt
      end = leftAt ?? .max
    }
  }

  /// A member of the day, and when the tenure ended.
  private struct Person {
    var member: StoredMember
    var end: Int
  }

  private func members(_ tenure: ([Interval]) -> Interval?) throws -> Members {
    let past = try pastTenures()
    let isPresent = try isLatest(before: "\(Int.max)")
    var people: [Person] = []
    try StoredMember.forEach(of: site, database) { stored in
      let latest = Interval(
        firstSeen: stored.firstSeen, lastSeen: stored.lastSeen, leftAt: stored.leftAt,
        elected: stored.elected, electedAt: stored.electedAt)
      guard let interval = tenure(past[stored.id, default: []] + [latest]) else { return }
      var member = stored
      member.firstSeen = interval.firstSeen
      member.lastSeen = interval.lastSeen
      member.leftAt = interval.leftAt
      member.electedAt = interval.electedAt.flatMap { $0 <= answersUntil ? $0 : nil }
      member.elected = member.electedAt == nil ? nil : interval.elected
      if !isPresent { member.moderator.forgetProfile() }
      people.append(Person(member: member, end: interval.end))
    }
    return try putBackReputation(putBackProfiles(people))
  }

  private func pastTenures() throws -> [Int: [Interval]] {
    let rows = try GRDB.Row.fetchCursor(
      database,
      sql: """
        SELECT t.member, t.first_seen, t.last_seen, t.left_at, t.elected, t.elected_at
        FROM member m JOIN past_tenure t ON t.member = m.id
        WHERE m.site = ? ORDER BY t.member, t.first_seen
        """, arguments: [site])
    var tenures: [Int: [Interval]] = [:]
    while let row = try rows.next() {
      try tenures[row.value("member"), default: []]
        .append(
          Interval(
            firstSeen: row.value("first_seen"), lastSeen: row.value("last_seen"),
            leftAt: row.value("left_at"),
            elected: row.value("elected"), electedAt: row.value("elected_at")))
    }
    return tenures
  }

  /// Undoes every later change, the latest first.
  private func putBackProfiles(_ people: [Person]) throws -> [StoredMember] {
    var people = people
    let index = Dictionary(
      people.enumerated().map { ($1.member.moderator.key, $0) },
      uniquingKeysWith: { first, _ in first })
    let rows = try GRDB.Row.fetchCursor(
      database,
      sql: """
        SELECT user_id, detail, observed_at FROM change
        WHERE site = ? AND observed_at > ? AND detail IS NOT NULL AND user_id IS NOT NULL
        ORDER BY id DESC
        """, arguments: [site, date])
    while let row = try rows.next() {
      guard let position = try index[row.value(0)],
        let fields = try Change.fields(inDetail: row.value(1))
      else { continue }
      let observedAt: Int = try row.value(2)
      for field in fields { putBack(field, observedAt, &people[position]) }
    }
    return people.map(\.member)
  }

  private func putBack(_ field: Change.FieldChange, _ observedAt: Int, _ person: inout Person) {
    guard field.column == "elected" else { return person.member.putBack(field) }
    // A list of a later tenure does not apply to this one.
    guard person.member.elected != nil, observedAt > answersUntil, observedAt < person.end
    else { return }
    person.member.elected = field.before.flatMap { Int($0) }
  }

  /// The value of a day is the first one that a later walk replaced, or else the current one. Where another was
  /// replaced earlier in the same month, it may be that of a later walk of the month.
  private func putBackReputation(_ members: [StoredMember]) throws -> Members {
    let isLastOfMonth = try isLatest(before: FormerReputation.month(of: "?2", isNext: true))
    let statement = try database.cachedStatement(
      sql: """
        SELECT reputation, gold, silver, bronze, replaced_at FROM former_reputation
        WHERE member = ?1 AND replaced_at >= \(FormerReputation.month(of: "?2")) ORDER BY replaced_at
        """)
    var result = Members(rows: members, isReputationThinned: false)
    for (position, member) in members.enumerated() {
      let rows = try GRDB.Row.fetchCursor(statement, arguments: [member.id, date])
      while let row = try rows.next() {
        if try row.value("replaced_at") <= date {
          if !isLastOfMonth { result.isReputationThinned = true }
          continue
        }
        result.rows[position].moderator.reputation = try row.value("reputation")
        result.rows[position].moderator.badges =
          try Moderator.Badges(row.value("gold"), row.value("silver"), row.value("bronze"))
        break
      }
    }
    return result
  }

  /// Whether no other roster was read since, and before a moment.
  ///
  /// - Parameter end: SQL in unix seconds, of the date `?2`.
  private func isLatest(before end: String) throws -> Bool {
    let statement = try database.cachedStatement(
      sql: """
        SELECT NOT EXISTS (SELECT 1 FROM walk
          WHERE site = ?1 AND published = 1 AND finished_at > ?2 AND finished_at < \(end))
        """)
    return try Bool.fetchOne(statement, arguments: [site, date]) ?? true
  }
}

extension StoredMember {
  fileprivate mutating func putBack(_ field: Change.FieldChange) {
    switch field.column {
    case "display_name":
      moderator.displayName = field.before ?? moderator.displayName
      moderator.link = moderator.linkWithoutName
    case "account_id": moderator.accountID = field.before.flatMap { Int($0) }
    case "kind":
      moderator.kind = field.before.flatMap(Moderator.Kind.init(rawValue:)) ?? moderator.kind
    default: break
    }
  }
}

extension Moderator {
  /// Removes what is kept as it is now, and may have been different then.
  fileprivate mutating func forgetProfile() {
    (location, websiteURL, aboutText) = (nil, nil, nil)
  }

  /// The profile's address without the name after the user id, as in `https://SITE/users/7/ann`: it
  /// was read under another name. Nil where it has another form and may contain the name elsewhere.
  fileprivate var linkWithoutName: String? {
    guard let link, let id = "\(link)/".firstRange(of: "/\(userID)/") else { return nil }
    return String(link.prefix("\(link)/"[..<id.upperBound].count - 1))
  }
}
