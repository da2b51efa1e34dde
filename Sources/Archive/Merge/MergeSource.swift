import FoundationEssentials
import GRDB
import Roster

/// An archive that is merged with others, as it is read: what it knew after each of its entries.
struct MergeSource {
  let path: String
  let database: Database

  /// An entry in the order in which those of all archives are replayed.
  struct Place {
    /// The number of the archive.
    var source: Int
    var entry: Int
    var kind: Entry.Kind
    /// A row of `site` in that archive.
    var site: Int?
    /// Unix seconds.
    var at: Int
    /// Whether it has pages no more: `prune` removed them, or the next list of elected moderators proves it.
    var lacksPages: Bool

    /// Of the same moment, lists of sites come before what is about their sites, and of two copies of one entry the one
    /// with pages.
    var order: (Int, Int, Int, Int, Int) {
      (at, Self.ranks[kind] ?? 0, lacksPages ? 1 : 0, source, entry)
    }

    /// The kinds of entries that are replayed: what was read.
    static let ranks: [Entry.Kind: Int] = [
      .api: 0, .sites: 0, .walk: 1, .attempt: 1, .elected: 2, .log: 3, .backfill: 3,
    ]
  }

  /// An entry with the dates that the last correction of clocks gave it.
  struct Reading {
    var entry: Entry
    var body: Entry.Body
    /// Where its clock was wrong: the earliest moment at which it can have been read.
    var notBefore: Int?
  }

  /// The entries that tell what was read.
  ///
  /// - Parameter number: The number of this archive.
  func places(as number: Int) throws -> [Place] {
    let rows = try GRDB.Row.fetchCursor(
      database,
      sql: """
        SELECT e.id, e.kind, e.site, \(Schema.date(.at, of: "e")),
          coalesce(e.pages, 0) > 0 AND NOT EXISTS (SELECT 1 FROM page WHERE entry = e.id)
        FROM entry e ORDER BY e.id
        """)
    var places: [Place] = []
    var latest = Int.min
    while let row = try rows.next() {
      guard let kind = try Entry.Kind(rawValue: row.value(1)), Place.ranks[kind] != nil
      else { continue }
      var place = try Place(
        source: number, entry: row.value(0), kind: kind, site: row.value(2), at: row.value(3),
        lacksPages: row.value(4))
      // A part of a log is dated by its rows, which may be old.
      if kind == .log { place.at = max(place.at, latest) }
      latest = max(latest, place.at)
      places.append(place)
    }
    // A list of sites comes before what is about them, whatever the clocks of servers and caches said.
    var earliest = Int.max
    for index in places.indices.reversed() {
      places[index].at = min(places[index].at, earliest)
      if [.walk, .attempt, .elected].contains(places[index].kind) { earliest = places[index].at }
    }
    return places
  }

  func reading(_ id: Int) throws -> Reading? {
    let found = try Entry.fetchOne(
      database.cachedStatement(sql: "SELECT \(Entry.columns) FROM entry WHERE id = ?"),
      arguments: [id])
    guard var entry = found else { return nil }
    let body = entry.body.flatMap { StoredJSON.value(in: $0) } ?? Entry.Body()
    let statement = try database.cachedStatement(
      sql:
        "SELECT began, not_before, at FROM correction WHERE entry = ? ORDER BY clock DESC LIMIT 1")
    let notBefore = try statement.readOne([id]) { row -> Int in
      (entry.began, entry.at) = try (row.value(0), row.value(2))
      return try row.value(1)
    }
    return Reading(entry: entry, body: body, notBefore: notBefore)
  }

  /// The sites that a list had: all open ones where it was whole, else those that it changed or was about.
  func sites(of list: Reading, in network: NetworkID) throws -> [(key: Int, site: Site)] {
    let rows = try GRDB.Row.fetchCursor(
      database.cachedStatement(
        sql: """
          SELECT site, network, \(SiteVersion.columns) FROM site_version
          WHERE network = ?1 AND since <= ?2 AND (until IS NULL OR until > ?2)
            AND (?3 OR since = ?2 OR site = ?4) ORDER BY site
          """), arguments: [network, list.entry.id, list.body.whole == true, list.entry.site])
    return try Array(rows.map { try ($0.value(0), Site($0)) })
  }

  // MARK: - Rosters

  /// The roster of a site at an entry. Names and kinds are those of then, reputation and badges those of the end of that
  /// month or, where they have not changed since, of now; the rest of a profile is as it is now.
  func roster(ofSite site: Int, at entry: Int) throws -> [Moderator] {
    let scores: Set = ["reputation", "gold", "silver", "bronze"]
    let fields = Moderator.fields.map(\.name).map {
      scores.contains($0) ? "iif(r.member IS NULL, m.\($0), r.\($0))" : "m.\($0)"
    }
    let rows = try GRDB.Row.fetchCursor(
      database.cachedStatement(
        sql: """
          SELECT m.user_id, m.role, n.account_id, n.display_name, n.kind, \(fields.joined(separator: ", "))
          FROM member m JOIN tenure t ON t.member = m.id AND t.since <= ?2 AND coalesce(t.until > ?2, 1)
          JOIN name n ON n.member = m.id AND n.since <= ?2 AND coalesce(n.until > ?2, 1)
          LEFT JOIN former_reputation r ON r.member = m.id AND r.entry = (
            SELECT min(entry) FROM former_reputation WHERE member = m.id AND entry > ?2)
          WHERE m.site = ?1 ORDER BY m.id
          """), arguments: [site, entry])
    return try Array(rows.map { try Moderator($0, from: 0) })
  }

  /// The evidence of an entry.
  func evidence(ofSite site: Int, _ entry: Int) throws -> Evidence {
    try WalkEvidence.fetch(entry, WalkEvidence.users(ofSite: site, database), database).evidence
  }

  /// The grade of the roster before that of an entry; nil without one.
  func grade(before entry: Entry) throws -> Grade? {
    let statement = try database.cachedStatement(sql: "SELECT grade FROM entry WHERE id = ?")
    return try String.fetchOne(statement, arguments: [entry.previous]).flatMap(
      Grade.init(rawValue:))
  }

  /// The users on a list of elected moderators.
  func elected(ofSite site: Int, at list: Int) throws -> Set<Int> {
    try Int.fetchSet(
      database.cachedStatement(
        sql: """
          SELECT m.user_id FROM member m JOIN elected x ON x.member = m.id
          WHERE m.site = ?1 AND x.since <= ?2 AND coalesce(x.until > ?2, 1)
          """), arguments: [site, list])
  }
}
