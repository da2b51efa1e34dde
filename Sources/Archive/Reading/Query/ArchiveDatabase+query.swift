import FoundationEssentials
import GRDB
import GRDBSQLite
package import Roster

extension ArchiveDatabase {
  /// Runs one query of the user on a connection of its own that can only read, and hands out its
  /// rows one at a time; memory does not grow with their number.
  ///
  /// The file is opened read-only, `PRAGMA query_only` is set, and ``QueryRights`` refuses whatever
  /// is not a read. There are no functions and collations but those of SQLite. The rows are those of
  /// one state of the file, whatever is published meanwhile.
  ///
  /// - Parameters:
  ///   - columns: Called once before the rows, with names that differ from each other.
  ///   - row: Called with each row. Blobs are lowercase hexadecimal text; texts that are not UTF-8
  ///     get U+FFFD.
  /// - Throws: `badQuery` for what SQLite cannot run, for anything but one statement, and for a
  ///   statement that does more than read; `CancellationError` after ``interrupt()``; and what the
  ///   closures throw.
  package func query(
    _ sql: String, columns: ([String]) throws -> Void, row: (Roster.Row) throws -> Void
  ) throws {
    let queue: DatabaseQueue
    do {
      queue = try Self.readingQueue(path)
    } catch {
      throw ArchiveError(error, path: path)
    }
    defer { try? queue.close() }
    try queue.inDatabase { database in
      try database.execute(sql: "PRAGMA query_only = ON")
      QueryRights.begin(on: database)
      stopWhenInterrupted(database)
      let statement = try translatingQueryErrors(in: sql, database) {
        try self.statement(sql, database)
      }
      try columns(Self.differing(statement.columnNames))
      let rows = try translatingQueryErrors(in: nil, database) {
        try GRDB.Row.fetchCursor(statement)
      }
      let count = statement.columnCount
      while try translatingQueryErrors(in: nil, database, { try rows.next() }) != nil {
        try row(statement.cells(count))
      }
    }
  }

  /// The only statement of the text.
  private func statement(_ sql: String, _ database: Database) throws -> Statement {
    guard !sql.utf8.contains(0) else { throw badQuery("The query contains a NUL character.") }
    let statements = try database.allStatements(sql: sql)
    guard let statement = try statements.next() else {
      throw badQuery("The query is empty: give a statement such as SELECT * FROM sites.")
    }
    var next: Statement? = statement
    // What follows may be no SQL at all, which is more than one statement too.
    do { next = try statements.next() } catch is DatabaseError {}
    guard next == nil else {
      throw badQuery("Give one statement at a time: there is more text after the first.")
    }
    let parameters = unsafe sqlite3_bind_parameter_count(statement.sqliteStatement)
    guard parameters == 0 else {
      throw badQuery("Write values into the query: a parameter such as ? or :name has none.")
    }
    return statement
  }

  /// Calls ``isStopped`` every few thousand steps of SQLite's machine. Unlike an interruption of the
  /// connection, this cannot come too early.
  func stopWhenInterrupted(_ database: Database) {
    unsafe sqlite3_progress_handler(
      database.sqliteConnection, 4_000,
      { context in
        guard let context = unsafe context else { return 0 }
        let archive = unsafe Unmanaged<ArchiveDatabase>.fromOpaque(context).takeUnretainedValue()
        return archive.isStopped ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// - Parameter sql: The text that is being compiled, to show the place of an error; nil where the
  ///   statement runs.
  private func translatingQueryErrors<Value>(
    in sql: String?, _ database: Database, _ body: () throws -> Value
  ) throws -> Value {
    do {
      try checkInterruption()
      return try body()
    } catch let error as DatabaseError {
      let offset = unsafe sqlite3_error_offset(database.sqliteConnection)
      throw failure(error, at: sql.flatMap { QueryPlace(offset: Int(offset), in: $0) })
    }
  }

  private func failure(_ error: DatabaseError, at place: QueryPlace?) -> any Error {
    let reason = error.message ?? "error \(error.resultCode.rawValue)"
    switch error.resultCode {
    case .SQLITE_INTERRUPT: return CancellationError()
    case .SQLITE_AUTH, .SQLITE_READONLY:
      return badQuery(
        "The query would do more than read (\(reason)): it may not write, attach a file, load code "
          + "or change a setting.")
    case .SQLITE_ERROR, .SQLITE_TOOBIG, .SQLITE_MISMATCH, .SQLITE_RANGE, .SQLITE_CONSTRAINT,
      .SQLITE_MISUSE:
      return badQuery("SQLite cannot run the query: \(reason)\(place?.description ?? "").")
    default: return ArchiveError(error, path: path)
    }
  }

  private func badQuery(_ sentence: String) -> ArchiveError {
    error(.badQuery, sentence)
  }

  /// The names, with `_2`, `_3` and so on after those that an earlier column has. A name that the
  /// query itself gives is not taken from its column.
  static func differing(_ names: [String]) -> [String] {
    let given = Set(names)
    var used: Set<String> = []
    return names.map { name in
      var (unique, number) = (name, 1)
      while used.contains(unique) || (number > 1 && given.contains(unique)) {
        number += 1
        unique = "\(name)_\(number)"
      }
      used.insert(unique)
      return unique
    }
  }
}

/// The place of an error in a query, as the end of a sentence.
private struct QueryPlace: CustomStringConvertible {
  let description: String

  /// - Parameter offset: Bytes before the token at fault; nil results where SQLite names none.
  init?(offset: Int, in sql: String) {
    guard offset >= 0, offset <= sql.utf8.count else { return nil }
    let before = String(decoding: sql.utf8.prefix(offset), as: UTF8.self)
    let rest = String(decoding: sql.utf8.dropFirst(offset), as: UTF8.self)
    let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    let token = (word.isEmpty ? rest.prefix(1) : word).prefix(40)
    let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
    let column = (lines.last?.count ?? 0) + 1
    let line = lines.count > 1 ? "line \(lines.count), " : ""
    description = token.isEmpty ? " (at its end)" : " ('\(token)', \(line)character \(column))"
  }
}
