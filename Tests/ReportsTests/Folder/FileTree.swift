import Foundation
import TestKit

/// All that is below a folder, links not followed, for comparing what was there before with what is
/// there after.
struct FileTree: Equatable {
  /// By paths from the folder.
  private(set) var nodes: [String: Node] = [:]

  /// One file, folder or link with all by which a change would show.
  struct Node: Hashable {
    var mode: mode_t
    var owner: uid_t
    var inode: ino_t
    var modified: Int
    /// Of a file; of a link where it leads to.
    var content: Data?
  }

  init(of folder: String) throws {
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      nodes[path] = try Node(folder + "/" + path)
    }
  }

  /// Those that are neither one of the paths nor below one.
  func without(_ paths: Set<String>) -> [String: Node] {
    nodes.filter { !Self.isWithin($0.key, paths) }
  }

  /// Those that are one of the paths or below one.
  func within(_ paths: Set<String>) -> [String: Node] {
    nodes.filter { Self.isWithin($0.key, paths) }
  }

  static func isWithin(_ path: String, _ paths: Set<String>) -> Bool {
    paths.contains { path == $0 || path.hasPrefix($0 + "/") }
  }
}

extension FileTree.Node {
  fileprivate init(_ path: String) throws {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { throw CocoaError(.fileReadNoSuchFile) }
    (mode, owner, inode) = (status.st_mode, status.st_uid, status.st_ino)
    modified = status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
    switch mode & S_IFMT {
    case S_IFREG: content = try Data(contentsOf: URL(filePath: path))
    case S_IFLNK:
      content = Data(try FileManager.default.destinationOfSymbolicLink(atPath: path).utf8)
    default: content = nil
    }
  }
}
