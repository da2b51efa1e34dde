package import FoundationEssentials
import GRDB
import Glibc
package import Roster

/// The result of a backup.
package struct Backup: Hashable, Sendable {
  /// The canonical path of the copy.
  package var path: String
  /// The copy's size in bytes.
  package var bytes: Int
  /// What `verify` says of the copy. Where it has findings, nothing was written to ``path``.
  package var verification: Verification
  /// The head of the copy's ledger; nil where nothing was read yet.
  package var head: String?
  /// The older copies that were removed, by their paths.
  package var removed: [String] = []
  /// The folder that was created for it; nil where it was there.
  package var madeFolder: String?
}

extension ArchiveDatabase {
  /// Copies the archive to a file, verifies the copy, and only then puts it in its place, in one step.
  ///
  /// The copy is one state of the archive, also while a run writes to it, and holds that run up at
  /// most for the milliseconds of one step. ``interrupt()`` stops it, from any thread; then, and
  /// after any failure, what stood there before is still there.
  ///
  /// - Parameters:
  ///   - place: A file, which may be missing, empty, or an older copy of this archive; or a folder,
  ///     in which the copy gets a name with the present time.
  ///   - kept: In a folder, how many dated copies of this archive remain, 1 or more; nil for all. With
  ///     a number the place is a folder, which is created where it is missing.
  ///   - replacesOthers: Whether a copy of another archive, or of a later state of this one, may be
  ///     replaced.
  ///   - rules: The rules of each network, for the proof of the copy.
  ///   - now: The present time.
  /// - Returns: The copy. Where its verification has findings, nothing was replaced.
  /// - Throws: `unwritable` for the copy; `inUse` where another backup to that file is running;
  ///   `damaged`, `failed` for the archive; `CancellationError`.
  package func backUp(
    to place: String, keeping kept: Int? = nil, replacesOthers: Bool = false,
    by rules: [NetworkID: ProofRules], at now: Date
  ) throws -> Backup {
    let makesFolder = try kept != nil && makeFolder(at: place)
    let copies = try datedCopies(at: place, isNeeded: kept != nil)
    let name = copies?.name(at: now) ?? ""
    let identity = try identity()
    let target = try CopyTarget(
      copies?.path(of: name) ?? place, of: path
    ) { target throws(ArchiveError) in
      try self.checkCopy(target, of: identity, replacesOthers)
    }
    var backup = try makeCopy(target, by: rules, at: now)
    backup.madeFolder = makesFolder ? copies?.folder : nil
    if let kept, let copies, backup.verification.findings.isEmpty {
      backup.removed = try removeSurplus(of: copies, made: name, kept: kept, identity)
    }
    return backup
  }

  /// Creates the folder for copies where there is nothing yet, but not the folders around it: a disk
  /// that is not mounted must not be replaced by a folder.
  ///
  /// - Returns: Whether it was created.
  private func makeFolder(at place: String) throws(ArchiveError) -> Bool {
    var status = stat()
    guard unsafe lstat(place, &status) != 0, errno == ENOENT else { return false }
    if unsafe mkdir(place, 0o777) == 0 { return true }
    let reason = errno
    if reason == EEXIST { return false }
    let words = unsafe String(cString: strerror(reason))
    throw ArchiveError(
      .unwritable, path: place,
      "The folder \(place) for copies cannot be created (\(words)); create it, or mount the disk that "
        + "it is on.")
  }

  /// Nil where the place is not a folder.
  private func datedCopies(
    at place: String, isNeeded: Bool
  ) throws(ArchiveError) -> DatedCopies? {
    var status = stat()
    if unsafe stat(place, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      return DatedCopies(of: path, in: try RealPath.of(place))
    }
    if isNeeded || place.hasSuffix("/") {
      throw ArchiveError(
        .unwritable, path: place,
        "\(place) is not a folder, in which copies could be kept; create it, or mount the disk that "
          + "it is on.")
    }
    return nil
  }

  /// Throws where the file at the place is no copy that this archive may replace.
  private func checkCopy(
    _ target: CopyTarget, of identity: String, _ replacesOthers: Bool
  ) throws(ArchiveError) {
    let existing: String
    do {
      existing = try Self.identity(ofFileAt: target.path)
    } catch {
      throw target.refusal(
        "is not replaced: \(error.description) Choose another file, or move it away.")
    }
    if replacesOthers { return }
    if existing != identity {
      throw target.refusal("is a copy of another archive", remedy: .replaceOther)
    }
    do {
      if try holdsHistory(ofCopyAt: target.path) { return }
    } catch {
      throw ArchiveError(error, path: target.path)
    }
    throw target.refusal(
      "has history or tables that the archive lacks, as after a return to an older copy",
      remedy: .replaceOther)
  }

