/// The files that were written into a folder, by their paths within it: what may be removed.
struct OwnFiles {
  private let files: Set<String>
  /// The folders in which they are, by their paths.
  private let folders: Set<String>
  /// The SHA-256 of their contents in hexadecimal, where it is known: a file with another is somebody else's.
  private let contents: [String: String]

  /// Nil if a path leads out of the folder, or is not plain ASCII as our paths are.
  init?(_ paths: some Sequence<String>, contents: [String: String] = [:]) {
    let files = Set(paths)
    guard files.allSatisfy(Self.staysInside) else { return nil }
    self.files = files
    self.contents = contents
    folders = Set(files.flatMap(Self.parents))
  }

  /// Of ASCII a `Character` is a byte: a mark after a slash could hide it.
  private static func staysInside(_ path: String) -> Bool {
    path.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
      && path.split(separator: "/", omittingEmptySubsequences: false)
        .allSatisfy { !["", ".", ".."].contains($0) }
  }

  /// `a/b/c` gives `a` and `a/b`.
  private static func parents(of path: String) -> [String] {
    path.indices.filter { path[$0] == "/" }.map { String(path[..<$0]) }
  }

  /// What is in a folder and is none of them.
  struct Stranger: Hashable {
    /// The path within the folder.
    var path: String
    /// Whether it has the name of one of them, and another content.
    var isListed = false
  }

  /// The first thing in the folder that is none of them. Folders that hold none of them, and links, are not walked
  /// into.
  ///
  /// - Throws: `unwritable` where a folder cannot be read.
  func stranger(in folder: OpenFolder) throws(FolderError) -> Stranger? {
    try stranger(in: folder, prefix: "")
  }

  private func stranger(in folder: OpenFolder, prefix: String) throws(FolderError) -> Stranger? {
    for name in try folder.names().sorted() {
      let path = prefix + name
      switch folder.entry(name)?.kind {
      case .file? where files.contains(path):
        if !hasOwnContent(path, name, in: folder) { return Stranger(path: path, isListed: true) }
      case .folder? where folders.contains(path):
        guard let inner = folder.folder(name) else { return Stranger(path: path) }
        if let stranger = try stranger(in: inner, prefix: path + "/") { return stranger }
      // It is gone, or its name is not UTF-8.
      case nil where Self.staysInside(name): continue
      default: return Stranger(path: path)
      }
    }
    return nil
  }

  private func hasOwnContent(_ path: String, _ name: String, in folder: OpenFolder) -> Bool {
    guard let sum = contents[path] else { return true }
    return folder.sum(of: name) == sum
  }

  /// Removes them and the folders that are empty then. Anything else stays, and so does the folder that
  /// it is in. What cannot be removed stays too.
  ///
  /// - Parameter last: Removed after the others: what the rest is known by.
  func remove(from folder: OpenFolder, last: [String] = []) {
    let byParent = Dictionary(grouping: files.subtracting(last)) { Self.parents(of: $0).last }
    for (parent, paths) in byParent {
      guard let inner = open(parent, in: folder) else { continue }
      for path in paths { remove(path, from: inner) }
    }
    for path in folders.sorted(by: >) {
      open(Self.parents(of: path).last, in: folder)?.removeFolder(Self.name(of: path))
    }
    for name in last where files.contains(name) { remove(name, from: folder) }
  }

  /// A link or a folder in the place of a file is none of ours.
  private func remove(_ path: String, from folder: OpenFolder) {
    let name = Self.name(of: path)
    if folder.entry(name)?.kind == .file { _ = folder.removeFile(name) }
  }

  private func open(_ path: String?, in folder: OpenFolder) -> OpenFolder? {
    let names = path?.split(separator: "/").map { String($0) } ?? []
    return names.reduce(Optional(folder)) { $0?.folder($1) }
  }

  private static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }
}
