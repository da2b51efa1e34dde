import Glibc

/// Replaces a file in one step: whoever reads it sees the old content or the new one.
enum AtomicFile {
  /// Writes the bytes beside the place under a hidden name of this process, brings them to the disk, and
  /// renames. The mode is 0644 without the bits of the umask.
  ///
  /// - Throws: `StreamFailure` with what the system said; what is at the place stays.
  static func write(_ bytes: [UInt8], to path: String) throws(StreamFailure) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let new = "\(folder).\(path.dropFirst(folder.count)).\(getpid()).new"
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    let descriptor = unsafe open(new, flags, 0o644)
    guard descriptor >= 0 else { throw failure(path) }
    do throws(StreamFailure) {
      try write(bytes, to: descriptor, path)
      guard unsafe rename(new, path) == 0 else { throw failure(path) }
    } catch {
      _ = unsafe unlink(new)
      throw error
    }
    try synchronize(folder.isEmpty ? "." : folder, path)
  }

  private static func write(
    _ bytes: [UInt8], to descriptor: CInt, _ path: String
  ) throws(StreamFailure) {
    var isClosed = false
    defer { if !isClosed { close(descriptor) } }
    try FileDescriptorSink(descriptor: descriptor, name: path).write(bytes)
    guard fsync(descriptor) == 0 else { throw failure(path) }
    isClosed = true
    // Some file systems report a full disk only now.
    guard close(descriptor) == 0 else { throw failure(path) }
  }

  private static func synchronize(_ folder: String, _ path: String) throws(StreamFailure) {
    let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // A folder that cannot be read cannot be synchronized; the file itself is on disk.
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    // Some file systems have nothing to synchronize in a folder.
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw failure(path) }
  }

  private static func failure(_ path: String) -> StreamFailure {
    StreamFailure(stream: path, reason: unsafe String(cString: strerror(errno)))
  }
}
