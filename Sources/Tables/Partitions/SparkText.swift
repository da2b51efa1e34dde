import Roster

/// `spark.sql`: views for Spark with the types of the columns.
enum SparkText {
  static func script(_ tables: [PartitionedTable]) -> String {
    "-- For Spark, to be run in this folder: spark-sql -i spark.sql\n"
      + tables.map { view($0) }.joined()
  }

  private static func view(_ table: PartitionedTable) -> String {
    let head = "CREATE OR REPLACE TEMPORARY VIEW \(table.view.name)"
    // Spark refuses a folder that is not there.
    guard table.rows > 0 else {
      let nothing = table.view.columns.map { "CAST(NULL AS \(type($0.type))) AS `\($0.name)`" }
      return "\(head) AS SELECT \(nothing.joined(separator: ", ")) WHERE FALSE;\n"
    }
    // The columns of partitions come last.
    let columns = (table.columns + table.partitions).map { column in
      "  `\(column.name)` \(type(column.type)) COMMENT \(literal(column.description))"
    }
    return """
      \(head) (
      \(columns.joined(separator: ",\n"))
      ) USING \(options(path: table.view.name));

      """
  }

  private static func options(path: String) -> String {
    "csv OPTIONS (path '\(path)', mode 'FAILFAST', header 'true', multiLine 'true', "
      // With these, CR LF stays within a text. What stands for no value can be in no text, or an
      // empty text would be none.
      + "quote '\"', escape '\"', lineSep '\\r\\n', nullValue '\\0')"
  }

  private static func type(_ type: View.ColumnType) -> String {
    switch type {
    case .text, .url: "STRING"
    case .integer: "BIGINT"
    case .time: "TIMESTAMP"
    }
  }

  /// Spark reads a backslash in a literal as the beginning of an escape.
  private static func literal(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "'" || scalar == "\\" { scalars.append("\\") }
      scalars.append(scalar)
    }
    return "'\(String(scalars))'"
  }
}
