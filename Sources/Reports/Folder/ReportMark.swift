import FoundationEssentials

/// How a folder is known to be a report of ours, which may be replaced: its `datapackage.json` says
/// so, and it holds nothing that its `SHA256SUMS` does not list.
enum ReportMark {
  static let packageName = "modexport-report"
  static let package = "datapackage.json"
  static let sums = "SHA256SUMS"

  /// What the rest of a report is known by, in the order in which it is to be removed.
  static let proofs = [package, sums]

  /// Bytes of one of these files that are read, at most: a report of a million sites has less.
  private static let maximalSize = 256 << 20

  /// The files of the report of that name; nil where there is nothing, or an empty folder.
  ///
  /// - Throws: `foreignFolder` where there is anything but a report of ours.
  static func files(of name: String, in parent: OpenFolder) throws(ReportError) -> OwnFiles? {
    let path = parent.path(of: name)
    guard let entry = parent.entry(name) else { return nil }
    guard entry.kind != .file else { throw foreign(path, "it is a file") }
    guard let folder = parent.folder(name) else { throw foreign(path, "it is not a folder") }
    return try folder.names().isEmpty ? nil : files(of: folder)
  }

  /// The files of a folder that holds a report and nothing else.
  ///
  /// - Throws: `foreignFolder` where it does not.
  static func files(of folder: OpenFolder) throws(ReportError) -> OwnFiles {
    guard head(of: folder) != nil, let files = listedFiles(of: folder) else {
      throw foreign(folder.path, "it contains something other than a report")
    }
    if let stranger = try files.stranger(in: folder) {
      throw foreign(folder.path, "it contains \(stranger), which is not part of a report")
    }
    return files
  }

  /// The files of a folder that holds what is left of a report when its removal is cut short at the last
  /// file; nil where it holds anything else.
  static func remains(of folder: OpenFolder) throws(ReportError) -> OwnFiles? {
    guard folder.entry(package) == nil, let files = listedFiles(of: folder),
      try files.stranger(in: folder) == nil
    else { return nil }
    return files
  }

  private static func foreign(_ folder: String, _ detail: String) -> ReportError {
    ReportError(code: .foreignFolder, path: folder, detail: detail)
  }

  /// What the `datapackage.json` of a report says of the whole; reports of older versions name no archive.
  struct Head: Decodable {
    fileprivate var name: String
    /// When the archive was as the report has it, as RFC 3339.
    var created: String?
    /// ``ReportSource/identity``.
    var archive: String?
  }

  /// The head of a report; nil where the folder holds none.
  static func head(of folder: OpenFolder) -> Head? {
    guard let bytes = folder.read(package, upTo: maximalSize),
      let head = try? JSONDecoder().decode(Head.self, from: Data(bytes)), head.name == packageName
    else { return nil }
    return head
  }

  /// A report that was put into its place just before its run was killed still holds its claim.
  private static func listedFiles(of folder: OpenFolder) -> OwnFiles? {
    guard let bytes = folder.read(sums, upTo: maximalSize) else { return nil }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    let names = lines.map { String(decoding: $0.dropFirst(66), as: UTF8.self) }
    return names.contains(package) ? OwnFiles(names + [sums, ReportClaim.name]) : nil
  }
}
