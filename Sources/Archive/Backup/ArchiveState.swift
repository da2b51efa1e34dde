import GRDB

/// Which archive a file is, and how far it goes: read without changing or migrating the file.
struct ArchiveState {
  var format: Int
  /// See ``ArchiveDatabase/identity()``; nil in the first format, which has none.
  var identity: String?
  /// How many rows were ever written to the tables that every run adds to.
  private var written: [String: Int]

  /// - Throws: `DatabaseError`, `RowDecodingError`.
  init(format: Int, _ database: Database) throws {
    self.format = format
    identity =
      format < 2 ? nil : try String.fetchOne(database, sql: "SELECT uuid FROM archive")
    let rows = try GRDB.Row.fetchAll(
      database,
      sql: "SELECT name, seq FROM sqlite_sequence WHERE name IN ('run', 'walk', 'change')")
    written = try rows.reduce(into: [:]) { try $0[$1.value(0) as String] = $1.value(1) }
  }

  /// Whether another state of the same archive has rows that this one has not.
  func isBehind(_ other: ArchiveState) -> Bool {
    other.written.contains { $0.value > written[$0.key, default: 0] }
  }
}

extension ArchiveDatabase {
  /// The state of the archive at a path, whatever its format. The file has no log beside it, and
  /// nothing is created there.
  ///
  /// - Throws: `notAnArchive`, `newerVersion`, `damaged`, `unwritable` where it cannot be opened.
  static func state(ofFileAt path: String) throws(ArchiveError) -> ArchiveState {
    do {
      let queue = try immutableQueue(path)
      defer { try? queue.close() }
      let format = try formatVersion(queue, path: path)
      return try queue.read { try ArchiveState(format: format, $0) }
    } catch {
      throw ArchiveError(error, path: path)
    }
  }

  /// The state of this archive.
  func state() throws -> ArchiveState {
    try read { try ArchiveState(format: Schema.version, $0) }
  }
}
