import GRDB
import GRDBSQLite

/// Reads a table of the search index from beginning to end, through SQLite's `fts5vocab` table: words in the order of
/// their bytes, the documents of a word in the order of their numbers, and in each the columns and positions.
///
/// It reads values from SQLite directly. GRDB's rows took longer than everything else that `verify` does with an
/// index.
struct IndexReader {
  /// The bytes of the word. SQLite may have cut a very long one inside a letter.
  private(set) var word: [UInt8] = []
  /// Whether it is another word than that of the entry before.
  private(set) var isOtherWord = false
  private(set) var document = DocumentNumber(rawValue: 0)
  /// Empty where the table has no columns in its index.
  private(set) var column = ""
  /// How many words of the column are before it; 0 where the table has no positions in its index.
  private(set) var position = 0
  private let statement: Statement
  private let rows: RowCursor
  private var isFirst = true

  /// - Parameter database: A connection that may create temporary tables.
  init(_ table: IndexTable, _ database: Database) throws {
    let vocabulary = "temp.\(table.rawValue)_vocabulary"
    try database.execute(
      sql: """
        CREATE VIRTUAL TABLE IF NOT EXISTS \(vocabulary)
        USING fts5vocab(main, \(table.rawValue), instance)
        """)
    statement = try database.makeStatement(
      sql: "SELECT term, doc, col, \"offset\" FROM \(vocabulary)")
    rows = try GRDB.Row.fetchCursor(statement)
  }

  /// Reads the next entry; false at the end.
  mutating func next() throws -> Bool {
    guard try rows.next() != nil else { return false }
    let row = unsafe statement.sqliteStatement
    let length = unsafe sqlite3_column_bytes(row, 0)
    let bytes = unsafe UnsafeRawBufferPointer(
      start: sqlite3_column_blob(row, 0), count: Int(length))
    isOtherWord = unsafe isFirst || !bytes.elementsEqual(word)
    if isOtherWord { word = unsafe Array(bytes) }
    isFirst = false
    document = DocumentNumber(rawValue: Int(unsafe sqlite3_column_int64(row, 1)))
    column = unsafe sqlite3_column_text(row, 2).map { unsafe String(cString: $0) } ?? ""
    position = Int(unsafe sqlite3_column_int64(row, 3))
    return true
  }
}
