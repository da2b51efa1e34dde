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
    let order = "ORDER BY sites DESC, reputation DESC, account_id"
    let people = Schema.people(
      of: " AND s.network = coalesce(?1, s.network)", first: "\(order) LIMIT ?2"
    ) { Self.condition(kinds, roles, of: $0) }
    return try read { database in
      let rows = try GRDB.Row.fetchAll(
        database, sql: "\(people) \(order)", arguments: [network, limit ?? -1])
      return Listing(columns: View.people.columns, rows: rows.map(\.cells))
    }
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
    try read { database in
      let row = try GRDB.Row.fetchOne(
        database,
        sql: """
          SELECT count(*), coalesce(sum(moderates), 0) FROM (
            SELECT max(m.kind = \(Moderator.Kind.moderator.code)) AS moderates
            FROM seat m JOIN site s ON s.id = m.site
            WHERE m.account_id > 0 AND m.until IS NULL AND s.network = coalesce(?, s.network)
              \(Self.condition(kinds, roles, of: "m"))
            GROUP BY m.account_id, s.network)
          """, arguments: [network])
      return try row.map { try ($0.value(0), $0.value(1)) } ?? (0, 0)
    }
  }

  /// Whether a row of `seat` is of one of the kinds and of one of the roles, each with `AND` before it.
  private static func condition(
    _ kinds: [Moderator.Kind], _ roles: [Role], of row: String
  ) -> String {
    let codes = kinds.map { String($0.code) }.joined(separator: ", ")
    return (kinds.isEmpty ? "" : " AND \(row).kind IN (\(codes))")
      + (roles.isEmpty ? "" : " AND \(Schema.isOne(of: roles, "\(row).role"))")
  }
}
