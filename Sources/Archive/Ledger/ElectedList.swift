import FoundationEssentials
import GRDB

/// A list of elected moderators that was read.
struct ElectedList {
  /// Its entry in the ledger.
  var id: Int
  /// The digest of its pages.
  var evidence: Data?
  /// Whether it has the ids of the list before.
  var isRepeated: Bool
  /// The users of the list, as the versions give them.
  var ids: Set<Int> = []

  /// The lists of a site, the oldest first.
  static func fetchAll(of site: Int, _ database: Database) throws -> [ElectedList] {
    var lists = try GRDB.Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT id, evidence, roster IS NULL FROM entry WHERE site = ? AND kind = 'elected' ORDER BY id
          """), arguments: [site]
    ).map { row in
      try ElectedList(id: row.value(0), evidence: row.value(1), isRepeated: row.value(2))
    }
    let versions = try GRDB.Row.fetchCursor(
      database.cachedStatement(sql: "SELECT user_id, since, until FROM elected WHERE site = ?"),
      arguments: [site])
    while let row = try versions.next() {
      let (since, until) = try (row.value(1) as Int, row.value(2) as Int? ?? .max)
      for place in lists.indices where lists[place].id >= since && lists[place].id < until {
        try lists[place].ids.insert(row.value(0))
      }
    }
    return lists
  }
}
