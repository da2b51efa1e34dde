import Archive

extension CommandContext {
  /// Opens the archive for reading, calls the body with it, and closes it.
  ///
  /// - Parameter toVerify: Whether it may have other tables and views than the program's, because it is verified first.
  /// - Throws: `ArchiveError` where it cannot be opened or closed, and what the body throws.
  func readArchive<Result>(
    toVerify: Bool = false, _ body: (ArchiveDatabase) throws -> Result
  ) throws -> Result {
    try with(
      try ArchiveDatabase.open(at: archivePath, for: .reading, toVerify: toVerify), body)
  }

  /// Opens the archive for reading, as `readArchive(_:)` does; Ctrl-C, a termination signal and a
  /// hang-up stop what the body does with it.
  ///
  /// - Parameter loss: What a stop means for the result, as a sentence without its beginning.
  /// - Throws: `CommandFailure` with the signal's exit code after a signal.
  func readArchiveUntilStopped<Result>(
    _ loss: String, _ body: (ArchiveDatabase) throws -> Result
  ) async throws -> Result {
    let interruption = Interruption()
    defer { interruption.end() }
    let trapped = await trappedSignals()
    return try withExtendedLifetime(trapped) {
      try readArchive { archive in
        interruption.interrupts(archive)
        do {
          return try body(archive)
        } catch let error as CancellationError {
          guard let signal = interruption.signal else { throw error }
          throw CommandFailure(ExitStatus(signal: signal), "Stopped; \(loss)")
        }
      }
    }
  }

  /// Opens the archive, which must exist, for writing, calls the body with it, and closes it.
  ///
  /// - Parameter toVerify: As for `readArchive(toVerify:_:)`.
  /// - Throws: `ArchiveError` where it cannot be opened or closed, and what the body throws.
  func writeArchive<Result>(
    toVerify: Bool = false, _ body: (ArchiveDatabase) throws -> Result
  ) throws -> Result {
    // Opening for writing would create a missing archive.
    try readArchive(toVerify: toVerify) { _ in }
    return try with(
      try ArchiveDatabase.open(at: archivePath, for: .writing, toVerify: toVerify), body)
  }

  private func with<Result>(
    _ archive: ArchiveDatabase, _ body: (ArchiveDatabase) throws -> Result
  ) throws -> Result {
    let result = try body(archive)
    try archive.close()
    return result
  }
}
