package import FoundationEssentials
import Roster

/// The names of the copies of one archive in a folder, such as `modexport-2026-11-22T031700Z.sqlite`:
/// in UTC, so that they sort by date, and without colons, which some file systems do not have.
package struct DatedCopies {
  /// The canonical path of the folder.
  package let folder: String
  private let prefix: String
  private let suffix: String

  /// - Parameters:
  ///   - archive: The path of the archive, from whose name the names begin.
  ///   - folder: The folder's canonical path.
  package init(of archive: String, in folder: String) {
    self.folder = folder
    let (stem, suffix) = Self.split(archive)
    prefix = stem + "-"
    self.suffix = suffix
  }

  /// The name of a file before its last dot, and the rest: `modexport` and `.sqlite`.
  static func split(_ path: String) -> (stem: String, suffix: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else {
      return (String(name), "")
    }
    return (String(name[..<dot]), String(name[dot...]))
  }

  /// The name of a copy that is made at a moment.
  package func name(at date: Date) -> String {
    prefix + date.rfc3339.filter { $0 != ":" } + suffix
  }

  func path(of name: String) -> String { folder == "/" ? "/" + name : "\(folder)/\(name)" }

  /// Whether a file has such a name.
  package func contains(_ name: String) -> Bool {
    guard name.hasPrefix(prefix), name.hasSuffix(suffix),
      name.utf8.count == prefix.utf8.count + Self.shape.utf8.count + suffix.utf8.count
    else { return false }
    return zip(name.utf8.dropFirst(prefix.utf8.count), Self.shape.utf8).allSatisfy { byte, shape in
      shape == UInt8(ascii: "0") ? (0x30...0x39).contains(byte) : byte == shape
    }
  }

  private static let shape = "0000-00-00T000000Z"

  /// The names to remove, so that some of the latest remain: the oldest, and never the one that was
  /// just made, which a wrong clock may have given an early date.
  ///
  /// - Parameters:
  ///   - names: The copies of this archive.
  ///   - made: The name of the copy that was just made.
  ///   - kept: How many remain, 1 or more.
  package static func surplus(_ names: [String], made: String, kept: Int) -> [String] {
    Array(names.filter { $0 != made }.sorted(by: >).dropFirst(max(kept, 1) - 1))
  }
}
