package import FoundationEssentials
import GRDB
package import Roster

/// A roster that was published, and what it changed.
package struct Publication: Hashable, Sendable {
  /// The verdict of the evidence, with a grade: `complete` or `unproven`.
  package var verdict: Verdict
  /// The number of users on the roster, whatever their roles.
  package var moderators: Int
  /// Each once, whatever the roles of the person. The first roster of a site has no changes.
  package var changes: [Change]

  package init(verdict: Verdict, moderators: Int, changes: [Change]) {
    self.verdict = verdict
    self.moderators = moderators
    self.changes = changes
  }
}

extension ArchiveDatabase {
  /// Makes a proven roster the current one of its site. One transaction ends the walk and updates
  /// tenures, names, changes, reputation and the search index.
  ///
  /// The clock may stand still or go back between two walks, but dates must increase: a roster is
  /// dated at least a second after the one before it.
  ///
  /// - Parameters:
  ///   - walk: An unfinished walk whose pages are all recorded.
  ///     The items of its first reading are the roster.
  ///   - rules: The rules of the site's network, which give the recorded evidence its verdict.
  ///   - acceptUnproven: Whether to publish a roster whose evidence fails only because of `total`, or
  ///     whose grade is lower than that of the published one.
  ///   - date: When the first reading ended: the moment at which the roster is true.
  ///   - requests: Requests sent for the walk, retries included.
  /// - Throws: `CancellationError` where the task is cancelled or ``interrupt()`` is called
  ///   meanwhile; `unproven` where the evidence does not prove the roster, or the recorded items
  ///   differ from those of the evidence; `unknown` where there is no such unfinished walk.
  package func publish(
    _ walk: Int, by rules: ProofRules, acceptUnproven: Bool = false, at date: Date, requests: Int
  ) throws -> Publication {
    try write { database in
      let site = try siteOfUnfinishedWalk(walk, database)
      let evidence = try WalkEvidence.fetch(walk, database)
      let verdict = evidence.evidence.verdict(by: rules)
      guard verdict.mayBePublished(acceptingUnproven: acceptUnproven) else {
        throw unproven(walk, verdict)
      }
      if !acceptUnproven, let old = try grade(ofSite: site, database),
        verdict.grade?.mayReplace(old) != true
      {
        throw unproven(walk, .incomplete([.lowerGrade]))
      }
      if let role = try unreadRole(of: site, evidence.evidence, database) {
        throw error(
          .unproven,
          "Walk \(walk) is not published: it did not read the list of the role '\(role.rawValue)', "
            + "which moderators of the site have.")
      }
      var publisher = try RosterPublisher(
        database, site: site, at: date.unixSeconds, check: checkInterruption)
      try forEachModerator(of: evidence, database) { try publisher.take($0) }
      try publisher.end()
      try evidence.close(
        verdict, at: publisher.date, requests: requests, publishing: publisher.sum, database)
      try publisher.finish(walk, verdict: verdict, count: evidence.users)
      return Publication(
        verdict: verdict, moderators: evidence.users, changes: publisher.changes)
    }
  }

  /// The grade of a site's published roster; nil without one.
  package func currentGrade(of site: SiteRef) throws -> Grade? {
    try read { try grade(ofSite: siteKey(site, $0), $0) }
  }

  private func grade(ofSite site: Int, _ database: Database) throws -> Grade? {
    let statement = try database.cachedStatement(sql: "SELECT grade FROM site WHERE id = ?")
    return try String.fetchOne(statement, arguments: [site]).flatMap(Grade.init(rawValue:))
  }

  /// The keys of a site's published roster, for the role ``Role/moderator`` user ids; empty without one.
  package func currentIDs(of site: SiteRef) throws -> Set<Int> {
    try read { database in
      let key = try siteKey(site, database)
      let statement = try database.cachedStatement(
        sql: "SELECT user_id FROM member WHERE site = ? AND left_at IS NULL")
      return try Set(Int.fetchAll(statement, arguments: [key]))
    }
  }

  /// A role that present moderators have, and whose list the evidence lacks: an empty list says that all of
  /// them have left, a missing one says nothing.
  private func unreadRole(
    of site: Int, _ evidence: Evidence, _ database: Database
  ) throws -> Role? {
    let unread = try currentRoleNumbers(ofSite: site, database).first { number in
      !evidence.pages.contains { $0.role.number == number }
    }
    return try unread.map { try RoleTable.role($0, database) }
  }

  private func unproven(_ walk: Int, _ verdict: Verdict) -> ArchiveError {
    error(
      .unproven, "Walk \(walk) is not published: its evidence says \(verdict.name.rawValue).")
  }

  /// Calls `body` with each row that the walk's first reading recorded.
  private func forEachModerator(
    of walk: WalkEvidence, _ database: Database, _ body: (Moderator) throws -> Void
  ) throws {
    for evidence in walk.evidence.pages(of: .first) {
      guard let page = try stagedPage(evidence, walk.walk, database) else {
        throw error(
          .unproven,
          "Walk \(walk.walk) is not published: page \(evidence.page) does not hold what its "
            + "evidence says.")
      }
      for moderator in page.items { try body(moderator) }
    }
  }
}
