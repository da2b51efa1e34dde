import FoundationEssentials
import GRDB
import Roster

extension PersonOnSite {
  /// The tenures with what logs tell of their beginnings and ends.
  static func withLoggedDates(
    _ tenures: [Tenure], ofMember member: Int, _ database: Database
  ) throws -> [Tenure] {
    let statement = try database.cachedStatement(
      sql: """
        SELECT o.first_seen, \(Schema.loggedBeginning()) AS began_at, \(Schema.loggedEnd()) AS ended_at
        FROM held o JOIN member m ON m.id = o.member
        WHERE o.member = ?
        """)
    var dates: [Date: (began: Date?, ended: Date?)] = [:]
    for row in try GRDB.Row.fetchAll(statement, arguments: [member]) {
      dates[Date(unixSeconds: try row.value("first_seen"))] =
        try (row.date("began_at"), row.date("ended_at"))
    }
    return tenures.map { tenure in
      var tenure = tenure
      (tenure.loggedBeginning, tenure.loggedEnd) = dates[tenure.firstSeen] ?? (nil, nil)
      return tenure
    }
  }

  /// Whether a log tells of tenures on a site.
  static func hasLogs(_ site: Int, _ database: Database) throws -> Bool {
    let statement = try database.cachedStatement(
      sql: "SELECT EXISTS (SELECT 1 FROM logged_tenure WHERE site = ?)")
    return try Bool.fetchOne(statement, arguments: [site]) == true
  }

  /// What logs tell of tenures that no roster could show, the oldest first.
  static func unseenTenures(
    ofMember member: Int, _ database: Database
  ) throws -> [LoggedTenure] {
    let statement = try database.cachedStatement(
      sql: """
        SELECT l.* FROM logged_tenure l JOIN member m ON m.id = ? AND \(Schema.isOfRow)
        WHERE \(Schema.isUnseen) ORDER BY l.began_before
        """)
    return try GRDB.Row.fetchAll(statement, arguments: [member])
      .map { try StoredLoggedTenure($0).tenure }
  }
}
