import Glibc

/// Which file a path names: the same one as long as nobody moves it away or puts another in its place.
struct FileIdentity: Equatable {
  private let device: dev_t
  private let inode: ino_t

  /// - Parameter path: Of a file; links are followed. Nil where there is none.
  init?(at path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    (device, inode) = (status.st_dev, status.st_ino)
  }
}
