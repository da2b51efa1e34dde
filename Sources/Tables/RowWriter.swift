package import Roster

/// Writes rows as one document, one row after the other; memory does not grow with their number.
package protocol RowWriter {
  /// Adds a row, which has a cell for each column.
  mutating func write(_ row: Row) throws
  /// Flushes what was written so far, so that a waiting reader gets it.
  mutating func flush() throws
  /// Ends the document and flushes the rest. Nothing may be written after it.
  mutating func finish() throws
}

extension RowWriter {
  /// Writes all rows of a list and ends the document.
  package mutating func write(_ listing: Listing) throws {
    for row in listing.rows { try write(row) }
    try finish()
  }
}

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

/// What an export is made from: the archive as it was at one moment. Every call has to see the same moment;
/// two exports of one archive are then the same bytes.
package protocol ExportSource {
  /// The program and its version, such as `modexport 1.0.0`.
  var generator: String { get }
  /// The archive's UUID, which is unique and never changes.
  var identity: String { get }
  /// The number of the latest run that had ended; 0 without one.
  var latestRun: Int { get }

  /// Calls `body` with each row of a view, by network and site, one at a time.
  func forEachRow(of view: View, _ body: (Row) throws -> Void) throws
}
