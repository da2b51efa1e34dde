import Roster

/// `load.sql`: makes tables of DuckDB, with the types and the meanings of the columns.
enum DuckDBText {
  static func script(_ tables: [PartitionedTable]) -> String {
    "-- For DuckDB, to be run in this folder: duckdb moderators.duckdb -f load.sql\nBEGIN;\n"
      + tables.map { load($0) + comments($0.view) }.joined() + "COMMIT;\n"
  }

  private static func load(_ table: PartitionedTable) -> String {
    let head = "CREATE OR REPLACE TABLE \(table.view.name)"
    // DuckDB refuses a pattern without files.
    guard table.rows > 0 else {
      let columns = table.view.columns.map { "\(SQLText.name($0.name)) \(type($0.type))" }
      return "\(head) (\(columns.joined(separator: ", ")));\n"
    }
    return """
      \(head) AS SELECT \(table.view.columnNames.map(SQLText.name).joined(separator: ", "))
      FROM read_csv('\(table.pattern)',
        \(options),
        columns = {\(types(table.columns))}\(partitions(table)));

      """
  }

  private static let options =
    "auto_detect = false, header = true, delim = ',', quote = '\"', escape = '\"', nullstr = '', "
    + "allow_quoted_nulls = false, new_line = '\\r\\n'"

  private static func partitions(_ table: PartitionedTable) -> String {
    if table.partitions.isEmpty { return ", hive_partitioning = false" }
    // Otherwise an id of digits would be a number.
    return ",\n  hive_partitioning = true, hive_types = {\(types(table.partitions))}"
  }

  private static func types(_ columns: [View.Column]) -> String {
    columns.map { "'\($0.name)': '\(type($0.type))'" }.joined(separator: ", ")
  }

  private static func comments(_ view: View) -> String {
    "COMMENT ON TABLE \(view.name) IS \(SQLText.literal("The rows: \(view.meaning)."));\n"
      + view.columns.map {
        "COMMENT ON COLUMN \(view.name).\(SQLText.name($0.name)) IS \(SQLText.literal($0.description));\n"
      }.joined()
  }

  private static func type(_ type: View.ColumnType) -> String {
    switch type {
    case .text, .url: "VARCHAR"
    case .integer: "BIGINT"
    case .time: "TIMESTAMPTZ"
    }
  }
}
