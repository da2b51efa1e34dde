import CExchange
import Crypto
import Glibc
import Roster

/// A folder held by its descriptor. What is in it is reached by one name at a time and never through a
/// symbolic link: whoever can write beside it cannot lead the program elsewhere.
final class OpenFolder: Sendable {
  let descriptor: CInt
  /// For messages only; another folder may stand there by now.
  let path: String

  private static let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC

  private init(descriptor: CInt, path: String) {
    (self.descriptor, self.path) = (descriptor, path)
  }

  /// Opens the folder at a path, following links: for the one place that the user names.
  convenience init(at path: String) throws(FolderError) {
    let descriptor = unsafe open(path, Self.flags)
    if descriptor < 0 { throw .system(path) }
    self.init(descriptor: descriptor, path: path)
  }

  deinit { close(descriptor) }

  func path(of name: String) -> String { path + "/" + name }

  /// The folder of that name; nil where there is none, or a link or a file in its place.
  func folder(_ name: String) -> OpenFolder? {
    let folder = unsafe openat(descriptor, name, Self.flags | O_NOFOLLOW)
    return folder < 0 ? nil : OpenFolder(descriptor: folder, path: path(of: name))
  }

  /// What stands under a name.
  struct Entry: Hashable {
    enum Kind { case file, folder, other }

    var kind: Kind
    var isOurs: Bool
    private var device: dev_t
    private var inode: ino_t

    /// What is open.
    init?(of descriptor: CInt) {
      var status = stat()
      guard unsafe fstat(descriptor, &status) == 0 else { return nil }
      self.init(status)
    }

    fileprivate init(_ status: stat) {
      let type = status.st_mode & S_IFMT
      kind = type == S_IFREG ? .file : type == S_IFDIR ? .folder : .other
      isOurs = status.st_uid == geteuid()
      (device, inode) = (status.st_dev, status.st_ino)
    }
  }

  /// What a name stands for, a link for itself; nil where there is nothing.
  func entry(_ name: String) -> Entry? {
    var status = stat()
    guard unsafe fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    return Entry(status)
  }

  /// The names of all that is in it, sorted.
  func names() throws(FolderError) -> [String] {
    // A description of its own, since the position in a folder belongs to that.
    let copy = unsafe openat(descriptor, ".", Self.flags)
    guard copy >= 0, let stream = unsafe fdopendir(copy) else {
      let error = FolderError.system(path)
      if copy >= 0 { close(copy) }
      throw error
    }
    defer { unsafe closedir(stream) }
    let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    var names: [String] = []
    errno = 0
    while let entry = unsafe readdir(stream) {
      let name = unsafe UnsafeRawPointer(entry).advanced(by: offset)
        .assumingMemoryBound(to: CChar.self)
      names.append(unsafe String(cString: name))
    }
    if errno != 0 { throw .system(path) }
    return names.filter { $0 != "." && $0 != ".." }.sorted()
  }

  /// Opens a file for reading and locking; nil where there is none, or a link or anything else in its
  /// place. Does not block, as opening a named pipe would.
  func openFile(_ name: String) -> CInt? {
    let file = unsafe openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    if file >= 0, Entry(of: file)?.kind == .file { return file }
    if file >= 0 { close(file) }
    return nil
  }

  /// The content of a file, up to what a report of a million sites has; nil where it cannot be read.
  func read(_ name: String) -> [UInt8]? {
    guard let file = openFile(name) else { return nil }
    defer { close(file) }
    return Self.read(file)
  }

  /// The rest of an open file.
  static func read(_ file: CInt) -> [UInt8]? {
    var bytes: [UInt8] = []
    let isWhole = forEachPiece(of: file) { piece in
      bytes += piece
      return bytes.count <= 256 << 20
    }
    return isWhole ? bytes : nil
  }

  /// The SHA-256 of the content of a file, in hexadecimal; nil where it cannot be read.
  func sum(of name: String) -> String? {
    guard let file = openFile(name) else { return nil }
    defer { close(file) }
    var hash = SHA256()
    let isWhole = Self.forEachPiece(of: file) { piece in
      hash.update(data: piece)
      return true
    }
    return isWhole ? hash.finalize().hexadecimal : nil
  }

  /// Calls the body with each piece of the rest of a file until it returns false.
  ///
  /// - Returns: Whether the file was read to its end.
  private static func forEachPiece(of file: CInt, _ body: (ArraySlice<UInt8>) -> Bool) -> Bool {
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = unsafe piece.withUnsafeMutableBytes {
        unsafe Glibc.read(file, $0.baseAddress, $0.count)
      }
      if count == 0 { return true }
      if count < 0, errno != EINTR { return false }
      if count > 0, !body(piece.prefix(count)) { return false }
    }
  }

  /// Creates a file that was not there, for writing.
  func createFile(_ name: String, mode: mode_t) throws(FolderError) -> CInt {
    let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let file = unsafe openat(descriptor, name, flags, mode)
    if file < 0 { throw .system(path(of: name)) }
    return file
  }

  /// Makes a folder that was not there, and opens it.
  func makeFolder(_ name: String, mode: mode_t) throws(FolderError) -> OpenFolder {
    guard unsafe mkdirat(descriptor, name, mode) == 0, let folder = folder(name) else {
      throw .system(path(of: name))
    }
    return folder
  }

  /// Opens the folder to those to whom a new one is open under the user's mask, which only making one shows.
  ///
  /// - Parameter probe: The name of that one.
  func setDefaultMode(probe: String) throws(FolderError) {
    let standard = try makeFolder(probe, mode: 0o777).mode
    removeFolder(probe)
    // Some file systems have one mode for everything, and refuse to set any.
    if mode != standard, fchmod(descriptor, standard) != 0 { throw .system(path) }
  }

  /// The bits that `chmod` sets.
  private var mode: mode_t {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  /// Removes a file, or the link itself where it is one.
  func removeFile(_ name: String) { _ = unsafe unlinkat(descriptor, name, 0) }

  /// Removes a folder if it is empty.
  func removeFolder(_ name: String) { _ = unsafe unlinkat(descriptor, name, AT_REMOVEDIR) }

  /// Renames an entry within this folder. An empty folder of the new name is replaced.
  func move(_ name: String, to other: String) throws(FolderError) {
    if unsafe renameat(descriptor, name, descriptor, other) != 0 { throw .system(path(of: other)) }
  }

  /// Exchanges two names in this folder in one step; false if the file system cannot.
  func exchange(_ name: String, _ other: String) throws(FolderError) -> Bool {
    if unsafe modexport_exchange(descriptor, name, descriptor, other) == 0 { return true }
    if errno == ENOSYS || errno == EINVAL { return false }
    throw .system(path(of: other))
  }
}
