import FoundationEssentials
import GRDB
import Roster

/// The evidence of one walk, or of one list of elected moderators, as stored in a table of pages.
struct WalkEvidence {
  /// The tables of pages, each with the column that says whose page a row is.
  enum PageTable: String {
    /// Of entries of the ledger.
    case page
    /// Of walks that have not ended.
    case stagedPage = "staged_page"

    var owner: String { self == .page ? "entry" : "walk" }
  }

  /// A row of `entry`, or of `walk`.
  var owner: Int
  var evidence: Evidence
  /// Pages whose row contradicts itself: the ids cannot be decoded, or their number differs from
  /// `item_count`.
  var damagedPages: [(reading: Int, page: Int)]

  static func fetch(
    _ owner: Int, from table: PageTable = .page, _ database: Database
  ) throws -> WalkEvidence {
    let statement = try database.cachedStatement(
      sql: """
        SELECT reading, role, page, position, item_count, has_more, total, sha256, fetched_at, user_ids
        FROM \(table.rawValue) WHERE \(table.owner) = ? ORDER BY reading, role, page
        """)
    let rows = try GRDB.Row.fetchCursor(statement, arguments: [owner])
    var result = WalkEvidence(owner: owner, evidence: Evidence(), damagedPages: [])
    while let row = try rows.next() {
      let ids = try PackedIDs.unpack(row.value("user_ids"))
      let count: Int = try row.value("item_count")
      if ids?.count != count {
        try result.damagedPages.append((row.value("reading"), row.value("page")))
      }
      guard let ids, let reading = try Reading(rawValue: row.value("reading")) else { continue }
      let position: String? = try row.value("position")
      let sha256: Data = try row.value("sha256")
      result.evidence.pages.append(
        try PageEvidence(
          reading: reading, role: Role(rawValue: row.value("role")), page: row.value("page"),
          position: position.map { PagePosition(text: $0) ?? .token($0) }, userIDs: ids,
          hasMore: row.value("has_more"), total: row.value("total"), sha256: sha256.hexadecimal,
          fetchedAt: Date(unixSeconds: row.value("fetched_at"))))
    }
    return result
  }

  /// Stores the pages of an entry.
  ///
  /// - Throws: `failed` where a digest is not a SHA-256.
  /// - Returns: The digest of what was stored.
  static func insert(_ pages: [PageEvidence], of entry: Int, _ database: Database) throws -> Data {
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    for page in pages {
      try database.cachedStatement(
        sql: "INSERT INTO page (entry, \(columns.joined(separator: ", "))) VALUES (?, \(marks))"
      ).execute(arguments: [entry] + values(of: page))
    }
    return try EvidenceSum.ofPages(of: entry, database)
  }

  /// The columns that both tables have.
  static let columns = [
    "reading", "role", "page", "item_count", "has_more", "total", "sha256", "fetched_at",
    "user_ids",
    "position",
  ]

  /// The values of ``columns``.
  ///
  /// - Throws: `failed` where the digest is not a SHA-256.
  static func values(of page: PageEvidence) throws -> StatementArguments {
    guard let sha256 = Data(sha256: page.sha256) else {
      throw DatabaseError(message: "“\(page.sha256)” is not a SHA-256")
    }
    return [
      page.reading.rawValue, page.role.rawValue, page.page, page.userIDs.count, page.hasMore,
      page.total, sha256, page.fetchedAt.unixSeconds, PackedIDs.pack(page.userIDs),
      page.position == .number(page.page) ? nil : page.position.text,
    ]
  }

  /// The rows of the first reading in their order.
  var keys: [Moderator.Key] {
    evidence.pages(of: .first).flatMap { page in page.userIDs.map { .init($0, as: page.role) } }
  }

  /// The number of these rows.
  var items: Int { evidence.pages(of: .first).reduce(0) { $0 + $1.userIDs.count } }

  /// The number of different users in the first reading, whatever their roles.
  var users: Int { evidence.users.values.reduce(into: Set<Int>()) { $0.formUnion($1) }.count }
}

/// A walk that has not ended: a row of `walk`, or one that the archive does not know of yet.
struct WalkUnderway {
  /// Nil where the archive has no row.
  var id: Int?
  var run: Int
  var site: Int
  /// Unix seconds.
  var startedAt: Int
  var source: Int?

  /// - Throws: `DatabaseError`.
  init(_ begun: BegunWalk, ofSite site: Int, _ database: Database) throws {
    run = begun.run
    self.site = site
    startedAt = begun.startedAt.unixSeconds
    source = try begun.source?.id(in: database)
  }

  /// Nil where there is no such walk.
  ///
  /// - Throws: `DatabaseError`, `RowDecodingError`.
  init?(_ id: Int, _ database: Database) throws {
    let row = try GRDB.Row.fetchOne(
      database.cachedStatement(sql: "SELECT run, site, started_at, source FROM walk WHERE id = ?"),
      arguments: [id])
    guard let row else { return nil }
    self.id = id
    run = try row.value(0)
    site = try row.value(1)
    startedAt = try row.value(2)
    source = try row.value(3)
  }

  /// Ends the walk: appends its entry to the ledger with its pages, and removes what was staged. It has begun no
  /// later than its pages were true.
  ///
  /// - Parameters:
  ///   - kind: `walk` where its roster is published, else `attempt`.
  ///   - roster: The digest of the roster that it publishes; nil where that is the one before.
  ///   - reputations: That of the former reputations that are kept with it.
  func end(
    as kind: Entry.Kind, _ evidence: WalkEvidence, _ verdict: Verdict, at date: Int, requests: Int,
    roster: Data? = nil, reputations: Data? = nil, _ database: Database
  ) throws {
    let pages = evidence.evidence.pages
    let roles = Set(pages.map(\.role.rawValue))
    let reasons = verdict.reasons.map(\.rawValue).joined(separator: " ")
    let body = Entry.Body(
      roles: roles == [Role.moderator.rawValue] ? nil : roles.sorted(),
      users: kind == .walk && evidence.users != evidence.items ? evidence.users : nil,
      verdict: verdict == .complete ? nil : verdict.name.rawValue,
      reasons: reasons.isEmpty ? nil : reasons, reputations: reputations?.hexadecimal)
    let start = min(startedAt, evidence.evidence.earliestPageAt?.unixSeconds ?? date)
    var entry = try Entry(
      kind, from: start, at: date, site: site, body,
      evidence: WalkEvidence.insert(pages, of: Entry.nextID(database), database))
    (entry.run, entry.source, entry.requests, entry.roster) = (run, source, requests, roster)
    if kind == .walk { entry.grade = verdict.grade?.rawValue }
    (entry.items, entry.pages) = (evidence.items, pages.count)
    entry.total = evidence.evidence.total
    try entry.append(to: database)
    if let id {
      try database.cachedStatement(sql: "DELETE FROM walk WHERE id = ?").execute(arguments: [id])
    }
  }
}
