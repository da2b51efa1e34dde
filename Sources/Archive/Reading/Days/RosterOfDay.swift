import FoundationEssentials
import GRDB
import Roster

/// The roster of one published walk of a site: the versions that had begun with its entry.
struct RosterOfDay {
  private let site: Int
  private let date: Int
  /// The latest list of elected moderators that counts.
  private let answers: Int
  /// The earliest moment at which the roster can have been true.
  private let lastSeen: Int
  /// The entry of the walk.
  private let entry: Int
  private let database: Database

  /// - Parameters:
  ///   - date: The date of a published walk of the site, in unix seconds.
  ///   - answersUntil: Lists of elected moderators count if they were read by then, in unix seconds.
  init(_ site: Int, at date: Int, answersUntil: Int, _ database: Database) throws {
    self.site = site
    self.date = date
    answers =
      try Int.fetchOne(
        database, sql: "SELECT max(id) FROM elected_list WHERE site = ? AND finished_at <= ?",
        arguments: [site, answersUntil]) ?? 0
    self.database = database
    let walk = try GRDB.Row.fetchOne(
      database,
      sql:
        "SELECT not_before, id FROM reading WHERE site = ? AND finished_at = ?",
      arguments: [site, date])
    lastSeen = try walk?.value(0) ?? date
    entry = try walk?.value(1) ?? 0
  }

  /// The members of the day, and how precisely their values are known.
  struct Members {
    var rows: [StoredMember]
    /// Whether any reputation may be that of a later day of the month.
    var isReputationThinned: Bool
  }

  /// The moderators of the day; `lastSeen` is the earliest moment at which the walk saw them.
  func current() throws -> Members {
    try members { member in
      guard member.leftAt.map({ $0 > date }) ?? true else { return false }
      (member.lastSeen, member.leftAt) = (lastSeen, nil)
      return true
    }
  }

  /// The members who moderated before and not on the day, with their latest tenure until then.
  func former() throws -> Members {
    try members { $0.leftAt.map { $0 <= date } ?? false }
  }

  private func members(where isWanted: (inout StoredMember) -> Bool) throws -> Members {
    let isPresent = try isLatest(before: "\(Int.max)")
    let renamed = try Int.fetchSet(
      database,
      sql: """
        SELECT n.member FROM name n JOIN member m ON m.id = n.member
        WHERE m.site = ? AND n.begins = 1 AND n.since > ?
        """, arguments: [site, entry])
    var members: [StoredMember] = []
    try StoredMember.forEach(
      of: site, in: "(\(Schema.seats(at: "\(entry)", elected: "\(answers)")))", database
    ) { stored in
      var member = stored
      guard isWanted(&member) else { return }
      if renamed.contains(member.id) { member.moderator.link = member.moderator.linkWithoutName }
      if !isPresent { member.moderator.forgetProfile() }
      members.append(member)
    }
    return try putBackReputation(members)
  }

  /// The value of a day is the first one that a later walk replaced, or else the current one. Where another was
  /// replaced earlier in the same month, it may be that of a later walk of the month.
  private func putBackReputation(_ members: [StoredMember]) throws -> Members {
    let isLastOfMonth = try isLatest(before: FormerReputation.month(of: "?2", isNext: true))
    let statement = try database.cachedStatement(
      sql: """
        SELECT reputation, gold, silver, bronze, replaced_at FROM dated_reputation
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
        SELECT NOT EXISTS (SELECT 1 FROM reading
          WHERE site = ?1 AND finished_at > ?2 AND finished_at < \(end))
        """)
    return try Bool.fetchOne(statement, arguments: [site, date]) ?? true
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
