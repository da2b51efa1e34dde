import CExchange
import Crypto
import Roster

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A folder held by its descriptor. What is in it is reached by one name at a time and never through a
/// symbolic link: whoever can write beside it cannot lead the program elsewhere.
final class OpenFolder: Sendable {
  let descriptor: CInt
  /// For messages only; another folder may stand there by now.
  let path: String

  private static let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC

  private init(descriptor: CInt, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  /// Opens the folder at a path, following links: for the one place that the user names.
  ///
  /// - Throws: `unwritable`.
  convenience init(at path: String) throws(FolderError) {
    let descriptor = unsafe open(path, Self.flags)
    if descriptor < 0 { throw .system(path) }
    self.init(descriptor: descriptor, path: path)
  }

  deinit {
    close(descriptor)
  }

  func path(of name: String) -> String { path + "/" + name }

  /// The folder of that name; nil where there is none, or a link or a file in its place.
  func folder(_ name: String) -> OpenFolder? {
    let folder = unsafe openat(descriptor, name, Self.flags | O_NOFOLLOW)
    return folder < 0 ? nil : OpenFolder(descriptor: folder, path: path(of: name))
  }

  /// What a name stands for, a link for itself; nil where there is nothing.
  func entry(_ name: String) -> Entry? {
    var status = stat()
    guard unsafe fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    return Entry(status)
  }

  /// The folder itself.
  func entry() throws(FolderError) -> Entry {
    var status = stat()
    if unsafe fstat(descriptor, &status) != 0 { throw .system(path) }
    return Entry(status)
  }

  /// What stands under a name.
  struct Entry: Hashable {
    var kind: Kind
    var owner: uid_t
    /// The bits that `chmod` sets.
    var permissions: mode_t
    var device: dev_t
    var inode: ino_t

    enum Kind { case file, folder, other }

    init(_ status: stat) {
      kind =
        switch status.st_mode & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .folder
        default: .other
        }
      owner = status.st_uid
      permissions = status.st_mode & 0o7777
      (device, inode) = (status.st_dev, status.st_ino)
    }

    var isOurs: Bool { owner == geteuid() }

    func isSame(as other: Entry?) -> Bool {
      device == other?.device && inode == other?.inode
    }
  }

  /// The names of all that is in it, in no order.
  ///
  /// - Throws: `unwritable`.
  func names() throws(FolderError) -> [String] {
    // A description of its own, since the position in a folder belongs to that.
    let copy = unsafe openat(descriptor, ".", Self.flags)
    guard copy >= 0, let stream = unsafe fdopendir(copy) else {
      let error = FolderError.system(path)
      if copy >= 0 { close(copy) }
      throw error
    }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    errno = 0
    while let entry = unsafe readdir(stream) {
      let name = unsafe UnsafeRawPointer(entry).advanced(by: Self.nameOffset)
        .assumingMemoryBound(to: CChar.self)
      names.append(unsafe String(cString: name))
    }
    if errno != 0 { throw .system(path) }
    return names.filter { $0 != "." && $0 != ".." }
  }

  private static let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
}

extension OpenFolder {
  /// Opens a file for reading and locking; nil where there is none, or a link or anything else in its
  /// place. Does not block, as opening a named pipe would.
  func openFile(_ name: String) -> CInt? {
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let file = unsafe openat(descriptor, name, flags)
    guard file >= 0 else { return nil }
    var status = stat()
    if unsafe fstat(file, &status) == 0, Entry(status).kind == .file { return file }
    close(file)
    return nil
  }

