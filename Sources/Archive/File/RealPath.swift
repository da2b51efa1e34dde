import FoundationEssentials
import Glibc

/// The canonical path of a file, whichever path leads to it.
///
/// The files beside an archive are named after this path: the lock, so that two paths to one
/// archive share one lock, and SQLite's log, because SQLite follows links too.
enum RealPath {
  /// The absolute path of a file without links, `.` or `..`. The file need not exist, also where a
  /// link points to it.
  ///
  /// An endless chain of links is returned as it is: opening it reports the error.
  ///
  /// - Throws: `unusablePath` where the path leads to one that is not UTF-8, which a text could not name.
  static func of(_ path: String) throws(ArchiveError) -> String {
    var path = absolute(path)
    // As many links as the kernel follows.
    for _ in 0..<40 {
      if let real = try resolved(path) { return real }
      // Fails for a path that is not a link.
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else {
        return try ofMissingFile(path)
      }
      path = target.hasPrefix("/") ? target : parent(of: path) + "/" + target
    }
    return path
  }

  private static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }

  /// The canonical path of an existing file or folder from the kernel; nil for any other path.
  private static func resolved(_ path: String) throws(ArchiveError) -> String? {
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    guard let text = unsafe String(validatingCString: real) else {
      throw ArchiveError(
        .unusablePath, path: path,
        "\(path) leads to \(unsafe String(cString: real)), a path that is not UTF-8; rename that folder or file."
      )
    }
    return text
  }

  /// The path of a file that does not exist and is not a link: its existing folders are resolved.
  private static func ofMissingFile(_ path: String) throws(ArchiveError) -> String {
    let name = path.split(separator: "/").last.map { String($0) } ?? ""
    let folder = parent(of: path)
    if name.isEmpty || folder == path { return path }
    let real = try of(folder.isEmpty ? "/" : folder)
    switch name {
    case ".": return real
    case "..": return parent(of: real)
    default: return (real == "/" ? "" : real) + "/" + name
    }
  }

  /// The part of an absolute path before its last name.
  private static func parent(of path: String) -> String {
    "/" + path.split(separator: "/").dropLast().joined(separator: "/")
  }
}
