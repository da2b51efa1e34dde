import Roster

/// The SQL of the table with the rows of a view.
struct PostgresTable {
  let view: View

  /// The new table, as SQL names it.
  private var name: String { "\(PostgresExport.staging).\(SQLText.name(view.name))" }

  private var columns: String {
    view.columnNames.map(SQLText.name).joined(separator: ", ")
  }

  /// Makes the table, without a key, which is faster to make when the rows are there.
  var creation: String {
    let columns = view.columns.map { "  \(SQLText.name($0.name)) \($0.type.postgresType)" }
    return "CREATE TABLE \(name) (\n\(columns.joined(separator: ",\n"))\n);\n"
  }

  /// What the rows in the text format of `COPY` come after. Also a transaction with an older snapshot sees them,
  /// where it would see an empty table.
  var copy: String { "COPY \(name) (\(columns)) FROM STDIN WITH (FREEZE);\n" }

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
