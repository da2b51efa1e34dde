import Crypto
import FoundationEssentials
import GRDB
import Roster

/// Sums over rows that are stored in a sealed row, so that its seal covers these rows too.
enum EvidenceSum {
  /// `walk.pages_sum` and `elected_walk.pages_sum`: SHA-256 over all columns of all pages of a walk, in
  /// the order of their key.
  static func ofPages(
    of walk: Int, in table: WalkEvidence.PageTable = .page, _ database: Database
  ) throws -> Data {
    let statement = try database.cachedStatement(
      sql: "SELECT * FROM \(table.rawValue) WHERE walk = ? ORDER BY reading, page")
    let rows = try GRDB.Row.fetchCursor(statement, arguments: [walk])
    var hash = SHA256()
    while let row = try rows.next() { hash.update(data: Seal.digest(of: row)) }
    return Data(hash.finalize())
  }

  /// `walk.pages_sum` of an unfinished walk: the sum over its pages as recorded, with their items,
  /// which are kept until the walk ends.
  ///
  /// - Parameter only: One page; nil for all.
  static func ofRecordedPages(
    of walk: Int, only place: (reading: Int, page: Int)? = nil, _ database: Database
  ) throws -> RosterSum {
    let condition = place == nil ? "walk = ?" : "walk = ? AND reading = ? AND page = ?"
    let arguments: StatementArguments = place.map { [walk, $0.reading, $0.page] } ?? [walk]
    func rows(_ table: String) throws -> RowCursor {
      let statement = try database.cachedStatement(
        sql: "SELECT * FROM \(table) WHERE \(condition)")
      return try GRDB.Row.fetchCursor(statement, arguments: arguments)
    }
    var sum = RosterSum.zero
    let (pages, items) = try (rows("page"), rows("staged_page"))
    while let page = try pages.next() { sum += RosterSum(hashing: Array(Seal.digest(of: page))) }
    while let page = try items.next() { sum += RosterSum(hashing: Array(Seal.digest(of: page))) }
    return sum
  }

  /// Whether an unfinished walk still has its recorded pages, unchanged.
  static func hasRecordedPages(_ walk: Int, _ database: Database) throws -> Bool {
    let statement = try database.cachedStatement(sql: "SELECT pages_sum FROM walk WHERE id = ?")
    let kept = try Data.fetchOne(statement, arguments: [walk]).flatMap { RosterSum($0) }
    return try kept ?? .zero == ofRecordedPages(of: walk, database)
  }

  /// `elected_walk.ids_sum`: SHA-256 over the ids in ascending order, each followed by a line feed.
  static func ofIDs(_ ids: Set<Int>) -> Data {
    var hash = SHA256()
    for id in ids.sorted() { hash.update(data: Array("\(id)\n".utf8)) }
    return Data(hash.finalize())
  }

  /// `site_list.sites_sum`: the sum over the sites of a network that a list contained, as that list
  /// described them.
  ///
  /// - Parameter date: When the list was fetched: the sites with this date as `last_seen` are
  ///   summed.
  static func ofSites(in network: NetworkID, lastSeen date: Int, _ database: Database) throws
    -> Data
  {
    let rows = try GRDB.Row.fetchCursor(
      database,
      sql: """
        SELECT parameter, name, url, type, state, audience, launch_date, aliases FROM site
        WHERE network = ? AND last_seen = ?
        """, arguments: [network, date])
    var sum = RosterSum.zero
    while let row = try rows.next() { sum += RosterSum(hashing: Array(Seal.digest(of: row))) }
    return sum.data
  }
}
