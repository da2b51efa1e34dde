import FoundationEssentials
import GRDB
import Roster

/// One list of elected moderators of a site, as stored.
struct ElectedWalk {
  var evidence: Evidence
  /// The keys of the list.
  var userIDs: Set<Int>
  var startedAt: Int
  var readAt: Int

  /// The latest list of a site; the journal needs to know when it was requested.
  struct Latest {
    var id: Int
    var startedAt: Int
    var readAt: Int
  }

  static func latest(of site: Int, _ database: Database) throws -> Latest? {
    let statement = try database.cachedStatement(
      sql: """
        SELECT id, coalesce(started_at, read_at), read_at FROM elected_walk WHERE site = ?
        ORDER BY id DESC LIMIT 1
        """)
    return try GRDB.Row.fetchOne(statement, arguments: [site]).map {
      try Latest(id: $0.value(0), startedAt: $0.value(1), readAt: $0.value(2))
    }
  }

  /// Stores the list and seals it. Of consecutive lists with the same ids, only the last one keeps
  /// its pages: they prove the others too.
  ///
  /// - Parameter previous: The list before.
  /// - Returns: The digest of its pages.
  func record(site: Int, after previous: Latest?, _ database: Database) throws -> Data {
    let idsSum = EvidenceSum.ofIDs(userIDs)
    if let previous {
      let isSame = try Bool.fetchOne(
        database.cachedStatement(sql: "SELECT ids_sum = ? FROM elected_walk WHERE id = ?"),
        arguments: [idsSum, previous.id])
      if isSame == true { try Self.dropPages(of: previous.id, database) }
    }
    try database.cachedStatement(
      sql: """
        INSERT INTO elected_walk (site, read_at, started_at, roster, ids_sum)
        VALUES (?1, ?2, ?3, (SELECT published_walk FROM site WHERE id = ?1), ?4)
        """
    ).execute(arguments: [site, readAt, startedAt, idsSum])
    let walk = Int(database.lastInsertedRowID)
    for page in evidence.pages {
      try WalkEvidence.insert(page, walk: walk, into: .electedPage, database)
    }
    let pages = try EvidenceSum.ofPages(of: walk, in: .electedPage, database)
    try database.cachedStatement(sql: "UPDATE elected_walk SET pages_sum = ? WHERE id = ?")
      .execute(arguments: [pages, walk])
    try Seal.write(.electedWalk, walk, in: database)
    return pages
  }

  private static func dropPages(of walk: Int, _ database: Database) throws {
    try database.cachedStatement(sql: "DELETE FROM elected_page WHERE walk = ?")
      .execute(arguments: [walk])
    try Seal.update(.electedWalk, walk, in: database) {
      try database.cachedStatement(sql: "UPDATE elected_walk SET pages_sum = NULL WHERE id = ?")
        .execute(arguments: [walk])
    }
  }
}
