import FoundationEssentials
import GRDB
import Roster

/// What a badge or somebody at an address says of one tenure, as a file has it: a row of `claim`.
enum StoredClaim {
  /// What the file says, in the order of ``values(of:number:)``.
  static let columns = [
    "number", "role", "user_id", "account_id", "name", "source", "source_url", "began_after",
    "began_before", "ended_after", "ended_before",
  ]

  /// - Parameter number: The place of the row in the file.
  static func values(of tenure: Tenure, number: Int) -> [(any DatabaseValueConvertible)?] {
    let bounds = tenure.bounds
    return [
      number, tenure.role.rawValue, tenure.userID, tenure.accountID, tenure.name,
      bounds.source.rawValue, bounds.sourceURL, bounds.beganAfter?.unixSeconds,
      bounds.beganBefore.unixSeconds, bounds.endedAfter.unixSeconds,
      bounds.endedBefore?.unixSeconds,
    ]
  }

  static func insert(
    _ values: [(any DatabaseValueConvertible)?], site: Int, as entry: Int, _ database: Database
  ) throws {
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    try database.cachedStatement(
      sql: """
        INSERT INTO claim (entry, site, \(columns.joined(separator: ", "))) VALUES (?, ?, \(marks))
        """
    ).execute(arguments: StatementArguments([entry, site] + values))
  }

  /// The tenures of a site that are claimed, in the order in which the files were read. Those by an account alone are the
  /// user's whom rosters of the site show with it; those by name alone have an account for each name, none of which is one
  /// of a log.
  ///
  /// - Parameters:
  ///   - entry: The only entry whose file counts; nil for all.
  ///   - others: Whether those of all other files are wanted instead.
  static func tenures(
    ofSite site: Int, by entry: Int? = nil, others: Bool = false, _ database: Database
  ) throws -> [LoggedTenure] {
    let rows = try GRDB.Row.fetchCursor(
      database.cachedStatement(
        sql: """
          SELECT *, coalesce(user_id, (
            SELECT iif(count(DISTINCT m.user_id) = 1, m.user_id, NULL) FROM name n JOIN member m ON m.id = n.member
            WHERE n.account_id = c.account_id AND n.account_id > 0 AND n.until IS NULL AND m.site = c.site
          )) AS user
          FROM claim c WHERE site = ?1 AND (?2 IS NULL OR (entry = ?2) <> ?3) ORDER BY entry, number
          """), arguments: [site, entry, others])
    var accounts: [String: Int] = [:]
    var tenures: [LoggedTenure] = []
    while let row = try rows.next() {
      let name: String = try row.value("name")
      let account = accounts[name, default: -1 - accounts.count]
      accounts[name] = account
      try tenures.append(
        LoggedTenure(
          role: Role(rawValue: row.value("role")), name: name, account: account,
          userID: row.value("user"),
          bounds: TenureBounds(
            beganAfter: row.date("began_after"),
            beganBefore: Date(unixSeconds: row.value("began_before")),
            endedAfter: Date(unixSeconds: row.value("ended_after")),
            endedBefore: row.date("ended_before"),
            source: TenureBounds.Source(rawValue: row.value("source")) ?? .claim,
            sourceURL: row.value("source_url"))))
    }
    return tenures
  }
}
