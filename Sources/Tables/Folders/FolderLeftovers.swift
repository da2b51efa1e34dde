/// What killed runs left beside a folder.
///
/// A folder is taken for that only where all of it is known to be the output's own: its name is a
/// ``RandomName``, it and its claim belong to this user, and it holds nothing that the claim, or the
/// checksums of a whole output, do not list. Everything else stays as it is, whatever it is called.
struct FolderLeftovers {
  /// How the names begin of folders under work, and of old ones that are moved away.
  let prefix: String
  private let name: String
  private let kind: FolderKind
  private let parent: OpenFolder

  init(of name: String, _ kind: FolderKind, in parent: OpenFolder) {
    self.name = name
    self.kind = kind
    self.parent = parent
    prefix = ".\(name).modexport-"
  }

  /// Removes what killed runs left, and puts the old folder back where one was killed between the two
  /// steps of a swap.
  ///
  /// - Throws: ``FolderError``: `busy` where another run is writing, `unwritable`.
  func clear() throws(FolderError) {
    var leftovers: [Leftover] = []
    for name in try parent.names().sorted() {
      if let leftover = try leftover(name) { leftovers.append(leftover) }
    }
    for leftover in leftovers {
      if leftover.isWhole, parent.entry(name) == nil {
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
    /// Whether it is a whole output that was moved away.
    var isWhole: Bool
  }

  /// Nil for everything else.
  private func leftover(_ name: String) throws(FolderError) -> Leftover? {
    guard RandomName.isOne(name, prefix: prefix), parent.entry(name)?.isOurs == true,
      let folder = parent.folder(name), try folder.entry().isOurs
    else { return nil }
    switch FolderClaim.state(of: folder, as: kind) {
    case .held:
      throw FolderError(code: .busy, path: parent.path(of: self.name), detail: kind.noun)
    case .left(let files):
      guard try files.stranger(in: folder) == nil else { return nil }
      return Leftover(
        name: name, folder: folder, files: files, last: [kind.claimName], isWhole: false)
    case .unclaimed where try folder.names().isEmpty:
      guard let files = OwnFiles([]) else { return nil }
      return Leftover(name: name, folder: folder, files: files, last: [], isWhole: false)
    case .unclaimed:
      let whole = try? kind.files(of: folder)
      let remains = try kind.remains(of: folder)
      guard let files = whole ?? remains else { return nil }
      return Leftover(
        name: name, folder: folder, files: files, last: kind.proofs, isWhole: whole != nil)
    }
  }
}
