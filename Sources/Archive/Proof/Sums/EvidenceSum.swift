import Crypto
import FoundationEssentials
import GRDB
import Roster

/// Sums over rows that are stored in another row, so that what proves that one covers these rows too.
enum EvidenceSum {
  /// `evidence` of a walk or a list of elected moderators: SHA-256 over all columns of all its pages, in the order of
  /// their key.
  static func ofPages(of entry: Int, _ database: Database) throws -> Data {
    try of("SELECT * FROM page WHERE entry = ? ORDER BY reading, role, page", entry, database)
  }

  /// `evidence` of a correction of dates: SHA-256 over what it corrected, in the order of entries.
  static func ofCorrections(by clock: Int, _ database: Database) throws -> Data {
    try of("SELECT * FROM correction WHERE clock = ? ORDER BY entry", clock, database)
  }

  private static func of(_ query: String, _ entry: Int, _ database: Database) throws -> Data {
    let rows = try GRDB.Row.fetchCursor(
      database.cachedStatement(sql: query), arguments: [entry])
    var hash = SHA256()
    while let row = try rows.next() { hash.update(data: Seal.digest(of: row)) }
    return Data(hash.finalize())
  }

  /// `roster` of a list of elected moderators: SHA-256 over the ids in ascending order, each followed by a line feed.
  static func ofIDs(_ ids: Set<Int>) -> Data {
    var hash = SHA256()
    for id in ids.sorted() { hash.update(data: Array("\(id)\n".utf8)) }
    return Data(hash.finalize())
  }

  /// `evidence` of a list of sites: the sum over the sites of a network that a list contained, as that list
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
