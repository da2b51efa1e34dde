import GRDB
package import Roster

/// Which rows of a view are wanted. A view without the column that a filter names is not filtered by
/// it: `people` and `runs` belong to no site.
package struct ViewFilter: Hashable, Sendable {
  package var network: String?
  package var site: SiteID?
  /// For `walks` and `pages`.
  package var walk: Int?
  /// For `walks` and `runs`.
  package var run: Int?

  package init(
    network: String? = nil, site: SiteID? = nil, walk: Int? = nil, run: Int? = nil
  ) {
    self.network = network
    self.site = site
    self.walk = walk
    self.run = run
  }
}

extension Archive {
  /// The rows of a view in the order of ``forEachRow(of:_:limit:_:)``, all of them in memory.
  package func listing(
    _ view: View, _ filter: ViewFilter = ViewFilter(), limit: Int? = nil
  ) throws -> Listing {
    var rows: [Roster.Row] = []
    try forEachRow(of: view, filter, limit: limit) { rows.append($0) }
    return Listing(columns: view.columns, rows: rows)
  }

  /// Calls `body` with each row of a view, one at a time, in an order that is the same for the same
  /// content: sites by network and id; moderators by network, site and user id; people by account;
  /// changes, walks and runs by id; pages by walk, reading and page.
  ///
  /// - Parameter limit: At most so many rows; nil for all.
  package func forEachRow(
    of view: View, _ filter: ViewFilter = ViewFilter(), limit: Int? = nil,
    _ body: (Roster.Row) throws -> Void
  ) throws {
    let (condition, arguments) = view.condition(filter)
    let sql = """
      SELECT \(view.columnNames.joined(separator: ", ")) FROM \(view.name) \(condition)
      ORDER BY \(view.order) LIMIT \(limit ?? -1)
      """
    try read { database in
      let rows = try GRDB.Row.fetchCursor(database, sql: sql, arguments: arguments)
      while let row = try rows.next() { try body(row.cells) }
    }
  }
}

extension View {
  fileprivate var order: String {
    switch self {
    case .sites: "network, site"
    case .moderators, .formerModerators: "network, site, user_id"
    case .people: "account_id, network"
    case .changes, .walks, .runs: "id"
    case .pages: "walk_id, reading, page"
    }
  }

  fileprivate func condition(_ filter: ViewFilter) -> (String, StatementArguments) {
    var conditions: [String] = []
    var arguments = StatementArguments()
    func add<Value: DatabaseValueConvertible>(_ column: String, _ value: Value?) {
      guard let value, columnNames.contains(column) else { return }
      conditions.append("\(column) = ?")
      arguments += [value]
    }
    add("network", filter.network)
    add("site", filter.site)
    add("run_id", filter.run)
    add("walk_id", filter.walk)
    if self == .walks { add("id", filter.walk) }
    if self == .runs { add("id", filter.run) }
    if self == .pages, let site = filter.site {
      conditions.append("walk_id IN (SELECT id FROM walks WHERE site = ? AND network = ?)")
      arguments += [site, filter.network ?? stackExchangeNetwork]
    }
    if conditions.isEmpty { return ("", arguments) }
    return ("WHERE " + conditions.joined(separator: " AND "), arguments)
  }
}

extension GRDB.Row {
  /// The row's values in order. Whatever a damaged file holds is shown, never trapped on.
  var cells: Roster.Row {
    databaseValues.map { value in
      switch value.storage {
      case .null: .null
      case .int64(let number): .integer(Int(number))
      case .double(let number): .text(String(number))
      case .string(let text): .text(text)
      case .blob(let data): .text(data.hexadecimal)
      }
    }
  }
}
