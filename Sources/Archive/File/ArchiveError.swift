import GRDB

/// Why the archive could not be opened, read or written.
package struct ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
  package var code: Code
  /// The path of the archive.
  package var path: String
  /// One sentence that says what is wrong, and what to do where any program can say that.
  package var description: String
  /// What this program can do about it; whoever runs it says how. Nil where nothing can be named.
  package var remedy: Remedy?

  package init(
    _ code: Code, path: String, _ description: String, remedy: Remedy? = nil
  ) {
    self.code = code
    self.path = path
    self.description = description
    self.remedy = remedy
  }

  /// What helps.
  package enum Remedy: Hashable, Sendable, CaseIterable {
    /// A first run makes an archive.
    case makeArchive
    /// A first run makes an archive of the empty file.
    case fillFile
    /// To try again later, or to wait for the other program.
    case waitForOthers
    /// To verify the archive, and to restore it from a copy or make a new one.
    case verifyAndRestore
    /// To restore the archive from a copy, or to make a new one.
    case restore
    /// To use a newer version of the program.
    case newerProgram
    /// To ask the API again who was elected.
    case askForElected
    /// To take a cursor that a page of changes gave out.
    case useCursorOfPage
  }

  /// What went wrong, for whoever decides how to go on.
  package enum Code: Hashable, Sendable, CaseIterable {
    /// There is no file at that place.
    case notFound
    /// There is a file, and it is no archive. It was not touched.
    case notAnArchive
    /// A newer version of the program made it.
    case newerVersion
    /// An older version of the program made it, and it could not be brought up to date where it is.
    case olderVersion
    /// Whoever asks may not read it.
    case unreadable
    /// Another process is writing to it.
    case inUse
    /// The file, its folder or the disk does not take what is to be written.
    case unwritable
    /// SQLite finds the file damaged.
    case damaged
    /// The archive does not know the site, walk or run that was named.
    case unknown
    /// What was to be published is not proven by the evidence of its walk.
    case unproven
    /// A cursor that no page of changes gave out.
    case badCursor
    /// Any other failure of SQLite or of the disk.
    case failed
  }
}

extension ArchiveError {
  /// Puts a failure of SQLite into words. Errors that are already ours pass as they are.
  init(_ error: any Error, path: String) {
    if let error = error as? ArchiveError {
      self = error
    } else if let error = error as? DatabaseError {
      self = Self(database: error, path: path)
    } else if error is RowDecodingError {
      self.init(damaged: "a value is not of its column's type", path: path)
    } else {
      self.init(.failed, path: path, "\(path): \(error)")
    }
  }

  private init(damaged reason: String, path: String) {
    self.init(
      .damaged, path: path,
      "\(path) is damaged (\(reason)).", remedy: .verifyAndRestore)
  }

  private init(database error: DatabaseError, path: String) {
    let reason = error.message ?? "SQLite error \(error.resultCode.rawValue)"
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      self.init(
        .inUse, path: path, "\(path) is in use by another program; try again when it has finished.")
    case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM:
      self.init(
        .unwritable, path: path,
        "\(path) cannot be opened for this (\(reason)); check the permissions of the file and of "
          + "its folder.")
    case .SQLITE_FULL:
      self.init(
        .unwritable, path: path, "\(path) cannot grow (\(reason)); make room on its disk.")
    case .SQLITE_IOERR:
      self.init(
        .failed, path: path,
        "\(path) cannot be read or written (\(reason)); check its disk, then try again.")
    case .SQLITE_NOTADB:
      self.init(.notAnArchive, path: path, "\(path) is not a modexport archive.")
    case .SQLITE_CORRUPT:
      self.init(damaged: reason, path: path)
    default:
      self.init(.failed, path: path, "\(path): \(reason).")
    }
  }
}
