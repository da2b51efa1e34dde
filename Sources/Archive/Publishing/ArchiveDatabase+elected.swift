package import FoundationEssentials
import GRDB
package import Roster

extension ArchiveDatabase {
  /// Records which moderators of the current roster were elected, according to a walk over the list
  /// of elected moderators, and stores its evidence.
  ///
  /// A moderator who won an election stays elected for as long as they moderate: where they are
  /// missing from a later list, the API failed, or they left after the roster was read. The first
  /// mark of a tenure is not a change; a different later one is a `profile` change of the column
  /// `elected`.
  ///
  /// - Parameters:
  ///   - evidence: The evidence of the walk over the elected. Ids that are not in the roster are
  ///     ignored.
  ///   - rules: The rules of the site's network.
  ///   - start: When that walk began.
  ///   - date: When it ended.
  /// - Throws: `unproven` where the evidence does not prove the walk complete; `unknown` where the
  ///   archive does not contain the site.
  package func setElected(
    _ evidence: Evidence, by rules: ProofRules, site: SiteRef, startedAt start: Date, at date: Date
  ) throws -> [Change] {
    guard evidence.verdict(by: rules) == .complete else {
      throw error(
        .unproven,
        "Who was elected on \(site.id) is not noted: the evidence is not whole.",
        remedy: .askForElected)
    }
    let ids = Set(evidence.pages(of: .first).flatMap(\.userIDs))
    return try write { database in
      let key = try siteKey(site, database)
      let start = min(start, evidence.earliestPageAt ?? start).unixSeconds
      let list = try Entry(.elected, from: start, at: date.unixSeconds, site: key)
      return try record(list, of: ids, ofSite: key, with: evidence, database)
    }
  }

  /// - Parameters:
  ///   - list: The entry to append.
  ///   - evidence: Nil where the next list proves this one.
  func record(
    _ list: Entry, of ids: Set<Int>, ofSite site: Int, with evidence: Evidence?,
    _ database: Database
  ) throws -> [Change] {
    let previous = try previousList(site, database)
    let changes = try newlyElected(ids, site: site, database)
    if let previous {
      for change in changes {
        try ChangeRow(change, site: site, after: previous.id, entry: Entry.nextID(database))
          .insert(database)
      }
    }
    try keepElected(ids, site: site, as: Entry.nextID(database), database)
    var entry = list
    // The list is about the published roster, so it is not older, and it is later than the list
    // before, even where the clock has gone back by seconds.
    entry.at = try max(
      list.at, publishedAt(site, database), previous.map { $0.readAt &+ 1 } ?? .min)
    entry.roster = try ElectedList.latestDigest(ofSite: site, database)
    entry.items = ids.count
    try append(entry, ofSite: site, with: evidence, after: previous, database)
    return changes
  }

  /// Of consecutive lists with the same ids, only the last one keeps its pages: they prove the others too.
  private func append(
    _ list: Entry, ofSite site: Int, with evidence: Evidence?,
    after previous: (id: Int, readAt: Int, sum: Data?)?,
    _ database: Database
  ) throws {
    var entry = list
    if let previous, previous.sum == list.roster {
      try database.cachedStatement(sql: "DELETE FROM page WHERE entry = ?")
        .execute(arguments: [previous.id])
      entry.roster = nil
    }
    if let evidence {
      entry.pages = evidence.pages.count
      entry.evidence = try WalkEvidence.insert(
        evidence.pages, of: Entry.nextID(database), .elected, site: site, database)
    }
    try entry.append(to: database)
  }

  /// The latest list of a site; nil without one.
  private func previousList(
    _ site: Int, _ database: Database
  ) throws -> (id: Int, readAt: Int, sum: Data?)? {
    let statement = try database.cachedStatement(
      sql: """
        SELECT l.id, l.finished_at, (SELECT e.roster FROM entry e
          WHERE e.site = l.site AND e.kind = 'elected' AND e.roster IS NOT NULL ORDER BY e.id DESC LIMIT 1)
        FROM elected_list l WHERE l.site = ? ORDER BY l.id DESC LIMIT 1
        """)
    return try statement.readOne([site]) {
      try (id: $0.value(0), readAt: $0.value(1), sum: $0.value(2))
    }
  }

  /// The moderators who were there on an earlier list of their tenure as not elected, and are elected now.
  private func newlyElected(_ ids: Set<Int>, site: Int, _ database: Database) throws -> [Change] {
    var changes: [Change] = []
    try StoredMember.forEach(of: site, database) { member in
      guard member.leftAt == nil, member.elected == 0, ids.contains(member.moderator.userID),
        !Withheld.has(member.moderator.userID)
      else { return }
      changes.append(.election(of: member.moderator))
    }
    return changes
  }

  /// Ends and begins the versions in which the list of an entry differs from the one before. Who is on no roster yet
  /// becomes a member without a name and a tenure.
  private func keepElected(
    _ users: Set<Int>, site: Int, as entry: Int, _ database: Database
  ) throws {
    let insertion = try database.cachedStatement(
      sql: """
        INSERT INTO member (site, user_id, role) VALUES (?, ?, '\(Role.moderator.rawValue)')
        ON CONFLICT DO UPDATE SET role = role RETURNING id
        """)
    let members = try users.sorted().compactMap { user in
      try Int.fetchOne(insertion, arguments: [site, user])
    }
    let list = try StoredJSON.text(of: members)
    try database.cachedStatement(
      sql: """
        UPDATE elected SET until = ?1 WHERE until IS NULL
          AND member IN (SELECT id FROM member WHERE site = ?2)
          AND member NOT IN (SELECT value FROM json_each(?3))
        """
    ).execute(arguments: [entry, site, list])
    try database.cachedStatement(
      sql: """
        INSERT INTO elected (member, since) SELECT value, ?1 FROM json_each(?2)
        WHERE value NOT IN (SELECT member FROM elected WHERE until IS NULL)
        """
    ).execute(arguments: [entry, list])
  }

  private func publishedAt(_ site: Int, _ database: Database) throws -> Int {
    let statement = try database.cachedStatement(
      sql: "SELECT published_at FROM listed_site WHERE id = ?")
    return try Int.fetchOne(statement, arguments: [site]) ?? .min
  }
}

extension Change {
  /// Somebody who was not elected before is.
  static func election(of moderator: Moderator) -> Change {
    Change(
      userID: moderator.userID, role: moderator.role, accountID: moderator.accountID,
      displayName: moderator.displayName, kind: .profile,
      detail: [FieldChange(column: "elected", before: "0", after: "1")])
  }
}
