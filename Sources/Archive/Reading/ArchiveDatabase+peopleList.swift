import GRDB
package import Roster

extension ArchiveDatabase {
  /// The people who moderate most sites, then by reputation: rows of the `people` view. Accounts of
  /// -1 or NULL identify no person and are never included.
  ///
  /// - Parameters:
  ///   - limit: At most this many; nil for all.
  ///   - network: Only people of this network; nil for all.
  ///   - kinds: Only the sites at which they are one of these; empty for all.
  ///   - roles: Only the sites at which they have one of these; empty for all.
  package func people(
    limit: Int? = nil, network: NetworkID? = nil, kinds: [Moderator.Kind] = [], roles: [Role] = []
  ) throws -> Listing {
    let people = Schema.people { Self.condition(kinds, roles, of: $0) }
    return try read { database in
      guard let limit else {
        let rows = try GRDB.Row.fetchAll(
          database,
          sql: """
            SELECT * FROM (\(people)) WHERE network = coalesce(?, network)
            ORDER BY sites DESC, reputation DESC, account_id
            """, arguments: [network])
        return Listing(columns: View.people.columns, rows: rows.map(\.cells))
      }
      // The rows of a few people are looked up: a join would make the whole view first.
      let person = try database.makeStatement(
        sql: "SELECT * FROM (\(people)) WHERE account_id = ? AND network = ?")
      let condition = Self.condition(kinds, roles, of: "m")
      let rows = try Self.first(limit, network, condition, database).compactMap {
        key -> Roster.Row? in
        let account: Int = try key.value(0)
        let network: String = try key.value(1)
        return try GRDB.Row.fetchOne(person, arguments: [account, network])?.cells
      }
      return Listing(columns: View.people.columns, rows: rows)
    }
  }

  /// The keys of the first people of the list. Most people of a large archive have one row: where enough others
  /// moderate two sites, nobody with one row is among the first.
  private static func first(
    _ limit: Int, _ network: NetworkID?, _ condition: String?, _ database: Database
  ) throws -> [GRDB.Row] {
    func first(in rows: String) throws -> [GRDB.Row] {
      try GRDB.Row.fetchAll(
        database,
        sql: """
          SELECT m.account_id, s.network, count(DISTINCT m.site) FROM \(current(rows, condition))
          ORDER BY count(DISTINCT m.site) DESC, \(Schema.reputationSum) DESC, m.account_id LIMIT ?2
          """, arguments: [network, limit])
    }
    let found = try first(in: rowsOfSeveral)
    let least: Int? = try found.last?.value(2)
    return found.count == limit && least.map { $0 > 1 } ?? true
      ? found : try first(in: "seat m")
  }

  /// How many people `people` lists without a limit.
  ///
  /// - Parameters:
  ///   - network: Only people of this network; nil for all.
  ///   - kinds: Only people who are one of these on some site; empty for all.
  ///   - roles: Only people who have one of these there; empty for all.
  /// - Returns: How many there are, and how many of them are moderators, not only staff.
  package func peopleCount(
    network: NetworkID? = nil, kinds: [Moderator.Kind] = [], roles: [Role] = []
  ) throws -> (people: Int, moderators: Int) {
    let condition = Self.condition(kinds, roles, of: "m")
    let isModerator = "m.kind = \(Moderator.Kind.moderator.code)"
    return try read { database in
      // One row is one person, but of those who have several: a group for each of a million costs a second.
      let rows = try Self.sums(
        """
        SELECT count(*), sum(\(isModerator)) FROM seat m
        WHERE m.account_id > 0 AND m.until IS NULL AND \(condition ?? "TRUE")
          AND (?1 IS NULL OR m.site IN (SELECT id FROM site WHERE network = ?1))
        """, network, database)
      let further = try Self.sums(
        """
        SELECT sum(rows - 1), sum(moderators - (moderators > 0)) FROM (
          SELECT count(*) AS rows, sum(\(isModerator)) AS moderators
          FROM \(Self.current(Self.rowsOfSeveral, condition)))
        """, network, database)
      return (rows.0 - further.0, rows.1 - further.1)
    }
  }

  private static func sums(
    _ sql: String, _ network: NetworkID?, _ database: Database
  ) throws -> (Int, Int) {
    let row = try GRDB.Row.fetchOne(database, sql: sql, arguments: [network])
    return try row.map { try ($0.value(0) ?? 0, $0.value(1) ?? 0) } ?? (0, 0)
  }

  /// The rows of accounts that have several, current or former.
  private static let rowsOfSeveral = """
    (SELECT account_id FROM name WHERE account_id > 0 AND until IS NULL GROUP BY account_id HAVING count(*) > 1) v
    CROSS JOIN seat m ON m.account_id = v.account_id
    """

  /// The current rows `m` of the network `?1`, or of all, grouped by people.
  private static func current(_ rows: String, _ condition: String?) -> String {
    """
    \(rows) JOIN site s ON s.id = m.site
    WHERE m.account_id > 0 AND m.until IS NULL AND s.network = coalesce(?1, s.network)
      AND \(condition ?? "TRUE")
    GROUP BY m.account_id, s.network
    """
  }

  /// Whether a row of `member` is of one of the kinds and of one of the roles; nil where all count.
  private static func condition(
    _ kinds: [Moderator.Kind], _ roles: [Role], of row: String
  ) -> String? {
    let codes = kinds.map { String($0.code) }.joined(separator: ", ")
    let conditions: [String] =
      (kinds.isEmpty ? [] : ["\(row).kind IN (\(codes))"])
      + (roles.isEmpty ? [] : [Schema.isOne(of: roles, "\(row).role")])
    return conditions.isEmpty ? nil : "(\(conditions.joined(separator: " AND ")))"
  }
}
