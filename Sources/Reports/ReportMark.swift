import FoundationEssentials

/// How a folder is known to be a report of ours, which may be replaced: its `datapackage.json` says
/// so, and it holds nothing that its `SHA256SUMS` does not list.
enum ReportMark {
  static let packageName = "modexport-report"
  static let package = "datapackage.json"
  static let sums = "SHA256SUMS"

  /// Passes where there is nothing, an empty folder, or a report of ours.
  static func check(_ folder: String) throws(ReportError) {
    var isFolder = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else { return }
    guard isFolder else { throw foreign(folder, "it is a file") }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    if names.isEmpty { return }
    guard hasPackage(folder), let known = knownNames(in: folder) else {
      throw foreign(folder, "it holds something else than a report")
    }
    if let stranger = stranger(in: folder, known: known) {
      throw foreign(folder, "it holds \(stranger), which is no part of a report")
    }
  }

  private static func foreign(_ folder: String, _ detail: String) -> ReportError {
    ReportError(code: .foreignFolder, path: folder, detail: detail)
  }

  /// The first thing in the folder that is not known, as a path within it. Folders that hold nothing
  /// known, and symbolic links, are not walked into.
  private static func stranger(in folder: String, known: Set<String>) -> String? {
    let knownFolders = Set(known.flatMap(parents))
    var folders = [""]
    while let next = folders.popLast() {
      let names = try? FileManager.default.contentsOfDirectory(atPath: folder + "/" + next)
      for name in (names ?? []).sorted() {
        let path = next + name
        if knownFolders.contains(path), isFolder(folder + "/" + path) {
          folders.append(path + "/")
        } else if !known.contains(path) {
          return path
        }
      }
    }
    return nil
  }

  /// `a/b/c` gives `a` and `a/b`.
  private static func parents(of path: String) -> [String] {
    path.indices.filter { path[$0] == "/" }.map { String(path[..<$0]) }
  }

  /// Whether the path is a folder itself, not a link to one.
  private static func isFolder(_ path: String) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.type] as? FileAttributeType == .typeDirectory
  }

  private static func hasPackage(_ folder: String) -> Bool {
    struct Name: Decodable { var name: String }
    guard let data = try? Data(contentsOf: URL(filePath: "\(folder)/\(package)")) else {
      return false
    }
    return (try? JSONDecoder().decode(Name.self, from: data))?.name == packageName
  }

  private static func knownNames(in folder: String) -> Set<String>? {
    guard let data = try? Data(contentsOf: URL(filePath: "\(folder)/\(sums)")) else { return nil }
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
    return Set(lines.map { String($0.dropFirst(66)) }).union([sums])
  }
}
