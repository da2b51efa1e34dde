import Archive

extension CommandContext {
  /// Hands the archive to the body, opened for reading, and closes it.
  ///
  /// - Throws: `ArchiveError` where it cannot be opened or closed, and what the body throws.
  func readArchive<Result>(_ body: (ArchiveDatabase) throws -> Result) throws -> Result {
    try with(try ArchiveDatabase.open(at: archivePath, for: .reading), body)
  }

  /// Hands the archive, which must exist, to the body, opened for writing, and closes it.
  ///
  /// - Throws: `ArchiveError` where it cannot be opened or closed, and what the body throws.
  func writeArchive<Result>(_ body: (ArchiveDatabase) throws -> Result) throws -> Result {
    // Opening it for writing would make one.
    try readArchive { _ in }
    return try with(try ArchiveDatabase.open(at: archivePath, for: .writing), body)
  }

  private func with<Result>(
    _ archive: ArchiveDatabase, _ body: (ArchiveDatabase) throws -> Result
  ) throws -> Result {
    let result = try body(archive)
    try archive.close()
    return result
  }
}
