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
    let found = names(in: folder)
    if found.isEmpty { return }
    guard hasPackage(folder), let known = knownNames(in: folder) else {
      throw foreign(folder, "it holds something else than a report")
    }
    if let stranger = found.subtracting(known).min() {
      throw foreign(folder, "it holds \(stranger), which is no part of a report")
    }
  }

  private static func foreign(_ folder: String, _ detail: String) -> ReportError {
    ReportError(code: .foreignFolder, path: folder, detail: detail)
  }

  /// Every file in the folder and below, as a path within it.
  private static func names(in folder: String) -> Set<String> {
    var files: Set<String> = []
    var folders = [""]
    while let next = folders.popLast() {
      let path = folder + (next.isEmpty ? "" : "/" + next)
      for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
        let child = next.isEmpty ? name : next + "/" + name
        var isFolder = false
        _ = FileManager.default.fileExists(atPath: path + "/" + name, isDirectory: &isFolder)
        if isFolder { folders.append(child) } else { files.insert(child) }
      }
    }
    return files
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
