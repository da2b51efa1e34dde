package import FoundationEssentials
import GRDB
package import Roster

/// Which part of the journal is wanted.
package struct ChangeFilter: Hashable, Sendable {
  package var network: String?
  package var site: SiteID?
  /// Empty for all.
  package var kinds: [Change.Kind]
  /// Observed at that time or later.
  package var since: Date?
  /// Observed at that time or earlier.
  package var until: Date?
  /// At most so many changes; nil for all.
  package var limit: Int?
  /// Changes before the cursor, newest first.
  package var before: String?
  /// Changes after the cursor, oldest first. It goes before `before`.
  package var after: String?

  package init(
    network: String? = nil, site: SiteID? = nil, kinds: [Change.Kind] = [], since: Date? = nil,
    until: Date? = nil, limit: Int? = nil, before: String? = nil, after: String? = nil
  ) {
    self.network = network
    self.site = site
    self.kinds = kinds
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
  /// Given as `before`, goes on with the older ones; nil where there are none.
  package var older: String?
  /// Given as `after`, goes on with what is newer than this page.
  package var newer: String
}

extension Archive {
  /// One page of the journal.
  ///
  /// Cursors stay good for as long as the archive exists, whatever is published meanwhile.
  ///
  /// - Throws: `badCursor`; `unknown` where the filter names a site that the archive does not know.
  package func changes(_ filter: ChangeFilter = ChangeFilter()) throws -> ChangePage {
    let before = try filter.before.map(cursor)
    let after = try filter.after.map(cursor)
    return try read { database in
      var query = ChangeQuery()
      if let site = filter.site {
        let network = filter.network ?? stackExchangeNetwork
        query.add("c.site = ?", try siteKey(site, network: network, database))
      } else if let network = filter.network {
        query.add("s.network = ?", network)
      }
      query.add(kinds: filter.kinds)
      if let since = filter.since { query.add("c.observed_at >= ?", since.unixSeconds) }
      if let until = filter.until { query.add("c.observed_at <= ?", until.unixSeconds) }
      if let after {
        return try query.forwards(after: after, limit: filter.limit, database)
      }
      return try query.backwards(before: before, limit: filter.limit, database)
    }
  }

  private func cursor(_ text: String) throws -> Int {
    guard let id = Int(text), id >= 0 else {
      throw error(.badCursor, "“\(text)” is no cursor; take one that `modexport changes` printed.")
    }
    return id
  }
}

private struct ChangeQuery {
  private var conditions: [String] = []
  private var arguments = StatementArguments()

  mutating func add(_ condition: String, _ value: some DatabaseValueConvertible) {
    conditions.append(condition)
    arguments += [value]
  }

  mutating func add(kinds: [Change.Kind]) {
    guard !kinds.isEmpty else { return }
    let marks = Array(repeating: "?", count: kinds.count).joined(separator: ", ")
    conditions.append("c.kind IN (\(marks))")
    arguments += StatementArguments(kinds.map(\.rawValue))
  }

  func forwards(after: Int, limit: Int?, _ database: Database) throws -> ChangePage {
    var query = self
    query.add("c.id > ?", after)
    let rows = try query.rows(order: "ASC", limit: limit, database)
    let older = rows.first.map { _ in String(after + 1) }
    return ChangePage(
      listing: Listing(columns: View.changes.columns, rows: rows), older: older,
      newer: rows.last?.first?.description ?? String(after))
  }

  func backwards(before: Int?, limit: Int?, _ database: Database) throws -> ChangePage {
    var query = self
    if let before { query.add("c.id < ?", before) }
    var rows = try query.rows(order: "DESC", limit: limit.map { $0 + 1 }, database)
    let hasOlder = limit.map { rows.count > $0 } ?? false
    if hasOlder { rows.removeLast() }
    let newest = try Int.fetchOne(database, sql: "SELECT max(id) FROM change") ?? 0
    let bound = before.map { min($0 - 1, newest) } ?? newest
    return ChangePage(
      listing: Listing(columns: View.changes.columns, rows: rows),
      older: hasOlder ? rows.last?.first?.description ?? before.map { String($0) } : nil,
      newer: String(max(bound, 0)))
  }

  private func rows(order: String, limit: Int?, _ database: Database) throws -> [Roster.Row] {
    let filter = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
    let cursor = try GRDB.Row.fetchCursor(
      database,
      sql: """
        SELECT v.* FROM (
          SELECT c.id FROM change c JOIN site s ON s.id = c.site \(filter)
          ORDER BY c.id \(order) LIMIT \(limit ?? -1)) i
        JOIN changes v ON v.id = i.id ORDER BY v.id \(order)
        """, arguments: arguments)
    var rows: [Roster.Row] = []
    while let row = try cursor.next() { rows.append(row.cells) }
    return rows
  }
}
