import FoundationEssentials
import GRDB
package import Roster

/// Rows of logs in which a dump and a site's own log, or two dumps, differ: see ``StoredEntry/counts(_:)``.
package struct DifferingRows: Hashable, Sendable {
  package private(set) var count = 0
  /// The first ones: a damaged dump can differ in all of its rows.
  package private(set) var first: [Row] = []

  private static let most = 1_000

  /// One of them.
  package struct Row: Hashable, Sendable {
    /// Whose log it is; nil for the one about all sites of the network.
    package var site: SiteID?
    package var network: NetworkID
    package var log: String
    /// What counts, and what does not.
    package var counting, other: Said
  }

  /// What one source says.
  package struct Said: Hashable, Sendable {
    package var entry: LogEntry
    /// The site that it is about; nil where the row hides it.
    package var about: SiteID?
    /// `log` or `dump`.
    package var source: TenureBounds.Source
  }

  init() {}

  /// - Parameter entry: The one that read one of the two; nil for all.
  init(ofEntry entry: Int? = nil, _ database: Database) throws {
    let rows = try GRDB.Row.fetchCursor(
      database,
      sql: """
        SELECT l.network, (SELECT parameter FROM site WHERE id = l.site), l.name, c.entry, o.entry, c.log, c.id
        FROM \(entry == nil ? "log_entry o" : "log_entry r JOIN log_entry o ON (o.log, o.id) = (r.log, r.id)")
        JOIN log_entry c ON c.log = o.log AND c.id = o.id AND c.entry <> o.entry
        JOIN history_log l ON l.id = o.log
        WHERE \(entry == nil ? "?1 IS NULL" : "r.entry = ?1 AND ?1 IN (c.entry, o.entry)")
          AND o.leaf IS NULL AND c.leaf IS NULL AND NOT (\(StoredEntry.isOwn("o")) AND \(StoredEntry.isOwn("c")))
          AND \(Self.areDifferent) AND \(StoredEntry.counts("c"))
        ORDER BY o.log, o.id, o.entry
        """, arguments: [entry])
    while let row = try rows.next() {
      count += 1
      guard count <= Self.most else { continue }
      let (log, id): (Int, Int) = try (row.value(5), row.value(6))
      try first.append(
        Row(
          site: row.value(1), network: row.value(0), log: row.value(2),
          counting: Said(log, id, by: row.value(3), database),
          other: Said(log, id, by: row.value(4), database)))
    }
  }

  /// Rows that were read about other roles differ where one lacks a role of the other that was read about fewer.
  private static let areDifferent = """
    ((c.site, c.at, c.kind, c.name, c.new_name) IS NOT (o.site, o.at, o.kind, o.name, o.new_name)
      OR c.roles = o.roles AND (c.roles_before, c.roles_after) IS NOT (o.roles_before, o.roles_after)
      OR c.roles > o.roles AND (\(lacks("roles_before")) OR \(lacks("roles_after"))))
    """

  private static func lacks(_ column: String) -> String {
    """
    (c.\(column) IS NULL) <> (o.\(column) IS NULL)
      OR EXISTS (SELECT value FROM json_each(o.\(column)) EXCEPT SELECT value FROM json_each(c.\(column)))
    """
  }
}

extension DifferingRows.Said {
  fileprivate init(_ log: Int, _ id: Int, by entry: Int, _ database: Database) throws {
    let found = try GRDB.Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT *, (SELECT parameter FROM site WHERE id = e.site) AS about, \(StoredEntry.isOwn("e")) AS is_own
          FROM log_entry e WHERE log = ? AND id = ? AND entry = ?
          """), arguments: [log, id, entry])
    let row = found ?? GRDB.Row()
    self.entry = try StoredEntry.entry(row)
    about = try row.value("about")
    source = try row.value("is_own") ? .log : .dump
  }
}
