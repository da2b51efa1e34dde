import GRDB

/// Why the archive could not be opened, read or written.
package struct ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
  package var code: Code
  /// The path of the archive.
  package var path: String
  /// One sentence that states what is wrong and, where the advice is the same for every program,
  /// what to do.
  package var description: String
  /// What this program can do about it; the caller words it for its user. Nil where there is no
  /// remedy.
  package var remedy: Remedy?

  package init(
    _ code: Code, path: String, _ description: String, remedy: Remedy? = nil
  ) {
    self.code = code
    self.path = path
    self.description = description
    self.remedy = remedy
  }

  /// Whether a first run makes an archive there: there is no file, or one without content, as a run leaves it that is
  /// killed or finds the disk full while it creates the archive.
  package var isBeforeFirstRun: Bool { code == .notFound || remedy == .fillFile }

  /// What the user can do.
  package enum Remedy: Hashable, Sendable, CaseIterable {
    /// Run `sync`: a first run creates an archive.
    case makeArchive
    /// Run `sync`: a first run turns the empty file into an archive.
    case fillFile
    /// Try again later, or wait for the other program.
    case waitForOthers
    /// Verify the archive, then restore it from a copy or create a new one.
    case verifyAndRestore
    /// Rebuild the search index from the tables.
    case rebuildIndex
    /// Restore the archive from a copy, or create a new one.
    case restore
    /// Use the version of the program that wrote the archive, or create a new one.
    case otherProgram
    /// Ask the API again who was elected.
    case askForElected
    /// Use a cursor that a page of changes returned.
    case useCursorOfPage
    /// Write the copy to another file, or allow it to replace what is there.
    case replaceOther
    /// Look at what does not agree.
    case seeFindings
    /// Withhold again who was withheld later than this copy was made.
    case withholdAgain
  }

  /// What went wrong, so that callers can decide how to go on.
  package enum Code: Hashable, Sendable, CaseIterable {
    /// There is no file at the path.
    case notFound
    /// The path leads to one that is not UTF-8.
    case unusablePath
    /// There is a file, and it is not an archive. It was not changed.
    case notAnArchive
    /// Another version of the program wrote it, with another format.
    case otherFormat
    /// Its tables, views, indexes or triggers are not those of the program.
    case foreignSchema
    /// The process may not read it.
    case unreadable
    /// Another process is writing to it.
    case inUse
    /// The file, its folder or the disk cannot be written to.
    case unwritable
    /// SQLite finds the file damaged.
    case damaged
    /// The archive does not contain the site, walk or run.
    case unknown
    /// Archives that are to be merged have read different APIs.
    case otherAPI
    /// People are withheld from an archive that is to be joined with others.
    case withholds
    /// The evidence of a walk does not prove what was to be published.
    case unproven
    /// SQLite refuses a value that a server sent: it is too long, or breaks a rule of its column.
    case unfit
    /// The cursor did not come from a page of changes.
    case badCursor
    /// SQLite cannot run the user's query, or it would do more than read.
    case badQuery
    /// Any other failure of SQLite or of the disk.
    case failed

    /// Whether nothing can be published for any site. What one site's server sent concerns that site only.
    package var concernsAllSites: Bool {
      switch self {
      case .unproven, .unfit, .unknown: false
      case .notFound, .notAnArchive, .otherFormat, .foreignSchema, .unreadable, .inUse,
        .unwritable, .damaged, .badCursor, .badQuery, .unusablePath, .otherAPI, .withholds, .failed:
        true
      }
    }
  }
}

extension ArchiveError {
  /// Describes a failure of SQLite. An `ArchiveError` is returned unchanged.
  init(_ error: any Error, path: String) {
    if let error = error as? ArchiveError {
      self = error
    } else if let error = error as? DatabaseError {
      self = Self(database: error, path: path)
    } else if error is RowDecodingError {
      self.init(damaged: "a value has the wrong type for its column", path: path)
    } else {
      self.init(.failed, path: path, "\(path): \(error)")
    }
  }

  private init(damaged reason: String, path: String) {
    self.init(
      .damaged, path: path,
      "\(path) is damaged (\(reason)).", remedy: .verifyAndRestore)
  }

  /// What SQLite says of writes that fail for another reason than a full disk.
  private static let writing: [ResultCode] = [
    .SQLITE_IOERR_WRITE, .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_TRUNCATE, .SQLITE_IOERR_DIR_FSYNC,
    .SQLITE_IOERR_SHMSIZE,
  ]

  /// What SQLite says where a table of the search index is missing, or a part of one.
  private static let missingIndex = [
    "no such table: search_", "vtable constructor failed: search_",
    "no such table: main.search_",
  ]

  private init(database error: DatabaseError, path: String) {
    let reason = error.message ?? "SQLite error \(error.resultCode.rawValue)"
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      self.init(
        .inUse, path: path,
        "\(path) is being used by another program; try again when it has finished.")
    case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM:
      self.init(
        .unwritable, path: path,
        "\(path) cannot be opened for this (\(reason)); check the permissions of the file and of "
          + "its folder.")
    case .SQLITE_FULL:
      self.init(
        .unwritable, path: path, "\(path) cannot grow (\(reason)); make room on its disk.")
    case .SQLITE_IOERR where Self.writing.contains(error.extendedResultCode):
      self.init(
        .unwritable, path: path,
        "\(path) cannot be written (\(reason)); check its disk and the limit on the size of files.")
    case .SQLITE_IOERR:
      self.init(
        .failed, path: path,
        "\(path) cannot be read or written (\(reason)); check its disk, then try again.")
    case .SQLITE_CONSTRAINT, .SQLITE_TOOBIG, .SQLITE_MISMATCH:
      self.init(.unfit, path: path, "\(path) does not take a value (\(reason)).")
    case .SQLITE_NOTADB:
      self.init(.notAnArchive, path: path, "\(path) is not a modexport archive.")
    case .SQLITE_CORRUPT where error.extendedResultCode == .SQLITE_CORRUPT_VTAB,
      .SQLITE_ERROR where Self.missingIndex.contains { reason.hasPrefix($0) }:
      self.init(
        .damaged, path: path, "The search index of \(path) is damaged (\(reason)).",
        remedy: .rebuildIndex)
    case .SQLITE_CORRUPT,
      .SQLITE_ERROR where reason.hasPrefix("malformed JSON"):
      self.init(damaged: reason, path: path)
    default:
      self.init(.failed, path: path, "\(path): \(reason).")
    }
  }
}
