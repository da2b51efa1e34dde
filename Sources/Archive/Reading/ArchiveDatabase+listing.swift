import GRDB
import GRDBSQLite
package import Roster

/// Selects rows of a view. A filter on a column that the view does not have has no effect: `people`
/// and `runs` belong to no site.
package struct ViewFilter: Hashable, Sendable {
  /// Ignored where a site is set.
  package var network: NetworkID?
  package var site: SiteRef?
  /// For `walks` and `pages`.
  package var walk: Int?
  /// For `walks` and `runs`.
  package var run: Int?

  package init(
    network: NetworkID? = nil, site: SiteRef? = nil, walk: Int? = nil, run: Int? = nil
  ) {
    self.network = network
    self.site = site
    self.walk = walk
    self.run = run
  }
}

extension ArchiveDatabase {
  /// The rows of a view in the order of their key, all in memory. Of changes, each is there once, whatever the
  /// roles of the person.
  package func listing(
    _ view: View, _ filter: ViewFilter = ViewFilter(), limit: Int? = nil
  ) throws -> Listing {
    var rows: [Roster.Row] = []
    try forEachRow(of: view, filter, limit: limit) { rows.append($0) }
    return Listing(columns: view.columns, rows: rows)
  }

  /// Calls `body` with each row of ``listing(_:_:limit:)``, one at a time. SQLite sorts, and uses the disk for what
  /// does not fit into its memory.
  ///
  /// - Parameter limit: At most this many rows; nil for all.
  package func forEachRow(
    of view: View, _ filter: ViewFilter = ViewFilter(), order: ViewOrder = .key,
    limit: Int? = nil, _ body: (Roster.Row) throws -> Void
  ) throws {
    try read {
      try view.forEachRow(filter, order: order, limit: limit, $0, body)
    }
  }
}

extension View {
  func forEachRow(
    _ filter: ViewFilter, order: ViewOrder, limit: Int? = nil, _ database: Database,
    _ body: (Roster.Row) throws -> Void
  ) throws {
    let (condition, arguments) = condition(filter)
    let statement = try database.cachedStatement(
      sql: """
        SELECT \(columnNames.joined(separator: ", ")) FROM \(source(in: order)) \(condition)
        ORDER BY \(columns(in: order)) LIMIT \(limit ?? -1)
        """)
    let rows = try GRDB.Row.fetchCursor(statement, arguments: arguments)
    let count = statement.columnCount
    while try rows.next() != nil { try body(statement.cells(count)) }
  }

  private func columns(in order: ViewOrder) -> String {
    switch (order, self) {
    case (.key, _), (.reader, .sites), (.reader, .tenures), (.reader, .observations),
      (.reader, .pages):
      key
    case (.site, .changes), (.site, .walks): "network, site, id"
    case (.site, .people): "network, account_id"
    case (.site, _): key
    case (.reader, .moderators):
      """
      CASE kind WHEN '\(Moderator.Kind.moderator.rawValue)' THEN 0
        WHEN '\(Moderator.Kind.staff.rawValue)' THEN 1 ELSE 2 END,
      role <> '\(Role.moderator.rawValue)', role, reputation DESC, \(key)
      """
    case (.reader, .formerModerators): "left_at DESC, \(key)"
    case (.reader, .people): "sites DESC, reputation DESC, \(key)"
    case (.reader, .changes), (.reader, .walks), (.reader, .runs): "id DESC"
    }
  }

  /// Readers are told once what happened to a user in several roles; in the order of the key stand all rows.
  private func source(in order: ViewOrder) -> String {
    self == .changes && order == .reader
      ? "(\(Schema.changes) AND \(Schema.isFirstAcrossRoles())) AS \(name)" : name
  }

  private var key: String {
    switch self {
    case .sites: "network, site"
    case .moderators, .formerModerators:
      "network, site, user_id, role <> '\(Role.moderator.rawValue)', role"
    case .tenures: "network, site, role, user_id, display_name, began_before"
    case .observations: "network, site, read_at"
    case .people: "account_id, network"
    case .changes, .walks, .runs: "id"
    case .pages: "walk_id, reading, role, page"
    }
  }

  private func condition(_ filter: ViewFilter) -> (String, StatementArguments) {
    var conditions: [String] = []
    var arguments = StatementArguments()
    func add<Value: DatabaseValueConvertible>(_ column: String, _ value: Value?) {
      guard let value, columnNames.contains(column) else { return }
      conditions.append("\(column) = ?")
      arguments += [value]
    }
    add("network", filter.site?.network ?? filter.network)
    add("site", filter.site?.id)
    add("run_id", filter.run)
    add("walk_id", filter.walk)
    if self == .walks { add("id", filter.walk) }
    if self == .runs { add("id", filter.run) }
    if self == .pages, let site = filter.site {
      conditions.append("walk_id IN (SELECT id FROM walks WHERE site = ? AND network = ?)")
      arguments += [site.id, site.network]
    }
    if conditions.isEmpty { return ("", arguments) }
    return ("WHERE " + conditions.joined(separator: " AND "), arguments)
  }
}

extension GRDB.Row {
  /// The row's values in order.
  var cells: Roster.Row { databaseValues.map(Cell.init) }
}

extension Statement {
  /// The first values of the row at its cursor. A `Row` would also look up the name of each column,
  /// which costs more than the value.
  func cells(_ count: Int) -> Roster.Row {
    (0..<CInt(count)).map(cell)
  }

  /// GRDB ends a text at its first NUL character.
  private func cell(_ index: CInt) -> Cell {
    guard unsafe sqlite3_column_type(sqliteStatement, index) == SQLITE_TEXT,
      let text = unsafe sqlite3_column_text(sqliteStatement, index)
    else { return Cell(unsafe DatabaseValue(sqliteStatement: sqliteStatement, index: index)) }
    let count = unsafe sqlite3_column_bytes(sqliteStatement, index)
    return .text(
      unsafe String(
        decoding: UnsafeBufferPointer(start: text, count: Int(count)), as: UTF8.self))
  }
}

extension Cell {
  /// An unexpected value in a damaged file is shown; it must not end the program.
  fileprivate init(_ value: DatabaseValue) {
    self =
      switch value.storage {
      case .null: .null
      case .int64(let number): .integer(Int(number))
      case .double(let number): .real(number)
      case .string(let text): .text(text)
      case .blob(let data): .text(data.hexadecimal)
      }
  }
}