  /// The content of a file; nil where it cannot be read or is longer.
  func read(_ name: String, upTo limit: Int) -> [UInt8]? {
    guard let file = openFile(name) else { return nil }
    defer { close(file) }
    return Self.read(file, upTo: limit)
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

  /// The rest of a file; nil where it cannot be read or is longer.
  static func read(_ file: CInt, upTo limit: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    let isWhole = forEachPiece(of: file) { piece in
      bytes += piece
      return bytes.count <= limit
    }
    return isWhole ? bytes : nil
  }

  /// Calls the body with each piece of the rest of a file until it returns false.
  ///
  /// - Returns: Whether the file was read to its end.
  private static func forEachPiece(of file: CInt, _ body: (ArraySlice<UInt8>) -> Bool) -> Bool {
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = unsafe piece.withUnsafeMutableBytes { unsafe systemRead(file, $0) }
      if count == 0 { return true }
      if count < 0, errno != EINTR { return false }
      if count > 0, !body(piece.prefix(count)) { return false }
    }
  }

  private static func systemRead(_ file: CInt, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.read(file, buffer.baseAddress, buffer.count)
    #elseif canImport(Musl)
      unsafe Musl.read(file, buffer.baseAddress, buffer.count)
    #else
      unsafe Darwin.read(file, buffer.baseAddress, buffer.count)
    #endif
  }

  /// Makes a folder that was not there, and opens it.
  ///
  /// - Parameter permissions: Less what the user's mask takes away.
  /// - Throws: `unwritable`.
  func makeFolder(_ name: String, permissions: mode_t) throws(FolderError) -> OpenFolder {
    if unsafe mkdirat(descriptor, name, permissions) != 0 { throw .system(path(of: name)) }
    guard let folder = folder(name) else { throw .system(path(of: name)) }
    return folder
  }

  /// Makes a new folder for this user alone, with a name that cannot be guessed, and opens it.
  ///
  /// - Returns: The folder, which is empty, and its name.
  /// - Throws: `unwritable`.
  func makeFolder(
    prefix: String, using random: inout some RandomNumberGenerator
  ) throws(FolderError) -> (folder: OpenFolder, name: String) {
    for _ in 0..<100 {
      let name = RandomName.make(prefix: prefix, using: &random)
      if unsafe mkdirat(descriptor, name, 0o700) != 0 {
        if errno == EEXIST { continue }
        throw .system(path(of: name))
      }
      // If other users may write here, they may have put something else there meanwhile.
      if let folder = folder(name), try folder.names().isEmpty { return (folder, name) }
    }
    throw FolderError(code: .unwritable, path: path, detail: "no new folder can be made in it")
  }

  /// Removes a file, or the link itself where it is one.
  func removeFile(_ name: String) -> Bool {
    unsafe unlinkat(descriptor, name, 0) == 0
  }

  /// Removes a folder if it is empty.
  @discardableResult
  func removeFolder(_ name: String) -> Bool {
    unsafe unlinkat(descriptor, name, AT_REMOVEDIR) == 0
  }

  /// Renames an entry within this folder. An empty folder of the new name is replaced.
  ///
  /// - Throws: `unwritable`.
  func move(_ name: String, to other: String) throws(FolderError) {
    if unsafe renameat(descriptor, name, descriptor, other) != 0 {
      throw .system(path(of: other))
    }
  }

  /// Exchanges two names in this folder in one step; false if the file system cannot.
  ///
  /// - Throws: `unwritable`.
  func exchange(_ name: String, _ other: String) throws(FolderError) -> Bool {
    if unsafe modexport_exchange(descriptor, name, descriptor, other) == 0 { return true }
    if errno == ENOSYS || errno == EINVAL { return false }
    throw .system(path(of: other))
  }

  /// Opens the folder to those to whom a new one is open under the user's mask, which only making one
  /// can tell.
  ///
  /// - Parameter probe: What that one is called.
  /// - Throws: `unwritable`.
  func setUsualPermissions(probe: String) throws(FolderError) {
    let usual = try makeFolder(probe, permissions: 0o777).entry().permissions
    removeFolder(probe)
    // Some file systems have the same for everything, and refuse to set any.
    if try entry().permissions == usual { return }
    if fchmod(descriptor, usual) != 0 { throw .system(path) }
  }
}
