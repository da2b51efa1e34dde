import Glibc

/// Replaces a file in one step: whoever reads it sees the old content or the new one.
package enum AtomicFile {
  /// Writes the bytes beside the place under a hidden name that no other writer has, nor one that was killed: process ids
  /// repeat, in containers always. Brings them to the disk, and renames.
  ///
  /// - Parameter mode: That of the file, without the bits of the umask.
  /// - Throws: ``FolderError`` with what the system said; what is at the place stays.
  package static func write(
    _ bytes: [UInt8], to path: String, mode: UInt32 = 0o644
  ) throws(FolderError) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let number = String(UInt64.random(in: 0 ... .max), radix: 36)
    let new = "\(folder).\(path.dropFirst(folder.count)).\(number).new"
    let file = unsafe open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    if file < 0 { throw .system(path) }
    do throws(FolderError) {
      defer { close(file) }
      try write(bytes, to: file, path)
      if fsync(file) != 0 { throw .system(path) }
      try put(new, at: path)
    } catch {
      _ = unsafe unlink(new)
      throw error
    }
  }

  /// Renames a file that is on the disk to a place in the same folder or beside it.
  ///
  /// - Throws: ``FolderError`` with what the system said; what is at the place stays.
  package static func put(_ new: String, at path: String) throws(FolderError) {
    if unsafe rename(new, path) != 0 { throw .system(path) }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // A folder that cannot be read cannot be synchronized; the file itself is on disk.
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    // Some file systems have nothing to synchronize in a folder.
    guard fsync(descriptor) == 0 || [EINVAL, ENOTSUP].contains(errno) else { throw .system(path) }
  }

  /// Writes all the bytes to a descriptor.
  static func write(_ bytes: [UInt8], to file: CInt, _ path: String) throws(FolderError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw .system(path) }
      rest = rest.dropFirst(count)
    }
  }
}

/// Why a file or folder is not replaced. The old one is whole in every case.
package struct FolderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure it is; callers decide by it.
  package enum Code: Hashable, Sendable {
    /// The folder holds something else, or more than one of its kind.
    case foreignFolder
    /// Another process writes to the same place.
    case busy
    /// A file or folder cannot be written, read or moved.
    case unwritable
  }

  /// What kind of failure it is.
  package var code: Code
  /// The path it is about.
  package var path: String
  /// What is wrong with it, as a part of a sentence; where the code is `busy`, what is being written.
  package var detail: String

  /// The system's message about the last call.
  static func system(_ path: String) -> FolderError {
    FolderError(code: .unwritable, path: path, detail: unsafe String(cString: strerror(errno)))
  }

  package var description: String {
    switch code {
    case .foreignFolder: "\(path) is not replaced: \(detail)"
    case .busy: "another \(detail) is being written to \(path); try again when it is done"
    case .unwritable: "cannot write \(path): \(detail)"
    }
  }
}
