package import FoundationEssentials
import GRDB
package import Roster

extension ArchiveDatabase {
  /// Resumes the site's unfinished walk, or begins a new one.
  ///
  /// - Parameters:
  ///   - begun: What a new walk begins with.
  ///   - maxAge: Seconds. An unfinished walk that began longer ago is restarted without its pages:
  ///     too much may have changed since. So is a walk with another source, or whose recorded pages
  ///     were changed.
  /// - Throws: `unknown` where the archive does not contain the site.
  package func openWalk(_ begun: BegunWalk, maxAge: TimeInterval) throws -> OpenWalk {
    try write { try openWalk(begun, maxAge: maxAge, $0) }
  }

  private func openWalk(
    _ begun: BegunWalk, maxAge: TimeInterval, _ database: Database
  ) throws -> OpenWalk {
    let key = try siteKey(begun.site, database)
    let date = begun.startedAt
    if let walk = try unfinishedWalk(key, database) {
      // A start in the future comes from a wrong clock, and would not be a bound.
      let isYoung = (0...maxAge).contains(date.timeIntervalSince(walk.startedAt))
      let isUsable =
        try isYoung && WalkUnderway.fetch(walk.id, database)?.source == begun.source?.id
        && Seal.stagedPage.areWhole(where: "t.walk = ?", [walk.id], database)
      if isUsable { return walk }
      try database.execute(sql: "DELETE FROM walk WHERE id = ?", arguments: [walk.id])
    }
    let walk = try WalkUnderway(begun, ofSite: key, database)
    try database.cachedStatement(
      sql: "INSERT INTO walk (run, site, started_at, source) VALUES (?, ?, ?, ?)"
    ).execute(arguments: [walk.run, walk.site, walk.startedAt, walk.source])
    return OpenWalk(id: Int(database.lastInsertedRowID), startedAt: date)
  }

  /// Whether an earlier run has left an unfinished walk of the site.
  ///
  /// - Throws: `unknown` where the archive does not contain the site.
  package func hasUnfinishedWalk(of site: SiteRef) throws -> Bool {
    try read { database in
      let statement = try database.cachedStatement(
        sql: "SELECT EXISTS (SELECT 1 FROM walk WHERE site = ?)")
      return try Bool.fetchOne(statement, arguments: [siteKey(site, database)]) ?? false
    }
  }

  /// The site's unfinished walk as stored; nil without one.
  ///
  /// - Throws: `unknown` where the archive does not contain the site.
  package func unfinishedWalk(of site: SiteRef) throws -> OpenWalk? {
    try read { database in
      try unfinishedWalk(siteKey(site, database), database)
    }
  }

  /// Stores pages of an unfinished walk in one transaction; the same page of the same reading recorded again
  /// replaces it. Of the second reading only the evidence is stored.
  ///
  /// - Throws: `unknown` where there is no such unfinished walk; `failed` where a digest is
  ///   not a SHA-256.
  package func record(_ pages: [RecordedPage], walk: Int) throws {
    try write { try record(pages, walk: walk, $0) }
  }

  /// Opens a walk as ``openWalk(_:maxAge:)`` does, and stores pages of it in the same transaction: most walks bring
  /// their first page when they are opened.
  ///
  /// - Returns: The walk's row id.
  package func record(
    _ pages: [RecordedPage], opening begun: BegunWalk, maxAge: TimeInterval
  ) throws -> Int {
    try write { database in
      let walk = try openWalk(begun, maxAge: maxAge, database).id
      if !pages.isEmpty { try record(pages, walk: walk, database) }
      return walk
    }
  }

  private func record(_ pages: [RecordedPage], walk: Int, _ database: Database) throws {
    _ = try underway(walk, database)
    for page in pages {
      let evidence = page.evidence
      let items = evidence.reading == .first ? page.items : []
      try WalkEvidence.stage(page, items: StoredJSON.text(of: items), of: walk, database)
      try Seal.stagedPage.write(
        where: "t.walk = ? AND t.reading = ? AND t.role = ? AND t.page = ?",
        [walk, evidence.reading.rawValue, evidence.role.rawValue, evidence.page], database)
    }
  }

  /// Stores how many requests an unfinished walk has taken, for the run that resumes it.
  package func countRequests(_ requests: Int, walk: Int) throws {
    try write { database in
      try database.cachedStatement(sql: "UPDATE walk SET requests = ? WHERE id = ?")
        .execute(arguments: [requests, walk])
    }
  }

  /// Ends a walk without publishing it. Its evidence stays, its items are removed, the old roster
  /// stays current.
  package func finishWalk(_ walk: Int, verdict: Verdict, at date: Date, requests: Int) throws {
    try write { database in
      let evidence = try WalkEvidence.staged(walk, database)
      try underway(walk, database).end(
        as: .attempt, evidence, verdict, at: date.unixSeconds, requests: requests, database)
    }
  }

  /// - Throws: `unknown` where there is no such unfinished walk.
  func underway(_ walk: Int, _ database: Database) throws -> WalkUnderway {
    guard let underway = try WalkUnderway.fetch(walk, database) else {
      throw error(.unknown, "There is no unfinished walk \(walk).")
    }
    return underway
  }

  private func unfinishedWalk(_ site: Int, _ database: Database) throws -> OpenWalk? {
    let statement = try database.cachedStatement(
      sql: "SELECT id, started_at, requests FROM walk WHERE site = ?")
    guard let row = try GRDB.Row.fetchOne(statement, arguments: [site]) else { return nil }
    let walk: Int = try row.value(0)
    let evidence = try WalkEvidence.staged(walk, database)
    let pages = try evidence.evidence.pages.compactMap {
      try stagedPage($0, walk, database)?.withoutItems
    }
    return try OpenWalk(
      id: walk, startedAt: Date(unixSeconds: row.value(1)), pages: pages, requests: row.value(2))
  }

  /// A page as it was recorded; nil where it cannot be decoded, so that it is fetched again.
  func stagedPage(
    _ evidence: PageEvidence, _ walk: Int, _ database: Database
  ) throws -> RecordedPage? {
    let statement = try database.cachedStatement(
      sql: """
        SELECT items, continuation FROM staged_page
        WHERE walk = ? AND reading = ? AND role = ? AND page = ?
        """)
    let row = try GRDB.Row.fetchOne(
      statement,
      arguments: [
        walk, evidence.reading.rawValue, evidence.role.rawValue, evidence.page,
      ])
    guard let row,
      let items = try StoredJSON.value([Moderator].self, in: row.value("items")),
      evidence.reading == .second || items.map(\.userID) == evidence.userIDs
    else { return nil }
    let next: String? = try row.value("continuation")
    return RecordedPage(
      evidence: evidence, items: items, next: next.flatMap { PagePosition(text: $0) })
  }
}
