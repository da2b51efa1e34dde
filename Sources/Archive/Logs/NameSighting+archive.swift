import FoundationEssentials
import GRDB
import Roster

extension NameSighting {
  /// Whom the rosters of a site showed under which names, up to a moment: each name as it was first and as it
  /// was last seen. Later rosters change nothing of it.
  static func all(ofSite site: Int, until end: Int, _ database: Database) throws -> [NameSighting] {
    let readings = try PublishedReading.all(ofSite: site, until: end, database)
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
        WHERE m.site = ?1
        """, arguments: [site, readings.last?.finishedAt ?? .min])
    var sightings: [NameSighting] = []
    while let row = try rows.next() {
      guard let first = try PublishedReading.index(of: row.value("first_seen"), in: readings),
        let last = try PublishedReading.index(of: row.value("last_seen"), in: readings),
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

/// When a published roster was read.
struct PublishedReading {
  /// Its entry.
  var id: Int
  var startedAt: Int
  /// It was true between then and ``finishedAt``: the same moment, but where a wrong clock was corrected.
  var notBefore: Int
  var finishedAt: Int

  /// Up to a moment, the oldest first.
  ///
  /// - Parameter role: Only those that read its list; nil for all.
  static func all(
    ofSite site: Int, until end: Int, listing role: Role? = nil, _ database: Database
  ) throws -> [PublishedReading] {
    let isListed = "(?3 IS NULL OR \(Entry.lists(role: "?3")))"
    return try GRDB.Row.fetchAll(
      database,
      sql: """
        SELECT w.id, min(w.started_at, coalesce(w.not_before, w.started_at)),
          coalesce(w.not_before, w.finished_at), w.finished_at
        FROM reading w JOIN entry e ON e.id = w.id
        WHERE w.site = ?1 AND w.finished_at <= ?2 AND \(isListed) ORDER BY w.id
        """, arguments: [site, end, role?.rawValue]
    ).map { row in
      try PublishedReading(
        id: row.value(0), startedAt: row.value(1), notBefore: row.value(2), finishedAt: row.value(3)
      )
    }
  }

  var time: ClosedRange<Date> {
    Date(unixSeconds: min(startedAt, finishedAt))...Date(unixSeconds: finishedAt)
  }

  /// The reading to which a moment belongs: its end, or a moment in it.
  static func index(of moment: Int, in readings: [PublishedReading]) -> Int? {
    let index = readings.partitioningIndex(where: { $0.finishedAt >= moment })
    return index < readings.count ? index : nil
  }
}
