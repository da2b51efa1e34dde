import CExchange
import Glibc

/// The folder beside a place in which a run works: `new`, which it writes, `old`, which was at the place before, and
/// `files`, which names each file of `new` before that is made.
///
/// Its name follows from the place, so that the next run finds what a killed one left. A kernel lock on `files` ends with
/// the process, and keeps two runs apart. What is removed is known to be the output's own: it is named in `files`, or
/// listed with its content in the checksums of a whole output. Anything else stops the run. Nobody else can enter the
/// folder, and it and the one around it are reached by their descriptors: whoever can write beside it cannot lead the
/// program elsewhere.
final class WorkPlace {
  private let kind: FolderKind
  /// The place in messages.
  let shown: String
  private let name: String
  private var descriptors: [CInt] = []
  private var (parent, work) = ("", "")
  private var notes: CInt = -1
  /// Whether `new` is what this run writes.
  private var holdsNew = false

  private static let header = "Files that modexport writes into the folder beside this:\n"

  private var place: String { "\(parent)/\(name)" }
  private var folder: String { "\(parent)/.\(name).modexport-work" }
  var new: String { work + "/new" }
  private var old: String { work + "/old" }
  private var files: String { work + "/files" }

  /// Makes the folder, or takes over what a killed run left: it puts the old folder back where that was killed in the
  /// middle of an exchange, and removes the rest.
  ///
  /// - Throws: `busy` where another run is writing, `foreignFolder`, `unwritable`.
  init(beside name: String, in path: String, _ kind: FolderKind) throws(FolderError) {
    (self.name, self.kind, shown) = (name, kind, (path == "/" ? "" : path) + "/" + name)
    parent = try hold(path, O_RDONLY | O_DIRECTORY)
    if unsafe mkdir(folder, 0o700) != 0, errno != EEXIST { throw .system(shown) }
    guard let entry = Entry(at: folder), entry.kind == .folder, entry.isOurs else {
      throw foreign("is no folder of this user")
    }
    work = try hold(folder, O_RDONLY | O_DIRECTORY)
    if Entry(at: files)?.kind == .file {
      _ = try hold(files, O_RDWR)
      if flock(descriptors[2], LOCK_EX | LOCK_NB) != 0 { throw busy }
    }
    try clear()
    _ = unsafe unlink(files)
    _ = try hold(files, O_WRONLY | O_CREAT | O_EXCL)
    notes = descriptors[descriptors.count - 1]
    while flock(notes, LOCK_EX) != 0, errno == EINTR {}
    try begin()
  }

  deinit { for descriptor in descriptors { close(descriptor) } }

