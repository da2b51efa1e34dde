import GRDB

/// Which archive a file is, and how far it goes: read without changing or migrating the file.
struct ArchiveState {
  var format: Int
  /// See ``ArchiveDatabase/identity()``; nil in the first format, which has none.
  var identity: String?

  /// - Throws: `DatabaseError`, `RowDecodingError`.
  init(format: Int, _ database: Database) throws {
    self.format = format
    identity =
      format < 2 ? nil : try String.fetchOne(database, sql: "SELECT uuid FROM archive")
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
