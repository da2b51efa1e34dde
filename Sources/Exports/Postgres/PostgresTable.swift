import Roster

/// The SQL of the table with the rows of a view.
struct PostgresTable {
  let view: View

  /// The new table, as SQL names it.
  private var name: String { Self.name(of: view, in: PostgresExport.staging) }

  private static func name(of view: View, in schema: String) -> String {
    "\(schema).\(SQLText.name(view.name))"
  }

  private var columns: String {
    view.columnNames.map(SQLText.name).joined(separator: ", ")
  }

  /// Makes the table, without a key, which is faster to make when the rows are there.
  var creation: String {
    let columns = view.columns.map { "  \(SQLText.name($0.name)) \($0.type.postgresType)" }
    return "CREATE TABLE \(name) (\n\(columns.joined(separator: ",\n"))\n);\n"
  }

  /// What the rows in the text format of `COPY` come after.
  ///
  /// - Parameter isWhole: Whether these are all rows of the table. Then also a transaction with an older snapshot sees
  ///   them, where it would see an empty table.
  func copy(isWhole: Bool) -> String {
    "COPY \(name) (\(columns)) FROM STDIN\(isWhole ? " WITH (FREEZE)" : "");\n"
  }

  /// What follows the rows: the key, the indexes and the comments.
  var completion: String {
    let key =
      view.identifyingColumns.map { "ALTER TABLE \(name) ADD PRIMARY KEY (\(Self.list($0)));\n" }
      ?? ""
    let indexes = view.lookups.map { "CREATE INDEX ON \(name) (\(Self.list($0)));\n" }.joined()
    let comments = view.columns.map { column in
      "COMMENT ON COLUMN \(name).\(SQLText.name(column.name)) IS "
        + "\(SQLText.literal(column.description));\n"
    }
    return key + indexes
      + "COMMENT ON TABLE \(name) IS \(SQLText.literal("The rows: \(view.meaning)."));\n"
      + comments.joined() + "ANALYZE \(name);\n"
  }

  private static func list(_ columns: [String]) -> String {
    columns.map(SQLText.name).joined(separator: ", ")
  }

  /// The call of Citus that spreads the table by a column of its key, or copies it to every server.
  var distribution: String {
    let table = SQLText.literal(name)
    return switch view {
    case .sites, .moderators, .formerModerators, .tenures, .observations, .changes, .walks:
      "DO $$ BEGIN PERFORM create_distributed_table(\(table), 'site'); END $$;\n"
    case .people:
      "DO $$ BEGIN PERFORM create_distributed_table(\(table), 'account_id'); END $$;\n"
    case .pages: "DO $$ BEGIN PERFORM create_distributed_table(\(table), 'walk_id'); END $$;\n"
    case .runs: "DO $$ BEGIN PERFORM create_reference_table(\(table)); END $$;\n"
    }
  }

  /// Takes over the old rows that the stream does not replace; nothing for tables that it sends whole.
  ///
  /// A walk that had not ended may be gone, or have other pages.
  var keeping: String {
    switch view {
    case .sites, .people, .runs: ""
    case .moderators, .formerModerators, .tenures:
      keeping(
        where: "(o.network, o.site) NOT IN (SELECT network, site FROM pg_temp.modexport_sites)")
    case .observations: keeping(where: isNotSent(by: ["network", "site", "read_at"]))
    case .changes: keeping(where: isNotSent(by: ["id"]))
    case .walks: keeping(where: "o.finished_at IS NOT NULL AND \(isNotSent(by: ["id"]))")
    case .pages:
      keeping(
        where: """
          EXISTS (SELECT FROM \(Self.name(of: .walks, in: PostgresExport.schema)) w
            WHERE w.id = o.walk_id AND w.finished_at IS NOT NULL)
            AND \(isNotSent(by: ["walk_id"]))
          """)
    }
  }

  private func keeping(where condition: String) -> String {
    """
    INSERT INTO \(name) (\(columns))
      SELECT \(columns) FROM \(Self.name(of: view, in: PostgresExport.schema)) o
      WHERE \(condition);

    """
  }

  private func isNotSent(by key: [String]) -> String {
    let same = key.map { "n.\($0) = o.\($0)" }.joined(separator: " AND ")
    return "NOT EXISTS (SELECT FROM \(name) n WHERE \(same))"
  }
}

extension View {
  /// Columns by which rows are looked for, beside the key.
  fileprivate var lookups: [[String]] {
    switch self {
    case .sites, .observations, .people, .runs: []
    case .moderators, .formerModerators: [["network", "account_id"]]
    case .tenures: [["network", "site", "user_id"], ["network", "account_id"]]
    case .changes: [["observed_at"]]
    case .walks: [["run_id"]]
    case .pages: []
    }
  }
}

extension View.ColumnType {
  fileprivate var postgresType: String {
    switch self {
    case .text, .url: "text"
    case .integer: "bigint"
    case .time: "timestamptz"
    }
  }
}
