import Glibc

/// Identifies the file at a path: it changes when the file is moved away or replaced.
struct FileIdentity: Equatable {
  private let device: dev_t
  private let inode: ino_t

  /// - Parameter path: The file's path; links are followed. Nil without a file.
  init?(at path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    (device, inode) = (status.st_dev, status.st_ino)
  }
}
