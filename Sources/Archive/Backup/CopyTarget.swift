import Glibc
import Tables

/// The file that a copy becomes, and what it may replace: an older copy of the same archive.
struct CopyTarget {
  /// The canonical path: where the user names a link, the file that it leads to is replaced.
  let path: String
  /// The archive.
  let source: ArchiveDatabase
  /// That of the archive: see ``ArchiveDatabase/identity()``.
  let identity: String
  /// Whether a copy of another archive, or of a later state of this one, may be replaced too.
  let replacesOthers: Bool

  /// Throws where a copy must not be put here. To be called before the work, and again after it.
  ///
  /// - Throws: `unwritable`, with what stands there and what to do.
  func check() throws(ArchiveError) {
    if ArchiveFiles.of(source.path, contain: path) {
      throw refusal("is the archive itself or belongs to it; choose another file.")
    }
    let existing = try existingSize()
    if existing == nil { try requireFolder() }
    if Self.hasLog(path) {
      throw refusal(
        "has a -wal or -journal file beside it, which SQLite would apply to the new copy; remove both "
          + "files if nobody uses them, or choose another file.")
    }
    if existing ?? 0 > 0 { try checkExisting() }
  }

  /// In bytes; nil where there is no file.
  private func existingSize() throws(ArchiveError) -> Int? {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return nil }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw refusal("is not a file; choose another one.")
    }
    return Int(status.st_size)
  }

  /// Whether there is data beside a file that SQLite applies to it.
  static func hasLog(_ path: String) -> Bool {
    ["-wal", "-journal"].contains { log in
      var status = stat()
      return unsafe stat(path + log, &status) == 0 && status.st_size > 0
    }
  }

  private func requireFolder() throws(ArchiveError) {
    let folder = Self.folder(of: path)
    var status = stat()
    guard unsafe stat(folder, &status) != 0 || status.st_mode & S_IFMT != S_IFDIR else { return }
    throw ArchiveError(
      .unwritable, path: path,
      "There is no folder \(folder) for a copy; create it, or mount the disk that it is on.")
  }

  private func checkExisting() throws(ArchiveError) {
    let existing: String
    do {
      existing = try ArchiveDatabase.identity(ofFileAt: path)
    } catch {
      throw refusal("is not replaced: \(error.description) Choose another file, or move it away.")
    }
    if replacesOthers { return }
    if existing != identity {
      throw refusal("is a copy of another archive", remedy: .replaceOther)
    }
    guard try holdsHistory() else {
      throw refusal(
        "has history or tables that the archive lacks, as after a return to an older copy",
        remedy: .replaceOther)
    }
  }

  private func holdsHistory() throws(ArchiveError) -> Bool {
    do {
      return try source.holdsHistory(ofCopyAt: path)
    } catch {
      throw ArchiveError(error, path: path)
    }
  }

  private func refusal(
    _ predicate: String, remedy: ArchiveError.Remedy? = nil
  ) -> ArchiveError {
    ArchiveError(.unwritable, path: path, "\(path) \(predicate)", remedy: remedy)
  }

  /// Replaces what stands there, in one step, with a finished copy on the same file system.
  ///
  /// - Throws: `unwritable`.
  func put(_ copy: String) throws(ArchiveError) {
    try check()
    try Self.put(copy, at: path)
  }

  /// Renames a finished file to its place.
  ///
  /// - Throws: `unwritable`.
  static func put(_ copy: String, at path: String) throws(ArchiveError) {
    do throws(FolderError) {
      try AtomicFile.put(copy, at: path)
    } catch {
      throw .copying(to: path, error.detail)
    }
  }

  /// The folder that an absolute path is in.
  static func folder(of path: String) -> String {
    "/" + path.split(separator: "/").dropLast().joined(separator: "/")
  }

  /// Gives a closed copy the permissions of the archive, writes it to the disk, and removes it from
  /// the memory of the system, so that it is read from the disk when it is verified.
  ///
  /// - Throws: `unwritable`.
  static func sync(_ copy: String, like archive: String, target: String) throws(ArchiveError) {
    var status = stat()
    let mode = unsafe stat(archive, &status) == 0 ? status.st_mode & 0o777 : 0o600
    let file = unsafe open(copy, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else { throw .copying(to: target) }
    defer { close(file) }
    // This user just created the file: such an error means that the disk keeps no permissions.
    let isKept = fchmod(file, mode) == 0 || [EPERM, EINVAL, ENOTSUP].contains(errno)
    guard isKept, fsync(file) == 0 else { throw .copying(to: target) }
    posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED)
  }
}
