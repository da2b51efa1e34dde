import FoundationEssentials
import GRDB
import Roster

/// The roster that one published walk of a site read, rebuilt from today's rows: tenures say who was
/// there, and what was superseded since is put back.
struct RosterOfDay {
  private let site: Int
  private let date: Int
  private let database: Database

  /// - Parameter date: When a published walk of the site ended, in unix seconds.
  init(_ site: Int, at date: Int, _ database: Database) throws {
    self.site = site
    self.date = date
    self.database = database
  }

  /// Those who moderated; `lastSeen` is the walk's time.
  func current() throws -> [StoredMember] {
    try members { tenures in
      let tenure = tenures.last { $0.firstSeen <= date && date < $0.leftAt ?? Int.max }
      return tenure.map { Interval(firstSeen: $0.firstSeen, lastSeen: date, leftAt: nil) }
    }
  }

  /// Those who once moderated and did not then, with the latest tenure until then.
  func former() throws -> [StoredMember] {
    try members { tenures in
      guard let tenure = tenures.last(where: { $0.firstSeen <= date }), let leftAt = tenure.leftAt,
        leftAt <= date
      else { return nil }
      return tenure
    }
  }

  private struct Interval {
    var firstSeen: Int
    var lastSeen: Int?
    var leftAt: Int?
  }

  private func members(
    _ tenure: ([Interval]) -> Interval?
  ) throws -> [StoredMember] {
    let past = try pastTenures()
    var members: [StoredMember] = []
    try StoredMember.forEach(of: site, database) { stored in
      let latest = Interval(
        firstSeen: stored.firstSeen, lastSeen: stored.lastSeen, leftAt: stored.leftAt)
      guard let interval = tenure(past[stored.id, default: []] + [latest]) else { return }
      var member = stored
      member.firstSeen = interval.firstSeen
      member.lastSeen = interval.lastSeen
      member.leftAt = interval.leftAt
      members.append(member)
    }
    return try putBackReputation(putBackProfiles(members))
  }

  private func pastTenures() throws -> [Int: [Interval]] {
    let rows = try GRDB.Row.fetchCursor(
      database,
      sql: """
        SELECT t.member, t.first_seen, t.last_seen, t.left_at
        FROM member m JOIN past_tenure t ON t.member = m.id
        WHERE m.site = ? ORDER BY t.member, t.first_seen
        """, arguments: [site])
    var tenures: [Int: [Interval]] = [:]
    while let row = try rows.next() {
      try tenures[row.value(0), default: []]
        .append(Interval(firstSeen: row.value(1), lastSeen: row.value(2), leftAt: row.value(3)))
    }
    return tenures
  }

  /// Undoes every later change, the latest first.
  private func putBackProfiles(_ members: [StoredMember]) throws -> [StoredMember] {
    var members = members
    let index = Dictionary(
      members.enumerated().map { ($1.moderator.userID, $0) },
      uniquingKeysWith: { first, _ in first })
    let rows = try GRDB.Row.fetchCursor(
      database,
      sql: """
        SELECT user_id, detail FROM change
        WHERE site = ? AND observed_at > ? AND detail IS NOT NULL AND user_id IS NOT NULL
        ORDER BY id DESC
        """, arguments: [site, date])
    while let row = try rows.next() {
      guard let position = try index[row.value(0)],
        let fields = try Change.fields(inDetail: row.value(1))
      else { continue }
      for field in fields { members[position].putBack(field) }
    }
    return members
  }

  /// The value of a day is what the first later walk superseded, or else the current one.
  private func putBackReputation(_ members: [StoredMember]) throws -> [StoredMember] {
    let statement = try database.cachedStatement(
      sql: """
        SELECT reputation, gold, silver, bronze FROM former_reputation
        WHERE member = ? AND replaced_at > ? ORDER BY replaced_at LIMIT 1
        """)
    return try members.map { member in
      guard let row = try GRDB.Row.fetchOne(statement, arguments: [member.id, date]) else {
        return member
      }
      var member = member
      member.moderator.reputation = try row.value(0)
      member.moderator.badges = try Moderator.Badges(row.value(1), row.value(2), row.value(3))
      return member
    }
  }
}

extension StoredMember {
  fileprivate mutating func putBack(_ field: Change.FieldChange) {
    switch field.column {
    case "display_name": moderator.displayName = field.before ?? moderator.displayName
    case "account_id": moderator.accountID = field.before.flatMap { Int($0) }
    case "kind":
      moderator.kind = field.before.flatMap(Moderator.Kind.init(rawValue:)) ?? moderator.kind
    case "elected": elected = field.before.flatMap { Int($0) }
    case "location": moderator.location = field.before
    case "website_url": moderator.websiteURL = field.before
    case "about_text": moderator.aboutText = field.before
    default: break
    }
  }
}
