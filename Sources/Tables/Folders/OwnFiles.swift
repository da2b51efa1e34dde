import Crypto
import FoundationEssentials
import Glibc
import Roster

/// The files that were written into a folder, by their paths within it: what may be removed.
struct OwnFiles {
  /// The SHA-256 of each file in hexadecimal; nil where it is not known. A file with another one is somebody else's.
  private let sums: [String: String?]
  /// The folders in which they are, by their paths.
  private let folders: Set<String>

  /// Nil if a path leads out of the folder, or is not plain ASCII as our paths are.
  init?(_ sums: [String: String?]) {
    guard sums.keys.allSatisfy(Self.staysInside) else { return nil }
    self.sums = sums
    // `a/b/c` gives `a` and `a/b`.
    folders = Set(
      sums.keys.flatMap { path in
        path.indices.filter { path[$0] == "/" }.map { String(path[..<$0]) }
      })
  }

  /// Of ASCII a `Character` is a byte: a mark after a slash could hide it.
  private static func staysInside(_ path: String) -> Bool {
    path.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
      && path.split(separator: "/", omittingEmptySubsequences: false)
        .allSatisfy { !["", ".", ".."].contains($0) }
  }

  /// The first thing in the folder that is none of them, and whether it has the name of one of them and another
  /// content. Folders that hold none of them, and links, are not walked into.
  func firstForeignEntry(
    in folder: String, below prefix: String = ""
  ) -> (path: String, isListed: Bool)? {
    guard let names = Entry.names(in: folder + "/" + prefix) else { return (prefix, false) }
    for name in names {
      let path = prefix + name
      switch (Entry(at: folder + "/" + path)?.kind, sums[path]) {
      case (.file?, let sum?):
        if let sum, Entry.sum(ofFile: folder + "/" + path)?.sha256 != sum { return (path, true) }
      case (.folder?, _) where folders.contains(path):
        if let entry = firstForeignEntry(in: folder, below: path + "/") { return entry }
      default: return (path, false)
      }
    }
    return nil
  }

  var isEmpty: Bool { sums.isEmpty }

  /// Whether none of them is missing, and the content of each is known but that of the checksums. Not all folders have a
  /// signature.
  func isWhole(in folder: String) -> Bool {
    !sums.isEmpty
      && sums.allSatisfy { path, sum in
        path == FolderKind.signature
          || (sum != nil || path == FolderKind.sums) && Entry(at: "\(folder)/\(path)") != nil
      }
  }

  /// Removes them, the folders that are empty then, and the folder itself if it is. What cannot be removed stays. The
  /// checksums go last: by them the rest is known.
  ///
  /// - Parameter folder: A folder that only this process knows.
  func remove(from folder: String) {
    for path in sums.keys where path != FolderKind.sums { _ = unsafe unlink("\(folder)/\(path)") }
    for path in folders.sorted(by: >) { _ = unsafe rmdir("\(folder)/\(path)") }
    if sums.keys.contains(FolderKind.sums) { _ = unsafe unlink("\(folder)/\(FolderKind.sums)") }
    _ = unsafe rmdir(folder)
  }
}

/// What stands at a path, a link for itself.
struct Entry {
  enum Kind { case file, folder, other }
  let kind: Kind
  /// Whether it belongs to this user.
  let isOurs: Bool

  /// Nil where there is nothing.
  init?(at path: String) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return nil }
    let type = status.st_mode & S_IFMT
    kind = type == S_IFREG ? .file : type == S_IFDIR ? .folder : .other
    isOurs = status.st_uid == geteuid()
  }

  /// The names of all that is in a folder, sorted; nil where it cannot be read.
  static func names(in folder: String) -> [String]? {
    try? FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  /// The content of a file; nil where it cannot be read, and of anything else.
  static func content(ofFile path: String) -> Data? {
    Entry(at: path)?.kind == .file ? FileManager.default.contents(atPath: path) : nil
  }

  /// The SHA-256 of the content of a file, in hexadecimal, and its size; nil where it cannot be read.
  static func sum(ofFile path: String) -> (sha256: String, bytes: Int)? {
    // Does not block, as opening a named pipe would.
    let file = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    if file < 0 { return nil }
    defer { close(file) }
    return sum(of: file)
  }

  /// The same of a file that is open at its beginning.
  static func sum(of file: CInt) -> (sha256: String, bytes: Int)? {
    var (hash, bytes) = (SHA256(), 0)
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = unsafe piece.withUnsafeMutableBytes {
        unsafe read(file, $0.baseAddress, $0.count)
      }
      if count == 0 { return (hash.finalize().hexadecimal, bytes) }
      if count > 0 { hash.update(data: piece.prefix(count)) } else if errno != EINTR { return nil }
      bytes += max(count, 0)
    }
  }
}
