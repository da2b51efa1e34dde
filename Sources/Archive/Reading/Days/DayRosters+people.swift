import GRDB
import Roster

extension DayRosters {
  /// How many people have a row: accounts, and users of sites without one.
  func everybodyCount() throws -> Int {
    try read { try EverybodyKey.count(in: Self.everybody, $0) }
  }

  /// Calls `body` with the rows of everybody, those of one person together, in the order of
  /// ``EverybodyKey``.
  func forEachPerson(
    inGroups groups: Int,
    _ body: (_ network: NetworkID, _ account: Int?, [Roster.Row]) throws -> Void
  ) throws {
    try read { database in
      let statement = try database.cachedStatement(
        sql: "SELECT * FROM (\(Self.everybody)) ORDER BY \(EverybodyKey.order)")
      let rows = try GRDB.Row.fetchCursor(statement, arguments: [groups])
      let count = View.formerModerators.columns.count
      try EverybodyKey.forEachGroup(of: rows) { row in
        let cells = statement.cells(count)
        return try row.value("is_former") ? cells : Array(cells.dropLast())
      } _: { key, found in
        try body(key.network, key.account, found)
      }
    }
  }

  /// The rows of both views, and what ``EverybodyKey`` reads.
  private static let everybody: String = {
    let columns = View.formerModerators.columnNames
    let common = columns.dropLast().joined(separator: ", ")
    let key = """
      iif(account_id > 0, account_id, NULL) AS account,
      iif(account_id > 0, 0, site_id) AS place, iif(account_id > 0, 0, user_id) AS user,
      \(View.memberKey) AS member
      """
    let condition = "account_id > 0 OR kind <> '\(Moderator.Kind.community.rawValue)'"
    return """
      SELECT \(common), NULL AS left_at, \(key), 0 AS is_former FROM moderators WHERE \(condition)
      UNION ALL
      SELECT \(columns.joined(separator: ", ")), \(key), 1 FROM former_moderators WHERE \(condition)
      """
  }()
}
