import FoundationEssentials
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
}

extension ArchiveDatabase {
  /// Makes a proven roster the current one of its site. One transaction ends the walk and updates
  /// tenures, names, changes, reputation and the search index.
  ///
  /// The clock may stand still or go back between two walks, but dates must increase: a roster is
  /// dated at least a second after the one before it.
  ///
  /// - Throws: `CancellationError` where the task is cancelled or ``interrupt()`` is called
  ///   meanwhile; `unproven` where the evidence does not prove the roster, or the recorded items
  ///   differ from those of the evidence; `unknown` where there is no such unfinished walk.
  package func publish(_ walk: FinishedWalk) throws -> Publication {
    try write { try publish(walk, $0) }
  }

  private func publish(_ finished: FinishedWalk, _ database: Database) throws -> Publication {
    let (underway, evidence) = try (
      begunWalk(of: finished.pages, database), evidence(of: finished.pages, database)
    )
    let verdict = evidence.evidence.verdict(by: finished.rules)
    guard verdict.mayBePublished(acceptingUnproven: finished.acceptUnproven) else {
      throw unproven(verdict)
    }
    if !finished.acceptUnproven, let old = try grade(ofSite: underway.site, database),
      verdict.grade?.mayReplace(old) != true
    {
      throw unproven(.incomplete([.lowerGrade]))
    }
    let read = Set(evidence.evidence.pages.map(\.role))
    if let role = try unreadRole(of: underway.site, reading: read, database) {
      throw error(
        .unproven,
        "The walk is not published: it did not read the list of the role '\(role.rawValue)', "
          + "which moderators of the site have.")
    }
    var publisher = try RosterPublisher(
      database, site: underway.site, at: finished.date.unixSeconds, check: checkInterruption)
    var profiles: [Role: [Int: PageMembers]] = [:]
    try forEachPage(of: evidence, in: finished.pages, database) { page in
      for moderator in page.items { try publisher.take(moderator) }
      profiles[page.evidence.role, default: [:]][page.evidence.page] = try PageMembers(
        of: page.items, site: underway.site, database)
    }
    try publisher.end()
    try underway.end(
      as: .walk, evidence, verdict, at: publisher.date, requests: finished.requests,
      profiles: profiles,
      roster: publisher.roster(), reputations: publisher.reputations(), database)
    try publisher.finish(mark: finished.mark)
    let renamed = try StoredLoggedTenure.derive(ofSite: underway.site, database)
    try SearchIndex.write(publisher.documents + renamed, database, check: checkInterruption)
    return Publication(
      verdict: verdict, moderators: evidence.users, changes: publisher.changes)
  }

  /// The names of a site's present moderators, by user.
  ///
  /// - Throws: `unknown` where the archive does not contain the site.
  package func currentNames(of site: SiteRef) throws -> [Int: String] {
    try read { database in
      let rows = try GRDB.Row.fetchAll(
        database.cachedStatement(
          sql: """
            SELECT m.user_id, n.display_name FROM member m JOIN tenure t ON t.member = m.id AND t.until IS NULL
            JOIN name n ON n.member = m.id AND n.until IS NULL WHERE m.site = ?
            """), arguments: [siteKey(site, database)])
      return try Dictionary(rows.map { try ($0.value(0), $0.value(1)) }) { first, _ in first }
    }
  }

  /// The names of the moderators in a walk, by user.
  ///
  /// - Throws: `unproven` where the recorded items differ from those of the evidence; `unknown` where there is no such walk.
  package func names(in walk: FinishedWalk) throws -> [Int: String] {
    try read { database in
      var names: [Int: String] = [:]
      try forEachPage(of: evidence(of: walk.pages, database), in: walk.pages, database) { page in
        for moderator in page.items { names[moderator.userID] = moderator.displayName }
      }
      return names
    }
  }

  private func begunWalk(
    of pages: FinishedWalk.Pages, _ database: Database
  ) throws -> WalkUnderway {
    switch pages {
    case .recorded(let walk): try underway(walk, database)
    case .unrecorded(let begun, _):
      try WalkUnderway(begun, ofSite: siteKey(begun.site, database), database)
    }
  }

  private func evidence(
    of pages: FinishedWalk.Pages, _ database: Database
  ) throws -> WalkEvidence {
    switch pages {
    case .recorded(let walk): try WalkEvidence.staged(walk, database)
    case .unrecorded(_, let pages):
      WalkEvidence(owner: 0, Evidence(pages: pages.map(\.evidence)))
    }
  }

  /// The grade of a site's published roster; nil without one.
  package func currentGrade(of site: SiteRef) throws -> Grade? {
    try read { try grade(ofSite: siteKey(site, $0), $0) }
  }

  func grade(ofSite site: Int, _ database: Database) throws -> Grade? {
    let statement = try database.cachedStatement(sql: "SELECT grade FROM listed_site WHERE id = ?")
    return try String.fetchOne(statement, arguments: [site]).flatMap(Grade.init(rawValue:))
  }

  /// The users of a site's published roster by role; nil without one.
  ///
  /// - Throws: `unknown` where the archive does not contain the site.
  package func currentUsers(of site: SiteRef) throws -> [Role: Set<Int>]? {
    try read { database in
      let key = try siteKey(site, database)
      guard try grade(ofSite: key, database) != nil else { return nil }
      return try currentUsers(ofSite: key, database)
    }
  }

  private func currentUsers(ofSite site: Int, _ database: Database) throws -> [Role: Set<Int>] {
    let rows = try GRDB.Row.fetchCursor(
      database.cachedStatement(
        sql: "SELECT role, user_id FROM every_seat WHERE site = ? AND until IS NULL"),
      arguments: [site])
    var users: [Role: Set<Int>] = [:]
    while let row = try rows.next() {
      try users[Role(rawValue: row.value(0)), default: []].insert(row.value(1))
    }
    return users
  }

  /// A role that present moderators have, and whose list was not read: an empty list says that all of
  /// them have left, a missing one says nothing.
  func unreadRole(
    of site: Int, reading roles: Set<Role>, _ database: Database
  ) throws -> Role? {
    try Set(currentUsers(ofSite: site, database).keys).subtracting(roles).min()
  }

  private func unproven(_ verdict: Verdict) -> ArchiveError {
    error(.unproven, "The walk is not published: its evidence says \(verdict.name.rawValue).")
  }

  /// Calls `body` with each page of the walk's first reading.
  private func forEachPage(
    of walk: WalkEvidence, in pages: FinishedWalk.Pages, _ database: Database,
    _ body: (RecordedPage) throws -> Void
  ) throws {
    for evidence in walk.evidence.pages(of: .first) {
      let page: RecordedPage? =
        switch pages {
        case .recorded(let walk): try stagedPage(evidence, walk, database)
        case .unrecorded(_, let pages):
          pages.first { $0.evidence == evidence && $0.items.map(\.userID) == evidence.userIDs }
        }
      guard let page else {
        throw error(
          .unproven,
          "The walk is not published: page \(evidence.page) does not hold what its evidence says.")
      }
      try body(page)
    }
  }
}
