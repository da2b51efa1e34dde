package import Roster

/// The columns of a table as JSON, in the words of Frictionless table schemas.
package enum TableSchema {
  /// The name, the type and the meaning of each column, in order.
  package static func fields(of columns: [View.Column]) -> JSONValue {
    .array(
      columns.map { column in
        .object([
          ("name", .text(column.name)), ("type", .text(name(of: column.type))),
          ("description", .text(column.description)),
        ])
      })
  }

  private static func name(of type: View.ColumnType) -> String {
    switch type {
    case .text, .url: "string"
    case .integer: "integer"
    case .time: "datetime"
    }
  }
}