  /// Opens something that is no link, for as long as this lives.
  ///
  /// - Returns: A path that leads to it, whatever happens to its name.
  private func hold(_ path: String, _ access: CInt) throws(FolderError) -> String {
    let descriptor = unsafe open(path, access | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
    if descriptor < 0 {
      // Another run has just begun or ended.
      if !descriptors.isEmpty, [ENOENT, EEXIST].contains(errno) { throw busy }
      throw .system(shown)
    }
    descriptors.append(descriptor)
    return "/proc/self/fd/\(descriptor)"
  }

  private var busy: FolderError { FolderError(code: .busy, path: shown, detail: kind.noun) }

  private func foreign(_ what: String) -> FolderError {
    FolderError(
      code: .foreignFolder, path: shown, detail: ".\(name).modexport-work beside it \(what)")
  }

  private func clear() throws(FolderError) {
    let noted = noted()
    var leftovers: [(path: String, files: OwnFiles, isWhole: Bool)] = []
    for name in Entry.names(in: work) ?? [] where name != "files" || noted == nil {
      let path = "\(work)/\(name)"
      guard [new, old].contains(path), let (files, isWhole) = ownFiles(of: path, noted) else {
        throw foreign("contains \(name), which may be somebody else’s")
      }
      leftovers.append((path, files, isWhole))
    }
    for (path, files, isWhole) in leftovers {
      if isWhole, Entry(at: place) == nil {
        try move(path, to: place)
      } else {
        files.remove(from: path, last: kind.last)
      }
    }
  }

  /// The files that a folder holds, and whether they are a whole output; nil where it may hold anything else.
  private func ownFiles(of path: String, _ noted: OwnFiles?) -> (OwnFiles, isWhole: Bool)? {
    guard Entry(at: path)?.kind == .folder else { return nil }
    if let files = kind.listedFiles(of: path), files.firstForeignEntry(in: path) == nil {
      return (files, Entry(at: "\(path)/\(kind.document)") != nil)
    }
    guard let noted, noted.firstForeignEntry(in: path) == nil else { return nil }
    return (noted, false)
  }

  /// The files that are named in `files`; nil where that is none of ours.
  private func noted() -> OwnFiles? {
    if Entry(at: files) == nil { return OwnFiles([]) }
    guard let bytes = Entry.content(ofFile: files) else { return nil }
    // Its run was killed before it had written the header.
    if Self.header.utf8.starts(with: bytes) { return OwnFiles([]) }
    guard bytes.starts(with: Self.header.utf8) else { return nil }
    // The last line is empty, or was cut by the end of its run: then its file was not made.
    let lines = bytes.dropFirst(Self.header.utf8.count)
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
    return OwnFiles(lines.map { String(decoding: $0, as: UTF8.self) })
  }

  /// Forgets the files that were named: none is made yet, or their checksums are written.
  private func begin() throws(FolderError) {
    if ftruncate(notes, 0) != 0 || lseek(notes, 0, SEEK_SET) != 0 { throw .system(shown) }
    try AtomicFile.write(Array(Self.header.utf8), to: notes, shown)
  }

  /// Makes `new`.
  ///
  /// - Throws: `foreignFolder` where the place holds anything else than an output of this kind, `unwritable`.
  func makeNew() throws(FolderError) {
    _ = try kind.files(of: place, called: shown)
    if unsafe mkdir(new, 0o777) != 0 { throw .system(shown) }
    holdsNew = true
  }

  /// Names a file before it is made.
  func note(_ path: String) throws(FolderError) {
    try AtomicFile.write(Array("\(path)\n".utf8), to: notes, shown)
  }

  /// Puts `new`, which has its checksums, into the place, and removes what was there.
  ///
  /// - Throws: `foreignFolder` where something else has come there meanwhile, `unwritable`.
  func publish() throws(FolderError) {
    try begin()
    guard Entry(at: place) != nil else { return try move(new, to: place) }
    let isExchanged = OutputFolder.exchangesFolders ? try exchange() : false
    let retired = isExchanged ? new : old
    if !isExchanged { try move(place, to: retired) }
    do throws(FolderError) {
      let own = try kind.files(of: retired, called: shown)
      if !isExchanged { try move(new, to: place) }
      (own ?? OwnFiles([]))?.remove(from: retired, last: kind.last)
    } catch {
      // Something else came to the place after the first look: it goes back.
      if isExchanged { _ = try exchange() } else { try move(retired, to: place) }
      throw error
    }
  }

  /// Exchanges `new` and the place in one step; false if the file system cannot.
  private func exchange() throws(FolderError) -> Bool {
    if unsafe modexport_exchange(descriptors[1], "new", descriptors[0], name) == 0 {
      holdsNew.toggle()
      return true
    }
    if errno == ENOSYS || errno == EINVAL { return false }
    throw .system(shown)
  }

  private func move(_ path: String, to other: String) throws(FolderError) {
    if unsafe rename(path, other) != 0 { throw .system(shown) }
  }

  /// Removes the folder, and what was written into `new` unless it was published.
  func end(_ begun: [String]) {
    if holdsNew { OwnFiles(begun)?.remove(from: new, last: []) }
    // In this order: who opens the file in between finds it locked.
    _ = unsafe unlink(files)
    _ = unsafe rmdir(folder)
  }
}
