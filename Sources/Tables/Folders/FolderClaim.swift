#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The file in a folder under work that says whose it is: a kernel lock on it lives as long as the
/// run that writes, and its lines name each file before that is made. What a killed run left can be
/// told by it, and nothing else is taken for that.
final class FolderClaim: Sendable {
  /// Bytes that are read, at most: a report of a million sites has less.
  private static let maximalSize = 256 << 20

  private let name: String
  private let descriptor: CInt
  private let path: String

  private init(name: String, descriptor: CInt, path: String) {
    self.name = name
    self.descriptor = descriptor
    self.path = path
  }

  deinit {
    close(descriptor)
  }

  /// Claims a folder that was just created.
  ///
  /// - Throws: `unwritable`.
  convenience init(of kind: FolderKind, in folder: OpenFolder) throws(FolderError) {
    let path = folder.path(of: kind.claimName)
    let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = unsafe openat(folder.descriptor, kind.claimName, flags, 0o600)
    if descriptor < 0 { throw .system(path) }
    self.init(name: kind.claimName, descriptor: descriptor, path: path)
    // Another run may hold it for as long as it takes to look whose it is. A file system without locks
    // leaves nothing to be told by others, which is no harm to this run.
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    try append(kind.claimHeader)
  }

  /// Whether the claim is still in the folder: a run that cleared leftovers may have removed it before
  /// it was locked.
  func stands(in folder: OpenFolder) -> Bool {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return false }
    return OpenFolder.Entry(status).isSame(as: folder.entry(name))
  }

  /// Records that a file is about to be created.
  ///
  /// - Throws: `unwritable`.
  func note(_ name: String) throws(FolderError) {
    try append(name + "\n")
  }

  private func append(_ text: String) throws(FolderError) {
    try FileSink.write(Array(text.utf8), to: descriptor, path: path)
  }

  /// The owner of a folder.
  enum State {
    /// Unknown: not made by a run, or not provably so.
    case unclaimed
    /// A run is writing it.
    case held
    /// A run that was killed left it, with these files and perhaps others.
    case left(OwnFiles)
  }

  /// - Parameter folder: One that belongs to this user.
  static func state(of folder: OpenFolder, as kind: FolderKind) -> State {
    let (name, header) = (kind.claimName, kind.claimHeader)
    guard let entry = folder.entry(name), entry.kind == .file, entry.isOurs,
      let file = folder.openFile(name)
    else { return .unclaimed }
    defer { close(file) }
    if flock(file, LOCK_EX | LOCK_NB) != 0 { return errno == EWOULDBLOCK ? .held : .unclaimed }
    guard let bytes = OpenFolder.read(file, upTo: maximalSize) else { return .unclaimed }
    // Its run was killed before it had written the header.
    if bytes.count < header.utf8.count, header.utf8.starts(with: bytes) {
      return OwnFiles([name]).map { .left($0) } ?? .unclaimed
    }
    guard bytes.starts(with: header.utf8) else { return .unclaimed }
    let lines = bytes.dropFirst(header.utf8.count)
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // The last line is empty, or was cut by the end of its run: then its file was not made.
    let names = lines.dropLast().map { String(decoding: $0, as: UTF8.self) }
    return OwnFiles(names + [name]).map { .left($0) } ?? .unclaimed
  }
}