  private func makeCopy(
    _ target: CopyTarget, by rules: [NetworkID: ProofRules], at now: Date
  ) throws -> Backup {
    var (verification, head) = (Verification(), String?.none)
    let copier = DatabaseCopier(source: queue, check: checkInterruption)
    let size = try target.make(copier.copy) { copy in
      (verification, head) = try verify(copy, by: rules, at: now)
      try checkInterruption()
      return verification.findings.isEmpty
    }
    return Backup(path: target.path, bytes: size, verification: verification, head: head)
  }

  /// Copies the archive, as it is read at the moment, to a file beside which SQLite may keep others, and verifies the copy.
  ///
  /// - Parameter path: A file that is empty, or not there yet.
  /// - Throws: `unwritable` for the copy; `damaged`, `failed` for the archive; `CancellationError`.
  package func copy(
    to path: String, by rules: [NetworkID: ProofRules], at now: Date
  ) throws -> Verification {
    do {
      try DatabaseCopier(source: queue, check: checkInterruption).copy(to: path)
    } catch let error as DatabaseError {
      throw ArchiveError(copying: error, from: self.path, to: path)
    }
    return try verify(path, by: rules, at: now).0
  }

  /// What the proof of a copy says, and the copy's head.
  private func verify(
    _ copy: String, by rules: [NetworkID: ProofRules], at now: Date
  ) throws -> (Verification, head: String?) {
    do {
      let copy = try ArchiveDatabase.open(at: copy, for: .reading, toVerify: true)
      defer { try? copy.close() }
      let verification = try copy.verify(by: rules, now: now, check: checkInterruption)
      return (verification, verification.findings.isEmpty ? try copy.head()?.head : nil)
    } catch let error as ArchiveError where [.damaged, .notAnArchive].contains(error.code) {
      // The copy has the archive's pages, and its file is gone when the user reads this.
      throw ArchiveError(
        error.code, path: path, error.description.replacing(copy, with: path), remedy: error.remedy)
    }
  }

  /// Removes the oldest dated copies of this archive. Files that are not its copies stay, whatever
  /// they are called, and so do copies with history that the archive lacks.
  private func removeSurplus(
    of copies: DatedCopies, made: String, kept: Int, _ identity: String
  ) throws -> [String] {
    let names = try copies.names().filter { name in
      // What cannot be read is not known to be a copy, and what has a log is being used.
      let path = copies.path(of: name)
      guard !CopyTarget.hasLog(path), let other = try? Self.identity(ofFileAt: path) else {
        return false
      }
      return other == identity
    }
    let surplus = try DatedCopies.surplus(names, made: made, kept: kept).map(copies.path)
      .filter(holdsHistory)
    for path in surplus {
      guard unsafe unlink(path) == 0 else {
        throw ArchiveError(
          .unwritable, path: path,
          "The copy \(copies.path(of: made)) is made, but the older copy \(path) cannot be "
            + "removed; check the permissions of the folder.")
      }
    }
    return surplus
  }
}

extension DatedCopies {
  /// The files in the folder that have such names.
  ///
  /// - Throws: `unwritable` where the folder cannot be read.
  fileprivate func names() throws(ArchiveError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder).filter { name in
        contains(name) && isFile(path(of: name))
      }
    } catch {
      throw ArchiveError(
        .unwritable, path: folder, "\(folder) cannot be read; check its permissions.")
    }
  }

  /// A link or a folder is not a copy.
  private func isFile(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}

extension ArchiveError {
  /// A failure of SQLite while it copied: of the archive where it could not be read, else of the copy.
  init(copying error: DatabaseError, from archive: String, to target: String) {
    let isOfArchive =
      [.SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
      || [.SQLITE_IOERR_READ, .SQLITE_IOERR_SHORT_READ].contains(error.extendedResultCode)
    if isOfArchive {
      self.init(error, path: archive)
    } else {
      self.init(
        .unwritable, path: target,
        "\(target) cannot be written (\(error.resultCode)); make room on its disk, or choose another place."
      )
    }
  }
}

extension ArchiveDatabase {
  /// Whether this archive has everything that a copy of it keeps: the end of the copy's ledger is in its own chain, and
  /// the copy has no table or view that it lacks: who wrote notes into a copy loses them with it. The copy has no log
  /// beside it, and nothing is created there.
  ///
  /// An archive that was set back to an older copy, and then ran on, soon has as many entries, but others.
  ///
  /// - Throws: `DatabaseError`, `RowDecodingError`; `CancellationError` after ``interrupt()``.
  func holdsHistory(ofCopyAt path: String) throws -> Bool {
    let copy = try Self.immutableQueue(path)
    defer { try? copy.close() }
    let (head, held) = try copy.read { try (LedgerPlace.latest($0), Self.tables($0)) }
    return try read { database in
      guard try held.isSubset(of: Self.tables(database)) else { return false }
      guard let head else { return true }
      let chain = try Data.fetchOne(
        database, sql: "SELECT chain FROM entry WHERE id = ?", arguments: [head.entry])
      return chain == head.chain
    }
  }

  private static func tables(_ database: Database) throws -> Set<String> {
    try String.fetchSet(
      database, sql: "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')")
  }
}
