import FoundationEssentials
import GRDB
import Roster

/// Publishes one roster of a site, inside a transaction.
struct RosterPublisher {
  /// When the new roster was read, in unix seconds.
  let date: Int
  /// The entry of the previously published roster; nil where the new one is the baseline.
  private let previous: Int?
  /// What it changed, each once, whatever the roles of the person.
  private(set) var changes: [Change] = []

  private let database: Database
  private let site: Int
  /// The members whose documents in the search index change.
  private(set) var documents: [Int] = []
  private var passage = Passage()
  /// The members of the new roster.
  private var seen: Set<Int> = []
  private var versions: Versions
  /// Whether former reputations are kept with this roster.
  private var keepsReputations = false
  /// Throws to stop the work.
  private let check: () throws -> Void

  /// - Parameter check: Called at least once per thousand rows; an error from it stops the work.
  init(
    _ database: Database, site: Int, at date: Int, check: @escaping () throws -> Void
  ) throws {
    self.database = database
    self.check = check
    self.site = site
    versions = try Versions(ofSite: site, database)
    let last = try database.cachedStatement(
      sql:
        "SELECT published_walk, published_at FROM listed_site WHERE id = ? AND published_walk IS NOT NULL"
    ).readOne([site]) { try (entry: $0.value(0) as Int, publishedAt: $0.value(1) as Int) }
    previous = last?.entry
    self.date = last.map { max(date, $0.publishedAt &+ 1) } ?? date
  }

  /// Receives one row of the new roster; memory grows with the rows that differ from the old one.
  mutating func take(_ moderator: Moderator) throws {
    if seen.count.isMultiple(of: 1_000) { try check() }
    guard previous != nil,
      let member = try StoredMember.fetch(moderator.key, of: site, database)
    else { return try join(moderator) }
    seen.insert(member.id)
    if member.leftAt != nil {
      try takeBack(member, as: moderator)
    } else if !moderator.hasBytes(of: member.moderator) {
      passage.edit(member.moderator, to: moderator)
      try versions.name(member.id, as: moderator, after: member.moderator)
      try replace(member, with: moderator)
    }
  }

  /// Records as left the members who are not on the new roster, and writes all changes.
  mutating func end() throws {
    let left = try StoredMember.fetchAll(current: site, except: seen, database)
    for (number, member) in left.enumerated() {
      if number.isMultiple(of: 1_000) { try check() }
      try leave(member)
    }
    for member in left {
      try passage.leave(member.moderator, after: versions.lastListed(member.moderator))
    }
    guard let previous else { return }
    let changes = try passage.changes(ofSite: site, after: previous, as: versions.entry).map {
      try $0.row.insert(database)
      return (id: database.lastInsertedRowID, change: $0.change)
    }
    if changes.isEmpty { return }
    let first = try Int64.fetchSet(
      database.cachedStatement(
        sql: "SELECT c.id FROM change c WHERE c.entry = ? AND \(Schema.isFirstAcrossRoles())"),
      arguments: [versions.entry])
    self.changes = changes.filter { first.contains($0.id) }.map(\.change)
  }

  /// The digest of the new roster; nil where it is that of the entry before.
  func roster() throws -> Data? { try versions.roster() }

  /// The digest of the reputations that are kept from before; nil where there are none.
  func reputations() throws -> Data? {
    guard keepsReputations else { return nil }
    return try EvidenceSum.of(.reputations(ofSite: site), by: versions.entry, database)[
      versions.entry]
  }

  /// Makes the walk, whose entry was appended, the one that proves the site's roster.
  ///
  /// - Parameter mark: See ``KnownSite/mark``.
  func finish(mark: String?) throws {
    try database.cachedStatement(
      sql: "UPDATE site SET published_walk = ?, mark = ?, checked_at = NULL WHERE id = ?"
    ).execute(arguments: [versions.entry, mark, site])
  }

  private mutating func leave(_ member: StoredMember) throws {
    try versions.end(member.id)
    try database.cachedStatement(sql: "UPDATE member SET left_sha256 = ? WHERE id = ?")
      .execute(arguments: [
        Moderator.digest(of: [member.moderator]), member.id,
      ])
  }

  private mutating func takeBack(_ member: StoredMember, as moderator: Moderator) throws {
    let last = try Int.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT previous FROM entry WHERE id = (SELECT max(until) FROM tenure WHERE member = ?)
          """),
      arguments: [member.id])
    passage.join(
      moderator, after: try versions.begin(member.id, as: moderator, after: member.moderator),
      former: (member.moderator, last))
    try replace(member, with: moderator)
  }

  private mutating func join(_ moderator: Moderator) throws {
    let member = try StoredMember.insert(moderator, site: site, database)
    seen.insert(member)
    passage.join(moderator, after: try versions.begin(member, as: moderator, after: nil))
    documents.append(member)
  }

  /// Writes a row, and the index where its texts changed. The versions have the new name already.
  private mutating func replace(_ old: StoredMember, with new: Moderator) throws {
    let before = old.moderator
    if before.reputation != new.reputation || before.badges != new.badges {
      try keepReputation(of: old)
    }
    try StoredMember.update(old.id, to: new, database)
    if !before.hasSearchedBytes(of: new) { documents.append(old.id) }
  }

  /// Stores the replaced value where it is that of the end of an earlier month: where this is the first
  /// change of the month.
  private mutating func keepReputation(of member: StoredMember) throws {
    let moderator = member.moderator
    try database.cachedStatement(
      sql: """
        INSERT INTO former_reputation (member, entry, reputation, gold, silver, bronze)
        SELECT ?1, ?7, ?3, ?4, ?5, ?6 WHERE NOT EXISTS (
          SELECT 1 FROM dated_reputation
          WHERE member = ?1 AND replaced_at >= \(FormerReputation.month(of: "?2")))
        """
    ).execute(arguments: [
      member.id, date, moderator.reputation, moderator.badges?.gold, moderator.badges?.silver,
      moderator.badges?.bronze, versions.entry,
    ])
    if database.changesCount > 0 { keepsReputations = true }
  }
}
