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
      try EverybodyKey.forEachGroup(of: rows, keyAt: count) { row in
        let cells = statement.cells(count)
        let isFormer: Bool = try row.value(count + EverybodyKey.width)
        return isFormer ? cells : Array(cells.dropLast())
      } _: { key, found in
        try body(key.network, key.account, found)
      }
    }
  }

  /// The rows of both views, then what ``EverybodyKey`` reads, whether they are former, and what orders them.
  private static let everybody: String = {
    let columns = View.formerModerators.columnNames
    let common = columns.dropLast().joined(separator: ", ")
    let key = """
      network AS key_network, iif(account_id > 0, account_id, NULL) AS account,
      iif(account_id > 0, 0, site_id) AS place, iif(account_id > 0, 0, user_id) AS user
      """
    let member = "\(View.memberKey) AS member"
    let condition = "account_id > 0 OR kind <> '\(Moderator.Kind.community.rawValue)'"
    return """
      SELECT \(common), NULL AS left_at, \(key), 0, \(member) FROM moderators WHERE \(condition)
      UNION ALL
      SELECT \(columns.joined(separator: ", ")), \(key), 1, \(member) FROM former_moderators WHERE \(condition)
      """
  }()
}
