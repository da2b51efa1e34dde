import FoundationEssentials
import GRDB
import Roster

/// A site with all its published walks: the input of its verifiers.
struct MirroredSite {
  let key: Int
  let ref: SiteRef
  /// The site's columns about its current roster; nil without a roster.
  let roster: CurrentRoster?
  /// The published walks, the oldest first.
  let walks: [PublishedWalk]

  /// The columns of a site's row that describe its roster.
  struct CurrentRoster {
    var walk: Int
    var verdict: String
    var moderators: Int
    var publishedAt: Int
    var grade: Grade?
  }

  /// Visits all sites of the archive, or those with some row ids, one at a time.
  static func forEach(
    _ keys: Set<Int>? = nil, _ database: Database, _ body: (MirroredSite) throws -> Void
  ) throws {
    let all = try Int.fetchAll(database, sql: "SELECT id FROM site ORDER BY network, parameter")
    for key in all where keys?.contains(key) ?? true {
      if let site = try MirroredSite(key, database) { try body(site) }
    }
  }

  /// Nil for an unknown row id.
  init?(_ key: Int, _ database: Database) throws {
    let row = try GRDB.Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT parameter, network, published_walk, verdict,
            moderators, published_at, grade
          FROM site WHERE id = ?
          """), arguments: [key])
    guard let row else { return nil }
    self.key = key
    ref = try SiteRef(row.value("network"), row.value("parameter"))
    roster = try (row.value("published_walk") as Int?).map { walk in
      try CurrentRoster(
        walk: walk, verdict: row.value("verdict"), moderators: row.value("moderators"),
        publishedAt: row.value("published_at"),
        grade: (row.value("grade") as String?).flatMap(Grade.init(rawValue:)))
    }
    walks = try PublishedWalk.fetchAll(of: key, database)
  }
}

/// A walk whose roster was published.
struct PublishedWalk {
  /// Its entry in the ledger.
  var id: Int
  var startedAt: Int
  /// The moment at which the roster is true; where a wrong clock was corrected, the latest such
  /// moment.
  var finishedAt: Int
  /// The earliest moment at which the roster can have been true.
  var notBefore: Int
  var verdict: String
  var items: Int?
  var body: Entry.Body?
  /// The roles whose lists it read.
  var roles: Set<Role>

  /// The walks of a site, the oldest first.
  static func fetchAll(of site: Int, _ database: Database) throws -> [PublishedWalk] {
    let rows = try GRDB.Row.fetchCursor(
      database.cachedStatement(
        sql: """
          SELECT id, started_at, finished_at, coalesce(not_before, finished_at) AS not_before, verdict,
            items, body
          FROM reading WHERE site = ? ORDER BY id
          """), arguments: [site])
    return try Array(
      rows.map { row in
        let body: Entry.Body? = try (row.value("body") as String?).flatMap {
          StoredJSON.value(in: $0)
        }
        return try PublishedWalk(
          id: row.value("id"), startedAt: row.value("started_at"),
          finishedAt: row.value("finished_at"), notBefore: row.value("not_before"),
          verdict: row.value("verdict"), items: row.value("items"),
          body: body,
          roles: Set((body?.roles ?? [Role.moderator.rawValue]).map(Role.init(rawValue:))))
      })
  }
}
