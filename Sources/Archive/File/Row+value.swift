import FoundationEssentials
import GRDB
import Roster

/// A row of a table or view as a value: columns in snake case, times in unix seconds. Reading many rows so costs more than
/// by their positions.
protocol StoredRecord: Decodable, FetchableRecord {}

extension StoredRecord {
  static var databaseColumnDecodingStrategy: DatabaseColumnDecodingStrategy {
    .convertFromSnakeCase
  }

  static func databaseDateDecodingStrategy(for column: String) -> DatabaseDateDecodingStrategy {
    .timeIntervalSince1970
  }
}

extension GRDB.Row {
  /// The value of a column by its position, for statements of up to three columns and where the type
  /// that reads also lists the columns. GRDB's subscript would end the program where a damaged file contains a value of another type.
  ///
  /// - Throws: `RowDecodingError`, which callers of the archive see as `damaged`.
  func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ index: Int
  ) throws -> Value {
    try decode(Value.self, atIndex: index)
  }

  /// The value of a column.
  ///
  /// - Throws: `RowDecodingError`, also where the statement has no such column, which GRDB reads as
  ///   NULL.
  func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ column: String
  ) throws -> Value {
    // For an optional type GRDB would return nil; decoding an `Int` throws.
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
  /// Reads the one row of the result, nil without one. Unlike `fetchOne` it does not copy values
  /// before they are read; the row is valid only inside `body`.
  func readOne<Result>(
    _ arguments: StatementArguments, _ body: (GRDB.Row) throws -> Result
  ) throws -> Result? {
    let rows = try GRDB.Row.fetchCursor(self, arguments: arguments)
    return try withExtendedLifetime(rows) { try rows.next().map(body) }
  }
}

extension StatementArguments {
  /// Arguments by position. GRDB's own initialiser instantiates a key path each time, and a cast of the array casts
  /// each value dynamically: both cost more than binding the values.
  init(values: [DatabaseValue]) {
    var arguments: [(any DatabaseValueConvertible)?] = []
    arguments.reserveCapacity(values.count)
    for value in values { arguments.append(value) }
    self.init(arguments)
  }
}
