import Crypto
import FoundationEssentials
import GRDB
import Roster

/// The evidence of one walk, or of one list of elected moderators, as stored.
struct WalkEvidence {
  /// A row of `entry`, or of `walk`.
  var owner: Int
  var evidence: Evidence
  /// The number of rows of the first reading, as its pages state it.
  var items: Int
  /// Pages whose row contradicts itself: the ids cannot be decoded, or their number differs from
  /// `item_count`.
  var damagedPages: [(reading: Int, page: Int)] = []
  /// See ``EvidenceSum/ofPages(of:_:)``; nil where the pages were not read from the archive.
  var sum: Data?

  init(owner: Int, _ evidence: Evidence) {
    self.owner = owner
    self.evidence = evidence
    items = evidence.pages(of: .first).reduce(0) { $0 + $1.userIDs.count }
  }

  /// The evidence of a walk that has not ended.
  static func staged(_ walk: Int, _ database: Database) throws -> WalkEvidence {
    try fetch(walk, "SELECT walk, \(columns), user_ids FROM staged_page WHERE walk = ?", database) {
      $0
    }
  }

  /// The evidence of an entry; its pages have no ids where its walk published nothing.
  ///
  /// - Parameter users: The members of the site, and the ids of their users.
  static func fetch(
    _ entry: Int, _ users: [Int: Int], _ database: Database
  ) throws -> WalkEvidence {
    try fetch(
      entry, "SELECT * FROM page WHERE entry = ?", database, users: self.users(in: users))
  }

  private static func users(in users: [Int: Int]) -> ([Int]) -> [Int]? {
    { members in
      let ids = members.compactMap { users[$0] }
      return ids.count == members.count ? ids : nil
    }
  }

  /// The ids of the users of all members of a site, by row id.
  static func users(ofSite site: Int, _ database: Database) throws -> [Int: Int] {
    let rows = try GRDB.Row.fetchAll(
      database.cachedStatement(sql: "SELECT id, user_id FROM member WHERE site = ?"),
      arguments: [site])
    return try Dictionary(
      rows.map { try ($0.value(0), $0.value(1)) }, uniquingKeysWith: { first, _ in first })
  }

  private static func fetch(
    _ owner: Int, _ query: String, _ database: Database, users: @escaping ([Int]) -> [Int]?
  ) throws -> WalkEvidence {
    let rows = try GRDB.Row.fetchCursor(
      database.cachedStatement(sql: "\(query) ORDER BY reading, role, page"), arguments: [owner])
    var reader = try Reader(rows, users: users)
    return try reader.evidence(of: owner)
  }

  /// Reads the evidence of several owners, which is faster than a query for each.
  struct Reader {
    private let rows: RowCursor
    private let users: ([Int]) -> [Int]?
    /// The first row that was not read yet.
    private var row: GRDB.Row?

    /// - Parameters:
    ///   - rows: Rows of `page`, or such ones, in the order of owners and of their key.
    ///   - users: The ids of users for what a page lists; nil where it lists somebody else.
    fileprivate init(_ rows: RowCursor, users: @escaping ([Int]) -> [Int]?) throws {
      (self.rows, self.users) = (rows, users)
      row = try rows.next()
    }

    /// The walks of a site that published, or that did not.
    init(of kind: Entry.Kind, ofSite site: Int, _ users: [Int: Int], _ database: Database) throws {
      let statement = try database.cachedStatement(
        sql: """
          SELECT p.* FROM entry e JOIN page p ON p.entry = e.id WHERE e.site = ? AND e.kind = ?
          ORDER BY e.id, p.reading, p.role, p.page
          """)
      try self.init(
        GRDB.Row.fetchCursor(statement, arguments: [site, kind]),
        users: WalkEvidence.users(in: users))
    }

    /// - Parameter owner: One after the owner of the call before.
    mutating func evidence(of owner: Int) throws -> WalkEvidence {
      var result = WalkEvidence(owner: owner, Evidence())
      var hash = SHA256()
      while let row, try row.value(0) == owner {
        hash.update(data: row.digest)
        try result.append(row, users: users)
        self.row = try rows.next()
      }
      result.sum = Data(hash.finalize())
      return result
    }
  }

  private mutating func append(_ row: GRDB.Row, users: ([Int]) -> [Int]?) throws {
    let (reading, page, count) = try (row.value(1) as Int, row.value(3) as Int, row.value(4) as Int)
    if reading == Reading.first.rawValue { items += count }
    let packed: Data? = try row.value(Self.columnNames.count + 1)
    let ids = packed.map { PackedIDs.unpack($0).flatMap(users) } ?? []
    if packed != nil, ids?.count != count { damagedPages.append((reading, page)) }
    guard let ids, let reading = Reading(rawValue: reading) else { return }
    let (position, sha256) = try (row.value(8) as String?, row.value(9) as Data?)
    evidence.pages.append(
      try PageEvidence(
        reading: reading, role: Role(rawValue: row.value(2)), page: page,
        position: position.map { PagePosition(text: $0) ?? .token($0) }, userIDs: ids,
        hasMore: row.value(5), total: row.value(6), sha256: sha256 ?? Data(),
        fetchedAt: Date(unixSeconds: row.value(7))))
  }

