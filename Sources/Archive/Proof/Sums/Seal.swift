import Crypto
import FoundationEssentials
import GRDB

/// The checksum in a row over its other columns, so that `verify` notices an edit.
///
/// It is not a signature: an edit that also recomputes the seal is not noticed. NULL columns are
/// left out, so that adding a column in a later format breaks no seal.
enum Seal {
  /// The tables whose rows have a `seal`.
  enum Table: String, CaseIterable {
    case archive, network, site, run, walk, change
    case stagedPage = "staged_page"
    case historyLog = "history_log"
    case formerReputation = "former_reputation"

    /// The primary key, in whose order the rows are read.
    var key: [String] {
      switch self {
      case .network: ["name"]
      case .formerReputation: ["member", "entry"]
      case .stagedPage: ["walk", "reading", "role", "page"]
      case .archive, .site, .run, .walk, .change, .historyLog: ["id"]
      }
    }

    /// Which rows have a seal: changes of members follow from the versions.
    var condition: String { self == .change ? "user_id IS NULL" : "TRUE" }

    /// The condition that finds one row by its key.
    var place: String { key.map { "\($0) = ?" }.joined(separator: " AND ") }
  }

  /// Seals the row with this primary key as it is; does nothing without such a row. Call it in the
  /// transaction that inserted the row; for other rows see ``update(_:_:in:_:)``.
  static func write(
    _ table: Table, _ key: any DatabaseValueConvertible..., in database: Database
  ) throws {
    try write(table, key.map(\.databaseValue), database)
  }

  /// Seals a row again after the body has changed it. Where the row already did not match its seal,
  /// the seal stays broken, so that the edit is still noticed after the next run.
  ///
  /// - Parameter isNew: Whether this transaction has inserted the row, which has no seal yet.
  static func update(
    _ table: Table, _ key: any DatabaseValueConvertible..., isNew: Bool = false,
    in database: Database, _ body: () throws -> Void
  ) throws {
    let key = key.map(\.databaseValue)
    let wasWhole = try isNew || isWhole(table, key, database)
    try body()
    if wasWhole { try write(table, key, database) }
  }

  /// Whether the row matches its seal, or does not exist yet.
  static func isWhole(_ table: Table, _ key: [DatabaseValue], _ database: Database) throws -> Bool {
    try readDigest(table, key, database) { stored, digest in stored == digest } ?? true
  }

  /// Whether all rows with a condition match their seals.
  static func areWhole(
    _ table: Table, where condition: String, _ arguments: StatementArguments, _ database: Database
  ) throws -> Bool {
    let rows = try GRDB.Row.fetchCursor(
      database.cachedStatement(sql: "SELECT * FROM \(table.rawValue) WHERE \(condition)"),
      arguments: arguments)
    while let row = try rows.next() {
      if stored(in: row) != digest(of: row) { return false }
    }
    return true
  }

  private static func write(
    _ table: Table, _ key: [DatabaseValue], _ database: Database
  ) throws {
    guard let digest = try readDigest(table, key, database, { $1 }) else { return }
    try database.cachedStatement(sql: "UPDATE \(table.rawValue) SET seal = ? WHERE \(table.place)")
      .execute(arguments: [digest] + StatementArguments(values: key))
  }

  /// Seals all rows of a table, in order.
  static func writeAll(_ table: Table, _ database: Database) throws {
    let columns = table.key.joined(separator: ", ")
    let keys = try GRDB.Row.fetchAll(
      database, sql: "SELECT \(columns) FROM \(table.rawValue) ORDER BY \(columns)")
    for key in keys { try write(table, Array(key.databaseValues), database) }
  }

  /// Reads a row's seal and computes the one that it should have; nil without such a row.
  private static func readDigest<Value>(
    _ table: Table, _ key: [DatabaseValue], _ database: Database,
    _ body: (_ stored: Data?, _ digest: Data) -> Value
  ) throws -> Value? {
    let statement = try database.cachedStatement(
      sql: "SELECT * FROM \(table.rawValue) WHERE \(table.place)")
    return try statement.readOne(StatementArguments(values: key)) { row in
      body(stored(in: row), digest(of: row))
    }
  }

  private static func stored(in row: GRDB.Row) -> Data? {
    (row["seal"] as DatabaseValue?).flatMap { Data.fromDatabaseValue($0) }
  }

  /// Reads all rows of a table, in order of their key, and reports those that do not match their
  /// seal.
  ///
  /// - Parameter body: Called with each row that does not match.
  static func forEachBroken(
    _ table: Table, _ database: Database, _ body: (GRDB.Row) throws -> Void
  ) throws {
    let rows = try GRDB.Row.fetchCursor(
      database,
      sql: """
        SELECT * FROM \(table.rawValue) WHERE \(table.condition)
        ORDER BY \(table.key.joined(separator: ", "))
        """)
    while let row = try rows.next() {
      if stored(in: row) != digest(of: row) { try body(row) }
    }
  }

  /// The SHA-256 over the names and values of a row.
  ///
  /// Each value is written with its column's name, its type and its length, so that different rows
  /// give different bytes.
  static func digest(of row: GRDB.Row) -> Data {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(1_024)
    for (column, value) in row where column != "seal" {
      switch value.storage {
      case .null: continue
      case .int64(let number): append(column, "i", String(number).utf8, to: &bytes)
      case .double(let number): append(column, "d", String(number.bitPattern).utf8, to: &bytes)
      case .string(let text): append(column, "t", text.utf8, to: &bytes)
      case .blob(let data): append(column, "b", data, to: &bytes)
      }
    }
    return Data(SHA256.hash(data: bytes))
  }

  /// Appends `COLUMN:TYPE`, the length of the content, a colon, and the content. An interpolated text would take
  /// most of the time of a seal.
  private static func append(
    _ column: String, _ type: Unicode.Scalar, _ content: some Collection<UInt8>,
    to bytes: inout [UInt8]
  ) {
    bytes.append(contentsOf: column.utf8)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(UInt8(ascii: type))
    bytes.append(contentsOf: String(content.count).utf8)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(contentsOf: content)
  }
}
