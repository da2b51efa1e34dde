import Crypto
import FoundationEssentials
import GRDB
import Roster

/// Digests of rows that are stored with the entry that wrote them, so that the chain of the ledger covers them.
enum EvidenceSum {
  /// `evidence` of a walk or a list of elected moderators: SHA-256 over all columns of all its pages, in the order of
  /// their key.
  static func ofPages(of entry: Int, _ database: Database) throws -> Data {
    let rows = try GRDB.Row.fetchCursor(
      database.cachedStatement(
        sql: "SELECT * FROM page WHERE entry = ? ORDER BY reading, role, page"), arguments: [entry])
    var hash = SHA256()
    while let row = try rows.next() { hash.update(data: row.digest) }
    return Data(hash.finalize())
  }

  /// What an entry added besides pages and rosters, whose digest it has: rows with the entry in their first column.
  struct Addition {
    let query: String

    /// `evidence` of a list of sites: the versions of sites that began with it, and the keys of those that ended.
    static let sites = Addition(
      query: """
        SELECT since AS entry, site, network, 0 AS ended, \(SiteVersion.columns) FROM site_version
        UNION ALL SELECT until, site, network, since, \(SiteVersion.nulls) FROM site_version
        WHERE until IS NOT NULL
        """)
    /// `evidence` of a part of a log: the rows that differ from those that were read before.
    static let log = Addition(
      query: """
        SELECT entry, log, id, site, at, kind, name, new_name, roles_before, roles_after, roles, salt, leaf
        FROM log_entry
        """)
    /// `evidence` of a file with badges or claims: these.
    static let claims = Addition(query: "SELECT * FROM claim")
    /// `evidence` of a correction of dates: the dates.
    static let clock = Addition(
      query: "SELECT clock AS entry, entry AS corrected, began, not_before, at FROM correction")
    /// `$.reputations` of a walk: the reputations that it replaced and that are kept.
    static func reputations(ofSite site: Int) -> Addition {
      Addition(
        query: """
          SELECT r.entry, r.member, m.salt, r.reputation, r.gold, r.silver, r.bronze, r.leaf
          FROM member m JOIN former_reputation r ON r.member = m.id WHERE m.site = \(site)
          """)
    }
  }

  /// The SHA-256 over what each entry added; entries that added nothing are absent. Rows are in the order of their digests,
  /// which one that is withheld keeps.
  ///
  /// - Parameter entry: The only one that is wanted; nil for all.
  static func of(
    _ addition: Addition, by entry: Int? = nil, _ database: Database
  ) throws -> [Int: Data] {
    let rows = try GRDB.Row.fetchCursor(
      database,
      sql: """
        SELECT * FROM (\(addition.query)) WHERE \(entry == nil ? "?1 IS NULL" : "entry = ?1")
        ORDER BY entry
        """, arguments: [entry])
    var sums: [Int: Data] = [:]
    var (last, digests): (Int?, [Data]) = (nil, [])
    func end() {
      if let last { sums[last] = Leaf.sum(digests.sorted { $0.lexicographicallyPrecedes($1) }) }
    }
    while let row = try rows.next() {
      let entry: Int = try row.value(0)
      if entry != last {
        end()
        (last, digests) = (entry, [])
      }
      digests.append(row.digest)
    }
    end()
    return sums
  }
}
