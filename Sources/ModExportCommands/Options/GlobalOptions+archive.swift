import Archive

extension GlobalOptions {
  /// Hands the archive to the body, opened for reading, and closes it.
  func reading<Result>(
    on console: Console, _ body: (ArchiveDatabase) throws -> Result
  ) throws -> Result {
    let archive = try ArchiveDatabase.open(at: archivePath(in: console.environment), for: .reading)
    let result = try body(archive)
    try archive.close()
    return result
  }

  /// Hands the archive, which must be there, to the body, opened for writing, and closes it.
  func writing<Result>(
    on console: Console, _ body: (ArchiveDatabase) throws -> Result
  ) throws -> Result {
    try reading(on: console) { _ in }
    let archive = try ArchiveDatabase.open(at: archivePath(in: console.environment), for: .writing)
    let result = try body(archive)
    try archive.close()
    return result
  }
}
