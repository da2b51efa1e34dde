import FoundationEssentials
import Glibc

/// The one path of a file, whatever name somebody knows it by.
///
/// Every file that stands beside an archive takes its name from here: its lock, so that two names of one
/// archive have one lock, and the log of SQLite, which follows links too.
enum RealPath {
  /// The absolute path of a file without links, `.` or `..`; also of one that is not there yet, be it
  /// behind a link.
  ///
  /// A chain of links that never ends is left as it stands: opening it says what is wrong.
  static func of(_ path: String) -> String {
    var path = absolute(path)
    // As many links as the kernel follows.
    for _ in 0..<40 {
      if let real = resolved(path) { return real }
      // What is no link has no destination.
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else {
        return ofMissingFile(path)
      }
      path = target.hasPrefix("/") ? target : parent(of: path) + "/" + target
    }
    return path
  }

  private static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }

  /// What the kernel makes of the path of a file or folder that is there; nil for any other.
  private static func resolved(_ path: String) -> String? {
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// The path of a file that is not there and is no link: what is there of its folders is resolved.
  private static func ofMissingFile(_ path: String) -> String {
    let name = path.split(separator: "/").last.map { String($0) } ?? ""
    let folder = parent(of: path)
    if name.isEmpty || folder == path { return path }
    let real = of(folder.isEmpty ? "/" : folder)
    switch name {
    case ".": return real
    case "..": return parent(of: real)
    default: return (real == "/" ? "" : real) + "/" + name
    }
  }

  /// What stands before the last name of an absolute path.
  private static func parent(of path: String) -> String {
    "/" + path.split(separator: "/").dropLast().joined(separator: "/")
  }
}
