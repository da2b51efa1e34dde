import Crypto
import FoundationEssentials
import GRDB

/// The checksum in a row that no entry of the ledger covers yet, so that an edit is noticed before it becomes evidence.
///
/// It is not a signature: an edit that also recomputes the seal is not noticed.
enum Seal: String, CaseIterable {
  /// A page of a walk that has not ended, with what the walk begins with.
  case stagedPage = "staged_page"
  /// How far a log was read.
  case historyLog = "history_log"

  private var rows: String {
    switch self {
    case .stagedPage:
      "SELECT t.*, w.run, w.site, w.started_at, w.source FROM staged_page t JOIN walk w ON w.id = t.walk"
    case .historyLog: "SELECT * FROM history_log t"
    }
  }

  /// Seals the row `t` that a condition finds, as it is. Call it in the transaction that inserted the row.
  func write(
    where condition: String, _ arguments: StatementArguments, _ database: Database
  ) throws {
    let digest = try database.cachedStatement(sql: "\(rows) WHERE \(condition)")
      .readOne(arguments) { $0.digest }
    try database.cachedStatement(sql: "UPDATE \(rawValue) AS t SET seal = ? WHERE \(condition)")
      .execute(arguments: [digest] + arguments)
  }

  /// Seals a row again after the body has changed it. Where the row already did not match its seal,
  /// the seal stays broken, so that the edit is still noticed after the next run.
  func update(_ row: Int, _ database: Database, _ body: () throws -> Void) throws {
    let isWhole = try areWhole(where: "t.id = ?", [row], database)
    try body()
    if isWhole { try write(where: "t.id = ?", [row], database) }
  }

  /// Whether all rows that a condition finds match their seals.
  func areWhole(
    where condition: String, _ arguments: StatementArguments, _ database: Database
  ) throws -> Bool {
    let rows = try GRDB.Row.fetchCursor(
      database.cachedStatement(sql: "\(rows) WHERE \(condition)"), arguments: arguments)
    while let row = try rows.next() {
      if try row.value("seal") as Data? != row.digest { return false }
    }
    return true
  }
}

extension GRDB.Row {
  /// The SHA-256 over the names and values of the row, but for `seal`; of a row that is withheld, that before: `leaf`.
  ///
  /// Each value is written with its column's name, its type and its length, so that different rows
  /// give different bytes.
  var digest: Data {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(1_024)
    for (column, value) in self where column != "seal" {
      switch value.storage {
      case .blob(let leaf) where column == "leaf": return leaf
      case .null: continue
      case .int64(let number): Self.append(column, "i", String(number).utf8, to: &bytes)
      case .double(let number): Self.append(column, "d", String(number.bitPattern).utf8, to: &bytes)
      case .string(let text): Self.append(column, "t", text.utf8, to: &bytes)
      case .blob(let data): Self.append(column, "b", data, to: &bytes)
      }
    }
    return Data(SHA256.hash(data: bytes))
  }

  /// Appends `COLUMN:TYPE`, the length of the content, a colon, and the content. An interpolated text would take
  /// most of the time of a digest.
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
