import GRDB
import Roster

/// The tenures and names of one site beside its journal: each must say what the other says.
struct SiteHistory {
  /// Users whose tenures are not what the changes say, by id.
  let brokenTenures: [Int]
  /// Users whose former names are not what the changes say, by id.
  let brokenNames: [Int]

  /// Somebody came or went; the time is the walk that saw it first.
  private struct Event: Hashable {
    var kind: String
    var observedAt: Int
    /// The walk before; nil where it is not known.
    var previousWalkAt: Int?
  }

  private struct Renaming: Hashable {
    var before: String
    var observedAt: Int
  }

  init(_ site: Int, _ database: Database) throws {
    let baseline = try Int.fetchOne(
      database, sql: "SELECT min(finished_at) FROM walk WHERE site = ? AND published = 1",
      arguments: [site])
    let told = try Self.journal(site, database)
    brokenTenures = Self.differing(
      told.events, try Self.tenures(site, baseline: baseline, database))
    brokenNames = Self.differing(told.renamings, try Self.names(site, database))
  }

  private static func differing<Value: Equatable>(
    _ told: [Int: Value], _ kept: [Int: Value]
  ) -> [Int] {
    Set(told.keys).union(kept.keys).filter { told[$0] != kept[$0] }.sorted()
  }

  private static func journal(
    _ site: Int, _ database: Database
  ) throws -> (events: [Int: [Event]], renamings: [Int: Set<Renaming>]) {
    var events: [Int: [Event]] = [:]
    var renamings: [Int: Set<Renaming>] = [:]
    let rows = try GRDB.Row.fetchCursor(
      database,
      sql: """
        SELECT user_id, kind, observed_at, previous_walk_at, detail FROM change
        WHERE site = ? AND user_id IS NOT NULL ORDER BY id
        """, arguments: [site])
    while let row = try rows.next() {
      let kind: String = try row.value(1)
      switch kind {
      case Change.Kind.profile.rawValue: continue
      case Change.Kind.renamed.rawValue:
        let before = try Change.fields(inDetail: row.value(4))?.first?.before ?? ""
        try renamings[row.value(0), default: []].insert(
          Renaming(before: before, observedAt: row.value(2)))
      case Change.Kind.left.rawValue:
        try events[row.value(0), default: []].append(Event(kind: kind, observedAt: row.value(2)))
      default:
        try events[row.value(0), default: []]
          .append(Event(kind: kind, observedAt: row.value(2), previousWalkAt: row.value(3)))
      }
    }
    return (events, renamings)
  }

  /// The events that the tenures of a site imply. A tenure that begins with the site's baseline began
  /// nobody knows when, and is no event.
  private static func tenures(
    _ site: Int, baseline: Int?, _ database: Database
  ) throws -> [Int: [Event]] {
    var events: [Int: [Event]] = [:]
    let rows = try GRDB.Row.fetchCursor(
      database,
      sql: """
        SELECT m.user_id, t.first_seen, t.absent_before, t.left_at
        FROM past_tenure t JOIN member m ON m.id = t.member WHERE m.site = ?1
        UNION ALL
        SELECT user_id, first_seen, absent_before, left_at FROM member WHERE site = ?1
        ORDER BY 1, 2
        """, arguments: [site])
    var previous: Int?
    while let row = try rows.next() {
      let userID: Int = try row.value(0)
      let firstSeen: Int = try row.value(1)
      if previous == userID {
        try events[userID, default: []]
          .append(Event(kind: "returned", observedAt: firstSeen, previousWalkAt: row.value(2)))
      } else if try firstSeen != baseline || (row.value(2) as Int?) != nil {
        try events[userID, default: []]
          .append(Event(kind: "joined", observedAt: firstSeen, previousWalkAt: row.value(2)))
      }
      if let leftAt: Int = try row.value(3) {
        events[userID, default: []].append(Event(kind: "left", observedAt: leftAt))
      }
      previous = userID
    }
    return events
  }

  private static func names(_ site: Int, _ database: Database) throws -> [Int: Set<Renaming>] {
    var names: [Int: Set<Renaming>] = [:]
    let rows = try GRDB.Row.fetchCursor(
      database,
      sql: """
        SELECT m.user_id, n.display_name, n.replaced_at
        FROM former_name n JOIN member m ON m.id = n.member WHERE m.site = ?
        """, arguments: [site])
    while let row = try rows.next() {
      try names[row.value(0), default: []].insert(
        Renaming(before: row.value(1), observedAt: row.value(2)))
    }
    return names
  }
}