  /// Stores a page of a walk that has not ended, in the place of the one that was there.
  static func stage(
    _ page: RecordedPage, items: String, of walk: Int, _ database: Database
  ) throws {
    try database.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO staged_page (\(columns), walk, user_ids, continuation, items)
        VALUES (\(marks), ?, ?, ?, ?)
        """
    ).execute(
      arguments: values(of: page.evidence, sha256: page.evidence.sha256) + [
        walk, PackedIDs.pack(page.evidence.userIDs), page.next?.text, items,
      ])
  }

  /// Stores the pages of an entry. Those of a walk that published nothing name nobody, and neither do positions: a token of
  /// a server, which may have a name, becomes a digest by which only pages of the same entry can be compared.
  ///
  /// - Parameter pageMembers: Of a walk whose roster was published, those of its first reading, by role and page; empty
  ///   pages may be absent.
  /// - Returns: The digest of what was stored.
  static func insert(
    _ pages: [PageEvidence], of entry: Int, _ kind: Entry.Kind, site: Int,
    pageMembers: [Role: [Int: PageMembers]] = [:], _ database: Database
  ) throws -> Data {
    let secret = SymmetricKey(size: .bits256)
    for var page in pages {
      if case .token(let token) = page.position {
        let digest = HMAC<SHA256>.authenticationCode(for: Array(token.utf8), using: secret)
        page.position = .token(digest.hexadecimal)
      }
      let members: PageMembers? =
        switch (kind, page.reading) {
        case (.attempt, _): nil
        case (.walk, .first):
          try pageMembers[page.role]?[page.page] ?? PageMembers(of: [], site: site, database)
        default: try PageMembers(page, site: site, database)
        }
      try database.cachedStatement(
        sql: "INSERT INTO page (\(columns), entry, members) VALUES (\(marks), ?, ?)"
      ).execute(
        arguments: values(of: page, sha256: members?.digest) + [
          entry, members.map { PackedIDs.pack($0.ids) },
        ])
    }
    return try EvidenceSum.ofPages(of: entry, database)
  }

  /// Copies the pages of an entry of another archive to one whose walk publishes nothing: they name nobody.
  ///
  /// - Returns: The digest of what was stored.
  static func copy(
    pagesOf other: Int, in source: Database, to entry: Int, _ database: Database
  ) throws -> Data {
    let rows = try GRDB.Row.fetchCursor(
      source.cachedStatement(sql: "SELECT \(columns) FROM page WHERE entry = ?"),
      arguments: [other])
    while let row = try rows.next() {
      let values = columnNames.map { $0 == "sha256" ? .null : row[$0] as DatabaseValue }
      try database.cachedStatement(
        sql: "INSERT INTO page (\(columns), entry) VALUES (\(marks), ?)"
      ).execute(arguments: StatementArguments(values: values) + [entry])
    }
    return try EvidenceSum.ofPages(of: entry, database)
  }

  private static let columnNames = [
    "reading", "role", "page", "item_count", "has_more", "total", "fetched_at", "position",
    "sha256",
  ]
  /// The columns that both tables have, in the order of `page`.
  private static let columns = columnNames.joined(separator: ", ")
  private static let marks = columnNames.map { _ in "?" }.joined(separator: ", ")

  private static func values(of page: PageEvidence, sha256: Data?) -> StatementArguments {
    [
      page.reading.rawValue, page.role.rawValue, page.page, page.userIDs.count, page.hasMore,
      page.total, page.fetchedAt.unixSeconds,
      page.position == .number(page.page) ? nil : page.position.text, sha256,
    ]
  }

  /// The rows of the first reading in their order.
  var keys: [Moderator.Key] {
    evidence.pages(of: .first).flatMap { page in page.userIDs.map { .init($0, as: page.role) } }
  }

  /// The number of different users in the first reading, whatever their roles.
  var users: Int { evidence.users.values.reduce(into: Set<Int>()) { $0.formUnion($1) }.count }
}

/// A walk that has not ended: a row of `walk`, or one that the archive does not know of yet.
struct WalkUnderway: StoredRecord {
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
  static func fetch(_ id: Int, _ database: Database) throws -> WalkUnderway? {
    try fetchOne(
      database.cachedStatement(
        sql: "SELECT id, run, site, started_at, source FROM walk WHERE id = ?"), arguments: [id])
  }

  /// Ends the walk: appends its entry to the ledger with its pages, and removes what was staged. It has begun no
  /// later than its pages were true.
  ///
  /// - Parameters:
  ///   - kind: `walk` where its roster is published, else `attempt`.
  ///   - pageMembers: See ``WalkEvidence/insert(_:of:_:site:pageMembers:_:)``.
  ///   - roster: The digest of the roster that it publishes; nil where that is the one before.
  ///   - reputations: That of the former reputations that are kept with it.
  func end(
    as kind: Entry.Kind, _ evidence: WalkEvidence, _ verdict: Verdict, at date: Int, requests: Int,
    pageMembers: [Role: [Int: PageMembers]] = [:], roster: Data? = nil, reputations: Data? = nil,
    _ database: Database
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
      evidence: WalkEvidence.insert(
        pages, of: Entry.nextID(database), kind, site: site, pageMembers: pageMembers, database))
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
