import Crypto
import Glibc

/// The folders beside a place in which runs write, and to which they move what was there before.
///
/// A folder is taken for one that a killed run left only where all of it is known to be the output's own: its
/// name is one that we make, it and its claim belong to this user, and it holds nothing that the claim, or the
/// checksums of a whole output, do not list. Everything else stays as it is, whatever it is called.
struct WorkPlace {
  let kind: FolderKind
  let parent: OpenFolder
  /// The name of the place in there.
  let name: String

  private var prefix: String { ".\(name).modexport-" }

  /// Removes what killed runs left, and puts the old folder back where one was killed between the two
  /// steps of a swap.
  ///
  /// - Throws: ``FolderError``: `busy` where another run is writing, `unwritable`.
  func clear() throws(FolderError) {
    var leftovers: [(String, OpenFolder, OwnFiles, isWhole: Bool)] = []
    for name in try parent.names() where isOurs(name) {
      if let folder = parent.folder(name), let (files, isWhole) = try files(in: folder) {
        leftovers.append((name, folder, files, isWhole))
      }
    }
    for (name, folder, files, isWhole) in leftovers {
      if isWhole, parent.entry(self.name) == nil {
        try parent.move(name, to: self.name)
      } else {
        files.remove(from: folder, last: [kind.document, FolderKind.sums, kind.claim])
        parent.removeFolder(name)
      }
    }
  }

  /// The files that a killed run left in a folder, and whether they are a whole output; nil where it may hold
  /// anything else.
  private func files(in folder: OpenFolder) throws(FolderError) -> (OwnFiles, isWhole: Bool)? {
    if try folder.names().isEmpty { return OwnFiles([]).map { ($0, false) } }
    if let files = try claimedFiles(in: folder) {
      return try files.firstForeignEntry(of: folder) == nil ? (files, false) : nil
    }
    if let files = try? kind.files(of: folder) { return (files, true) }
    // What is left when its removal is cut short at the last file.
    guard folder.entry(kind.document) == nil, let files = kind.listedFiles(of: folder),
      try files.firstForeignEntry(of: folder) == nil
    else { return nil }
    return (files, false)
  }

  /// The files that a run has claimed which was killed; nil where none has provably done so.
  private func claimedFiles(in folder: OpenFolder) throws(FolderError) -> OwnFiles? {
    let header = kind.claimHeader.utf8
    guard folder.entry(kind.claim)?.isOurs == true, let file = folder.openFile(kind.claim) else {
      return nil
    }
    defer { close(file) }
    if flock(file, LOCK_EX | LOCK_NB) != 0 {
      if errno != EWOULDBLOCK { return nil }
      throw FolderError(code: .busy, path: parent.path(of: name), detail: kind.noun)
    }
    guard let bytes = OpenFolder.read(file) else { return nil }
    // Its run was killed before it had written the header.
    if bytes.count < header.count, header.starts(with: bytes) { return OwnFiles([kind.claim]) }
    guard bytes.starts(with: header) else { return nil }
    // The last line is empty, or was cut by the end of its run: then its file was not made.
    let names = bytes.dropFirst(header.count)
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .dropLast().map { String(decoding: $0, as: UTF8.self) }
    return OwnFiles(names + [kind.claim])
  }

  /// Creates a folder, and a claim in it that is locked as long as its descriptor is open; tries again if another
  /// run removed it before it was claimed.
  ///
  /// - Throws: ``FolderError``: `busy`, `unwritable`.
  func makeClaimed() throws(FolderError) -> (folder: OpenFolder, name: String, claim: CInt) {
    for _ in 0..<10 {
      let (folder, name) = try make()
      do throws(FolderError) {
        let claim = try folder.createFile(kind.claim, mode: 0o600)
        // Another run may hold it for as long as it takes to look whose it is. A file system without locks leaves
        // nothing to be known by others, which is no harm to this run.
        while flock(claim, LOCK_EX) != 0, errno == EINTR {}
        try AtomicFile.write(Array(kind.claimHeader.utf8), to: claim, folder.path(of: kind.claim))
        if folder.entry(kind.claim) == OpenFolder.Entry(of: claim) { return (folder, name, claim) }
        close(claim)
      } catch {
        // If another run has removed the folder, the disk is not at fault.
        let isThere = parent.entry(name) != nil
        folder.removeFile(kind.claim)
        parent.removeFolder(name)
        if isThere { throw error }
      }
    }
    throw FolderError(code: .busy, path: parent.path(of: name), detail: kind.noun)
  }

  /// Creates an empty folder with a name that cannot be guessed, which only this user can enter.
  func make() throws(FolderError) -> (folder: OpenFolder, name: String) {
    let drawn = (0..<12).map { _ in Self.letters[Int.random(in: Self.letters.indices)] }
    let name = prefix + String(decoding: drawn + check(drawn[...]), as: UTF8.self)
    return (try parent.makeFolder(name, mode: 0o700), name)
  }

  private static let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)

  /// Whether it is the name of a folder of this user that we made: letters drawn at random end in a checksum of
  /// them and the prefix, so that also an empty one can be recognised, of a run that was killed before it claimed it.
  private func isOurs(_ name: String) -> Bool {
    guard name.hasPrefix(prefix), parent.entry(name)?.isOurs == true else { return false }
    let letters = Array(name.utf8.dropFirst(prefix.utf8.count))
    return letters.count == 20 && Array(letters[12...]) == check(letters[..<12])
  }

  private func check(_ drawn: ArraySlice<UInt8>) -> [UInt8] {
    SHA256.hash(data: Array(prefix.utf8) + drawn).prefix(8)
      .map { Self.letters[Int($0) % Self.letters.count] }
  }
}
