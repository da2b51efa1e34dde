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
      let previous = try ElectedWalk.latest(of: key, database)
      // The list is about the published roster, so it is not older, and it is later than the list
      // before, even where the clock has gone back by seconds.
      let readAt = try max(
        date.unixSeconds, publishedAt(key, database), previous.map { $0.readAt &+ 1 } ?? .min)
      let startedAt = min(start, evidence.earliestPageAt ?? start).unixSeconds
      let evidenceSum = try ElectedWalk(
        evidence: evidence, userIDs: ids, startedAt: min(startedAt, readAt), readAt: readAt
      ).record(site: key, after: previous, database)
      let changes = try mark(ids, site: key, at: readAt, after: previous?.startedAt, database)
      try Entry(
        .elected, from: startedAt, at: readAt, site: key,
        Entry.Body(items: ids.count, pages: evidence.pages.count), evidence: evidenceSum
      ).append(to: database)
      return changes
    }
  }

  /// Marks the moderators of a site according to a list of elected moderators.
  ///
  /// - Parameter previous: When the previous list was requested; nil without one.
  /// - Returns: The marks that differ from before.
  private func mark(
    _ ids: Set<Int>, site: Int, at date: Int, after previous: Int?, _ database: Database
  ) throws -> [Change] {
    var moved: [(StoredMember, Int)] = []
    try StoredMember.forEach(of: site, database) { member in
      let elected = member.elected == 1 || ids.contains(member.moderator.key) ? 1 : 0
      if member.leftAt == nil, member.elected != elected { moved.append((member, elected)) }
    }
    var changes: [Change] = []
    for (member, elected) in moved {
      try database.cachedStatement(
        sql: """
          UPDATE tenure SET elected = ?, elected_at = coalesce(elected_at, ?)
          WHERE member = ? AND until IS NULL
          """
      ).execute(arguments: [elected, date, member.id])
      guard let before = member.elected else { continue }
      let change = Self.change(member.moderator, elected: before, to: elected)
      try ChangeRow.insert(
        change, site: site, observedAt: date, previousWalkAt: previous ?? date, database)
      changes.append(change)
    }
    return changes
  }

  private func publishedAt(_ site: Int, _ database: Database) throws -> Int {
    let statement = try database.cachedStatement(sql: "SELECT published_at FROM site WHERE id = ?")
    return try Int.fetchOne(statement, arguments: [site]) ?? .min
  }

  private static func change(_ moderator: Moderator, elected before: Int, to after: Int) -> Change {
    Change(
      userID: moderator.userID, role: moderator.role, accountID: moderator.accountID,
      displayName: moderator.displayName, kind: .profile,
      detail: [
        Change.FieldChange(column: "elected", before: String(before), after: String(after))
      ])
  }
}
