import FoundationEssentials
import GRDB
import Roster

extension GRDB.Row {
  /// The value of a column by its place, for statements of up to three columns. GRDB's subscript would end
  /// the program where a damaged file holds something else there.
  ///
  /// - Throws: `RowDecodingError`, which leaves the archive as `damaged`.
  func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ index: Int
  ) throws -> Value {
    try decode(Value.self, atIndex: index)
  }

  /// The value of a column.
  ///
  /// - Throws: `RowDecodingError` also where the statement has no such column, which GRDB takes for NULL.
  func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ column: String
  ) throws -> Value {
    // Of a column that is not there only a value that cannot be absent is an error.
    if !hasColumn(column) { _ = try decode(Int.self, forColumn: column) }
    return try decode(Value.self, forColumn: column)
  }

  /// The time in a column of unix seconds; nil where there is none.
  func date(_ column: String) throws -> Date? {
    try (value(column) as Int?).map(Date.init(unixSeconds:))
  }

  /// The time in a column of unix seconds; nil where there is none.
  func date(_ index: Int) throws -> Date? {
    try (value(index) as Int?).map(Date.init(unixSeconds:))
  }
}

extension Statement {
  /// Reads the one row that answers, nil where none does. Unlike `fetchOne` it copies no values before
  /// they are read; the row is worth something only inside `body`.
  func readOne<Result>(
    _ arguments: StatementArguments, _ body: (GRDB.Row) throws -> Result
  ) throws -> Result? {
    let rows = try GRDB.Row.fetchCursor(self, arguments: arguments)
    return try withExtendedLifetime(rows) { try rows.next().map(body) }
  }
}
