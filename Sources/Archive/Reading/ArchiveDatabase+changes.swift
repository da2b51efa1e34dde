package import FoundationEssentials
import GRDB
package import Roster

/// Selects a part of the journal, in which each change is told once, whatever the roles of the person.
package struct ChangeFilter: Hashable, Sendable {
  /// Ignored where a site is set.
  package var network: NetworkID?
  package var site: SiteRef?
  /// Empty for all.
  package var kinds: [Change.Kind]
  /// Empty for all, and for changes of sites.
  package var roles: [Role]
  /// Observed at that time or later.
  package var since: Date?
  /// Observed at that time or earlier.
  package var until: Date?
  /// At most this many changes; nil for all.
  package var limit: Int?
  /// Changes before the cursor, newest first.
  package var before: String?
  /// Changes after the cursor, oldest first. If set, `before` is ignored.
  package var after: String?

  package init(
    network: NetworkID? = nil, site: SiteRef? = nil, kinds: [Change.Kind] = [],
    roles: [Role] = [], since: Date? = nil, until: Date? = nil, limit: Int? = nil,
    before: String? = nil, after: String? = nil
  ) {
    self.network = network
    self.site = site
    self.kinds = kinds
    self.roles = roles
    self.since = since
    self.until = until
    self.limit = limit
    self.before = before
    self.after = after
  }
}

/// One page of the journal.
package struct ChangePage: Hashable, Sendable {
  /// Rows of the `changes` view: newest first, or oldest first after a cursor.
  package var listing: Listing
  /// The `after` that goes on after each row.
  package var cursors: [String]
  /// The `before` of the next page with older changes; nil where there are none.
  package var older: String?
  /// The `after` of the next page with newer changes.
  package var newer: String
  /// How many changes the filter matches from this page on: at least as many as it lists.
  package var matching: Int
}

extension ArchiveDatabase {
  /// One page of the journal.
  ///
  /// Cursors stay valid for the life of the archive, whatever is published meanwhile.
  ///
  /// - Throws: `badCursor`, also for a cursor of another archive or beyond the journal's end;
  ///   `unknown` where the archive does not contain the site of the filter.
  package func changes(_ filter: ChangeFilter = ChangeFilter()) throws -> ChangePage {
    try read { database in
      let cursor = try JournalCursor(self, database)
      let before = try filter.before.map { try cursor.id($0, upTo: cursor.end + 1) }
      let after = try filter.after.map { try cursor.id($0, upTo: cursor.end) }
      var query = ChangeQuery(cursor: cursor)
      if let site = filter.site {
        query.add("c.site = ?", try siteKey(site, database))
      } else if let network = filter.network {
        query.add("s.network = ?", network)
      }
      query.add(kinds: filter.kinds)
      query.add(roles: filter.roles)
      if let since = filter.since { query.add("c.observed_at >= ?", since.unixSeconds) }
      if let until = filter.until { query.add("c.observed_at <= ?", until.unixSeconds) }
      if let after {
        return try query.forwards(after: after, limit: filter.limit, database)
      }
      return try query.backwards(before: before, limit: filter.limit, database)
    }
  }
}

private struct ChangeQuery {
  let cursor: JournalCursor
  private var conditions: [String] = []
  private var arguments = StatementArguments()

  init(cursor: JournalCursor) {
    self.cursor = cursor
  }

  private var filter: String {
    conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
  }

  mutating func add(_ condition: String, _ value: some DatabaseValueConvertible) {
    conditions.append(condition)
    arguments += [value]
  }

  mutating func add(kinds: [Change.Kind]) {
    guard !kinds.isEmpty else { return }
    conditions.append("c.kind IN (\(kinds.map { "'\($0.rawValue)'" }.joined(separator: ", ")))")
  }

  mutating func add(roles: [Role]) {
    conditions.append(Schema.isFirstAcrossRoles(among: roles))
    if !roles.isEmpty { conditions.append(Schema.isOne(of: roles, "c.role")) }
  }

  func forwards(after: Int, limit: Int?, _ database: Database) throws -> ChangePage {
    var query = self
    query.add("c.id > ?", after)
    let rows = try query.rows(order: "ASC", limit: limit, database)
    let older = try rows.first.map { _ in try cursor.text(after + 1) }
    return ChangePage(
      listing: Listing(columns: View.changes.columns, rows: rows), cursors: try cursors(of: rows),
      older: older,
      newer: try cursor.text(Self.id(rows.last) ?? after),
      matching: try query.count(listed: rows.count, limit: limit, database))
  }

  func backwards(before: Int?, limit: Int?, _ database: Database) throws -> ChangePage {
    var query = self
    if let before { query.add("c.id < ?", before) }
    // One more than asked for, to learn whether there are others.
    let found = try query.rows(
      order: "DESC", limit: limit.map { min($0, .max - 1) + 1 }, database)
    let rows = Array(found.prefix(limit ?? .max))
    let hasMore = found.count > rows.count
    let bound = before.map { min($0 - 1, cursor.end) } ?? cursor.end
    return ChangePage(
      listing: Listing(columns: View.changes.columns, rows: rows), cursors: try cursors(of: rows),
      older: try hasMore ? (Self.id(rows.last) ?? before).map(cursor.text) : nil,
      newer: try cursor.text(max(bound, 0)),
      matching: hasMore ? try query.count(database) : rows.count)
  }

  private func cursors(of rows: [Roster.Row]) throws -> [String] {
    try rows.map { try cursor.text(Self.id($0) ?? 0) }
  }

  /// Counts all changes that match, where the limit may have left out some.
  private func count(listed: Int, limit: Int?, _ database: Database) throws -> Int {
    limit.map { $0 > listed } ?? true ? listed : try count(database)
  }

  private func count(_ database: Database) throws -> Int {
    try Int.fetchOne(
      database, sql: "SELECT count(*) FROM dated_change c JOIN site s ON s.id = c.site \(filter)",
      arguments: arguments) ?? 0
  }

  /// The id of a row of the view.
  private static func id(_ row: Roster.Row?) -> Int? {
    (row?.first?.description).flatMap { Int($0) }
  }

  private func rows(order: String, limit: Int?, _ database: Database) throws -> [Roster.Row] {
    let cursor = try GRDB.Row.fetchCursor(
      database,
      sql: """
        SELECT v.* FROM (
          SELECT c.id FROM dated_change c JOIN site s ON s.id = c.site \(filter)
          ORDER BY c.id \(order) LIMIT \(limit ?? -1)) i
        JOIN changes v ON v.id = i.id ORDER BY v.id \(order)
        """, arguments: arguments)
    var rows: [Roster.Row] = []
    while let row = try cursor.next() { rows.append(row.cells) }
    return rows
  }
}
