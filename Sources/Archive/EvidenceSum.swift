import Crypto
import FoundationEssentials
import GRDB

/// The sums over rows that a sealed row vouches for: with its own seal it seals them too.
enum EvidenceSum {
  /// `walk.pages_sum` and `elected_walk.pages_sum`: SHA-256 over all columns of all pages of a walk, in
  /// the order of their key.
  static func ofPages(
    of walk: Int, in table: WalkEvidence.Table = .page, _ database: Database
  ) throws -> Data {
    let statement = try database.cachedStatement(
      sql: "SELECT * FROM \(table.rawValue) WHERE walk = ? ORDER BY reading, page")
    let rows = try GRDB.Row.fetchCursor(statement, arguments: [walk])
    var hash = SHA256()
    while let row = try rows.next() { hash.update(data: Seal.digest(of: row)) }
    return Data(hash.finalize())
  }

  /// `elected_walk.ids_sum`: SHA-256 over the ids in ascending order, each followed by a line feed.
  static func ofIDs(_ ids: Set<Int>) -> Data {
    var hash = SHA256()
    for id in ids.sorted() { hash.update(data: Array("\(id)\n".utf8)) }
    return Data(hash.finalize())
  }

  /// `site_list.sites_sum`: the sum over the sites of a network that a list held, as that list told of
  /// them.
  ///
  /// - Parameter date: When the list was fetched: the sites are those last seen then.
  static func ofSites(in network: String, lastSeen date: Int, _ database: Database) throws -> Data {
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
