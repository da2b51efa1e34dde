import FoundationEssentials
import GRDB
import Roster

/// The evidence of one walk as stored in a table of pages.
struct WalkEvidence {
  /// The tables of pages.
  enum PageTable: String {
    case page
    case electedPage = "elected_page"
  }

  var walk: Int
  var evidence: Evidence
  /// Pages whose row contradicts itself: the ids cannot be decoded, or their number differs from
  /// `item_count`, or the page's role is not theirs.
  var damagedPages: [(reading: Int, page: Int)]

  static func fetch(
    _ walk: Int, from table: PageTable = .page, _ database: Database
  ) throws -> WalkEvidence {
    let statement = try database.cachedStatement(
      sql: """
        SELECT reading, page, position, item_count, has_more, total, sha256, fetched_at, user_ids
        FROM \(table.rawValue) WHERE walk = ? ORDER BY reading, page
        """)
    let rows = try GRDB.Row.fetchCursor(statement, arguments: [walk])
    var result = WalkEvidence(walk: walk, evidence: Evidence(), damagedPages: [])
    while let row = try rows.next() {
      let ids = try PackedIDs.unpack(row.value("user_ids"))
      let count: Int = try row.value("item_count")
      let (page, role) = try RoleTable.parts(of: row.value("page"), database)
      let isWhole =
        ids?.allSatisfy { RoleKey(rawValue: $0).roleNumber == role.number } ?? false
      if ids?.count != count || !isWhole {
        try result.damagedPages.append((row.value("reading"), page))
      }
      guard let ids, let reading = try Reading(rawValue: row.value("reading")) else { continue }
      let position: String? = try row.value("position")
      let sha256: Data = try row.value("sha256")
      result.evidence.pages.append(
        try PageEvidence(
          reading: reading, role: role, page: page,
          position: position.map { PagePosition(text: $0) ?? .token($0) }, userIDs: ids,
          hasMore: row.value("has_more"), total: row.value("total"), sha256: sha256.hexadecimal,
          fetchedAt: Date(unixSeconds: row.value("fetched_at"))))
    }
    return result
  }

  /// Stores the evidence of one page; the same page recorded again replaces it.
  ///
  /// - Throws: `failed` where the digest is not a SHA-256.
  static func insert(
    _ page: PageEvidence, walk: Int, into table: PageTable = .page, _ database: Database
  ) throws {
    guard let sha256 = Data(sha256: page.sha256) else {
      throw DatabaseError(message: "“\(page.sha256)” is not a SHA-256")
    }
    try database.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO \(table.rawValue) (walk, reading, page, item_count, has_more, total,
          sha256, fetched_at, user_ids, position) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      walk, page.reading.rawValue, page.key, page.userIDs.count, page.hasMore, page.total, sha256,
      page.fetchedAt.unixSeconds, PackedIDs.pack(page.userIDs),
      page.position == .number(page.page) ? nil : page.position.text,
    ])
  }

  /// The keys of the first reading in their order.
  var userIDs: [Int] { evidence.pages(of: .first).flatMap(\.userIDs) }

  /// The number of different users in the first reading, whatever their roles.
  var users: Int { Set(userIDs.map { RoleKey(rawValue: $0).number }).count }

  /// Ends the walk: writes its verdict and sums, seals it, and removes its staged items. The walk has begun no later than
  /// its pages were true.
  ///
  /// - Parameters:
  ///   - entry: The entry of the ledger that the walk gets; nil where it publishes no roster.
  ///   - isNew: Whether this transaction has inserted the walk, which has no seal yet and no staged items.
  func close(
    _ verdict: Verdict, at date: Int, requests: Int, as entry: Int? = nil,
    isNew: Bool = false, _ database: Database
  ) throws {
    try Seal.update(.walk, walk, isNew: isNew, in: database) {
      try database.cachedStatement(
        sql: """
          UPDATE walk SET finished_at = ?, verdict = ?, reasons = ?, requests = ?, published = ?,
            total = ?, items = ?, pages = ?, entry = ?, pages_sum = ?, grade = ?,
            started_at = min(started_at, ?) WHERE id = ?
          """
      ).execute(arguments: [
        date, verdict.name.rawValue, verdict.reasons.map(\.rawValue).joined(separator: " "),
        requests, entry != nil, evidence.total, userIDs.count,
        evidence.pages.count, entry, try EvidenceSum.ofPages(of: walk, database),
        entry == nil ? nil : verdict.grade?.rawValue,
        min(date, evidence.earliestPageAt?.unixSeconds ?? date), walk,
      ])
    }
    if isNew { return }
    try database.cachedStatement(sql: "DELETE FROM staged_page WHERE walk = ?")
      .execute(arguments: [walk])
  }
}
