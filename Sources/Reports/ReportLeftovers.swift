/// What killed runs left beside a report.
///
/// A folder is taken for that only where all of it is known to be a report's own: its name has our form,
/// it and its claim belong to this user, and it holds nothing that the claim, or the checksums of a
/// whole report, do not list. Everything else stays as it is, whatever it is called.
struct ReportLeftovers {
  /// How the names of folders under work begin.
  let prefix: String
  /// How the names of old reports begin that were moved away in two steps.
  let retiredPrefix: String
  private let name: String
  private let parent: OpenFolder

  init(of name: String, in parent: OpenFolder) {
    self.name = name
    self.parent = parent
    prefix = ".\(name).modexport-"
    retiredPrefix = prefix + "old-"
  }

  /// Removes what killed runs left, and puts the old report back where one was killed between the two
  /// steps of a swap.
  ///
  /// - Throws: ``ReportError``: `busy` where another run is writing, `unwritable`.
  func clear() throws(ReportError) {
    var leftovers: [Leftover] = []
    for name in try parent.names().sorted() {
      if let leftover = try leftover(name) { leftovers.append(leftover) }
    }
    for leftover in leftovers {
      if leftover.isRetired, parent.entry(name) == nil {
        try parent.move(leftover.name, to: name)
      } else {
        leftover.files.remove(from: leftover.folder, last: leftover.last)
        parent.removeFolder(leftover.name)
      }
    }
  }

  private struct Leftover {
    var name: String
    var folder: OpenFolder
    var files: OwnFiles
    /// What is removed after the rest.
    var last: [String]
    /// Whether it is an old report that was moved away.
    var isRetired: Bool
  }

  /// Nil for everything else.
  private func leftover(_ name: String) throws(ReportError) -> Leftover? {
    guard let isRetired = isRetired(name), parent.entry(name)?.isOurs == true,
      let folder = parent.folder(name), try folder.entry().isOurs
    else { return nil }
    switch ReportClaim.state(of: folder) {
    case .held:
      throw ReportError(code: .busy, path: parent.path(of: self.name), detail: "")
    case .left(let files):
      guard try files.stranger(in: folder) == nil else { return nil }
      return Leftover(
        name: name, folder: folder, files: files, last: [ReportClaim.name], isRetired: false)
    case .unclaimed:
      guard let files = try? ReportMark.files(of: folder) else { return nil }
      return Leftover(
        name: name, folder: folder, files: files, last: ReportMark.proofs, isRetired: isRetired)
    }
  }

  /// Whether the name is that of an old report rather than of a folder under work; nil where it is
  /// neither.
  private func isRetired(_ name: String) -> Bool? {
    for (prefix, isRetired) in [(retiredPrefix, true), (prefix, false)]
    where name.utf8.starts(with: prefix.utf8) {
      let rest = String(decoding: name.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
      if RandomName.isOne(rest[...]) { return isRetired }
    }
    return nil
  }
}
