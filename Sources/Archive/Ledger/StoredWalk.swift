import FoundationEssentials
import GRDB
import Roster

/// A walk that has ended.
struct StoredWalk {
  /// Its entry in the ledger.
  var id: Int
  /// Whether its roster was published.
  var isPublished: Bool
  /// What happened later may be missing.
  var startedAt: Int
  /// The roster was true between then and ``finishedAt``: the same moment, but where a wrong clock was corrected.
  var notBefore: Int
  var finishedAt: Int
  var verdict: String
  var grade: String?
  var items: Int?
  var total: Int?
  var pages: Int?
  /// The digest of its pages.
  var evidence: Data?
  /// The digest of its roster; nil where that is the one before.
  var roster: Data?
  private var text: String?

  /// The walks of a site up to a moment, the oldest first.
  ///
  /// - Parameters:
  ///   - role: Only those that read its list; nil for all.
  ///   - attempts: Whether walks that published nothing are among them.
  static func fetchAll(
    of site: Int, until end: Int = .max, listing role: Role? = nil,
    withAttempts attempts: Bool = false,
    _ database: Database
  ) throws -> [StoredWalk] {
    let rows = try GRDB.Row.fetchCursor(
      database.cachedStatement(
        sql: """
          SELECT id, published, started_at, not_before, finished_at, verdict, grade, items, total, pages,
            evidence, roster, body
          FROM \(attempts ? "finished_walk" : "reading") WHERE site = ? ORDER BY id
          """), arguments: [site])
    let walks = try Array(rows.map(StoredWalk.init).filter { $0.finishedAt <= end })
    return role.map { role in walks.filter { $0.roles.contains(role) } } ?? walks
  }

  private init(_ row: GRDB.Row) throws {
    id = try row.value(0)
    isPublished = try row.value(1)
    finishedAt = try row.value(4)
    // The view computes a date wherever a query names it.
    let (began, corrected) = try (row.value(2) as Int, row.value(3) as Int?)
    startedAt = min(began, corrected ?? began)
    notBefore = corrected ?? finishedAt
    verdict = try row.value(5)
    grade = try row.value(6)
    items = try row.value(7)
    total = try row.value(8)
    pages = try row.value(9)
    evidence = try row.value(10)
    roster = try row.value(11)
    text = try row.value(12)
  }

  var body: Entry.Body? { text.flatMap { StoredJSON.value(in: $0) } }

  /// The roles whose lists it read.
  var roles: Set<Role> {
    Set((body?.roles ?? [Role.moderator.rawValue]).map(Role.init(rawValue:)))
  }

  var time: ClosedRange<Date> {
    Date(unixSeconds: min(startedAt, finishedAt))...Date(unixSeconds: finishedAt)
  }

  /// The walk to which a moment belongs: its end, or a moment in it.
  static func index(of moment: Int, in walks: [StoredWalk]) -> Int? {
    let index = walks.partitioningIndex(where: { $0.finishedAt >= moment })
    return index < walks.count ? index : nil
  }
}
