import GRDB
import Roster

/// One kept answer to the question who was elected on a site.
struct ElectedWalk {
  var evidence: WalkEvidence
  /// Who was elected.
  var userIDs: Set<Int>

  /// The answers of a site, the oldest first.
  static func fetchAll(of site: Int, _ database: Database) throws -> [ElectedWalk] {
    let walks = try Int.fetchAll(
      database, sql: "SELECT id FROM elected_walk WHERE site = ? ORDER BY id", arguments: [site])
    return try walks.map { walk in
      let evidence = try WalkEvidence.fetch(walk, from: .electedPage, database)
      return ElectedWalk(evidence: evidence, userIDs: Set(evidence.userIDs))
    }
  }

  /// Keeps an answer, in the place of the latest one where that says the same.
  static func record(
    _ evidence: Evidence, _ userIDs: Set<Int>, site: Int, at date: Int, _ database: Database
  ) throws {
    let latest = try Int.fetchOne(
      database, sql: "SELECT max(id) FROM elected_walk WHERE site = ?", arguments: [site])
    if let latest {
      let known = try WalkEvidence.fetch(latest, from: .electedPage, database)
      if Set(known.userIDs) == userIDs {
        try database.execute(sql: "DELETE FROM elected_walk WHERE id = ?", arguments: [latest])
      }
    }
    try database.execute(
      sql: "INSERT INTO elected_walk (site, read_at) VALUES (?, ?)", arguments: [site, date])
    let walk = Int(database.lastInsertedRowID)
    for page in evidence.pages {
      try WalkEvidence.insert(page, walk: walk, into: .electedPage, database)
    }
  }
}
