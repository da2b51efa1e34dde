import FoundationEssentials
import GRDB
import Roster

extension NameSighting {
  /// Whom the rosters of a site showed under which names, up to a moment: each name as it was first and as it
  /// was last seen. Later rosters change nothing of it.
  static func all(ofSite site: Int, until end: Int, _ database: Database) throws -> [NameSighting] {
    let readings = try StoredWalk.fetchAll(of: site, until: end, database)
    let rows = try GRDB.Row.fetchCursor(
      database,
      sql: """
        SELECT m.user_id, m.member_since, n.display_name,
          max(n.first_seen, o.first_seen) AS first_seen,
          min(coalesce(n.last_seen, ?2), coalesce(o.last_seen, ?2)) AS last_seen
        FROM member m JOIN held o ON o.member = m.id JOIN (
          SELECT member, display_name, first_seen, last_seen FROM former_name
          UNION ALL
          SELECT n.member, n.display_name, coalesce(
            (SELECT max(replaced_at) FROM former_name WHERE member = n.member), \(Int64.min)), NULL
          FROM name n WHERE n.until IS NULL
        ) n ON n.member = m.id
        WHERE m.site = ?1 AND \(Withheld.isShown("m"))
        """, arguments: [site, readings.last?.finishedAt ?? .min])
    var sightings: [NameSighting] = []
    while let row = try rows.next() {
      guard let first = try StoredWalk.index(of: row.value("first_seen"), in: readings),
        let last = try StoredWalk.index(of: row.value("last_seen"), in: readings),
        first <= last
      else { continue }
      for reading in Set([first, last]) {
        try sightings.append(
          NameSighting(
            userID: row.value("user_id"), name: row.value("display_name"),
            time: readings[reading].time, registeredAt: row.date("member_since")))
      }
    }
    return sightings
  }
}
