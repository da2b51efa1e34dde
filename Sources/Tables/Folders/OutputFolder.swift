import CExchange
import FoundationEssentials
import Glibc
import Roster

/// A folder that replaces another as a whole: everything is written beside it, then both change places in one step.
/// Whatever stops the program before that leaves the old folder as it was.
///
/// The work is done in a folder beside the place: `new` is written there, `old` is what was at the place before where the
/// file system cannot exchange two folders, and `files` names each file of `new` before that is made. The name of the
/// folder follows from the place, so that the next run finds what a killed one left. A kernel lock on `files` ends with
/// the process, and keeps two runs apart. What is removed is known to be the output's own: it is named in `files`, or
/// listed with its content in the checksums of a whole output. Anything else stops the run. Nobody else can enter the
/// folder, and it and the one around it are reached by their descriptors: whoever can write beside it cannot lead the
/// program elsewhere.
package final class OutputFolder {
  /// Whether two folders may change places in one step, where the file system can do it.
  @TaskLocal package static var exchangesFolders = true
  /// The checksum and size of each file so far, by path.
  package private(set) var files: [String: (sha256: String, bytes: Int)] = [:]
  private let kind: FolderKind
  private let name: String
  /// The place in messages.
  private let shown: String
  private var (parent, work) = ("", "")
  private var descriptors: [CInt] = []
  private var notes: CInt = -1

  private static let header = "Files that modexport writes into the folder beside this:\n"

  private var place: String { "\(parent)/\(name)" }
  private var new: String { work + "/new" }
  private var old: String { work + "/old" }
  private var noteFile: String { work + "/files" }

  /// Replaces a folder as a whole by what the body writes. Where anything fails, the old one stays.
  ///
  /// - Parameters:
  ///   - path: A folder of this kind, an empty one, or none.
  ///   - kind: What is written.
  ///   - key: Signs the checksums.
  /// - Returns: The number of files, and the bytes of all but the checksums.
  /// - Throws: ``FolderError``: `foreignFolder` where the path holds anything else, `busy`
  ///   where another process writes to it, `unwritable`; what the body throws.
  package static func replace(
    _ path: String, by kind: FolderKind, signedWith key: SigningKey? = nil,
    _ body: (OutputFolder) throws -> Void
  ) throws -> (files: Int, bytes: Int) {
    let folder = try OutputFolder(replacing: path, by: kind)
    defer { folder.discard() }
    try body(folder)
    let files = folder.files.values
    try folder.publish(signedWith: key)
    return (files.count + (key == nil ? 1 : 2), files.reduce(0) { $0 + $1.bytes })
  }

  /// Makes a place beside `path`, which need not exist yet. Throws as ``replace(_:by:_:)``.
  package init(replacing path: String, by kind: FolderKind) throws {
    self.kind = kind
    let url = URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath()
    name = url.lastPathComponent
    guard !["", "/", ".", ".."].contains(name) else {
      throw FolderError(
        code: .foreignFolder, path: path, detail: "it is not a folder inside another one")
    }
    // Where a link leads to a name that is not UTF-8, the text names another place.
    guard path.contains("\u{FFFD}") || !url.path(percentEncoded: false).contains("\u{FFFD}") else {
      throw FolderError(
        code: .unwritable, path: path, detail: "it leads to a path that is not UTF-8")
    }
    let around = url.deletingLastPathComponent().path(percentEncoded: false)
    shown = (around.hasSuffix("/") ? around : around + "/") + name
    do {
      try FileManager.default.createDirectory(atPath: around, withIntermediateDirectories: true)
    } catch {
      throw FolderError(code: .unwritable, path: around, detail: "the folder cannot be made")
    }
    parent = try hold(around, O_RDONLY | O_DIRECTORY)
    try takeOver()
    do {
      _ = try kind.files(of: place, called: shown)
      if unsafe mkdir(new, 0o777) != 0 { throw FolderError.system(shown) }
    } catch {
      discard()
      throw error
    }
  }

  deinit { for descriptor in descriptors { close(descriptor) } }

  /// Removes all that is left beside the place: what has been written, unless it was published.
  package func discard() {
    guard (try? clear()) != nil else { return }
    // In this order: who opens the file in between finds it locked.
    _ = unsafe unlink(noteFile)
    _ = unsafe rmdir("\(parent)/.\(name).modexport-work")
  }
}

// MARK: - Writing

extension OutputFolder {
  /// Writes one file. Its folder is made where it is missing.
  ///
  /// - Parameter name: The path within the folder, such as `csv/sites.csv`.
  package func write(_ name: String, _ body: (any ByteSink) throws -> Void) throws {
    let file = try begin(name)
    try body(file)
    try file.finish()
  }

  /// Writes one file by its path, as SQLite does, which keeps others beside it meanwhile.
  ///
  /// - Parameter endings: Those of the others.
  package func write(
    _ name: String, besides endings: [String], at body: (_ path: String) throws -> Void
  ) throws {
    for ending in endings { try note(name + ending) }
    try begin(name).finish()
    let path = "\(new)/\(name)"
    try body(path)
    guard let sum = Entry.sum(ofFile: path) else { throw FolderError.system(path) }
    files[name] = sum
  }

  /// Keeps the name of a file that is about to be made.
  private func note(_ path: String) throws(FolderError) {
    try AtomicFile.write(Array("\(path)\n".utf8), to: notes, "\(shown)/\(path)")
  }

  /// Begins a file, which counts once it is finished. Its folder is made where it is missing.
  ///
  /// - Parameter path: The path within the folder.
  /// - Throws: ``FolderError``: `unwritable`.
  package func begin(_ path: String) throws(FolderError) -> OutputFile {
    let shown = "\(shown)/\(path)"
    try note(path)
    for end in path.indices where path[end] == "/" {
      if unsafe mkdir("\(new)/\(path[..<end])", 0o777) != 0, errno != EEXIST {
        throw .system(shown)
      }
    }
    let file = unsafe open("\(new)/\(path)", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    if file < 0 { throw .system(shown) }
    return OutputFile(file, shown) { self.files[path] = ($0, $1) }
  }

  /// Writes `SHA256SUMS`, perhaps with its signature, puts the new folder into its place, and removes what was there.
  ///
  /// - Throws: ``FolderError``: `foreignFolder` where something else has come to that place meanwhile,
  ///   `unwritable`.
  private func publish(signedWith key: SigningKey?) throws {
    let lines = files.sorted { $0.key < $1.key }.map { "\($0.value.sha256)  \($0.key)\n" }
    try write(FolderKind.sums) { try $0.write(Array(lines.joined().utf8)) }
    if let key {
      let signature = try begin(FolderKind.signature)
      try signature.sign("\(new)/\(FolderKind.sums)", with: key)
      try signature.finish()
    }
    // From here on the checksums tell which files are ours, also by their content.
    try forgetNames()
    guard Entry(at: place) != nil else { return try move(new, to: place) }
    let isExchanged = Self.exchangesFolders && exchange()
    let retired = isExchanged ? new : old
    if !isExchanged { try move(place, to: retired) }
    do {
      let own = try kind.files(of: retired, called: shown)
      if !isExchanged { try move(new, to: place) }
      (own ?? OwnFiles([:]))?.remove(from: retired)
    } catch {
      // Something else came to the place after the first look: it goes back.
      if isExchanged { _ = exchange() } else { try move(retired, to: place) }
      throw error
    }
  }

  /// Exchanges `new` and the place in one step; false where that fails, as on a file system that cannot do it.
  private func exchange() -> Bool {
    unsafe modexport_exchange(descriptors[1], "new", descriptors[0], name) == 0
  }

  private func move(_ path: String, to other: String) throws(FolderError) {
    if unsafe rename(path, other) != 0 { throw .system(shown) }
  }
}

// MARK: - The folder of work

extension OutputFolder {
  /// Makes the folder of work, or takes over what a killed run left.
  ///
  /// - Throws: `busy` where another run is writing, `foreignFolder`, `unwritable`.
  private func takeOver() throws(FolderError) {
    let folder = "\(parent)/.\(name).modexport-work"
    if unsafe mkdir(folder, 0o700) != 0, errno != EEXIST { throw .system(shown) }
    guard let entry = Entry(at: folder), entry.kind == .folder, entry.isOurs else {
      throw foreign("is no folder of this user")
    }
    work = try hold(folder, O_RDONLY | O_DIRECTORY)
    if Entry(at: noteFile)?.kind == .file {
      _ = try hold(noteFile, O_RDWR)
      if flock(descriptors[2], LOCK_EX | LOCK_NB) != 0 { throw busy }
    }
    try clear()
    _ = unsafe unlink(noteFile)
    _ = try hold(noteFile, O_WRONLY | O_CREAT | O_EXCL)
    notes = descriptors[descriptors.count - 1]
    while flock(notes, LOCK_EX) != 0, errno == EINTR {}
    try forgetNames()
  }

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

  /// Removes what a run left. A whole output goes to the place where that is missing: the run was killed in the middle of
  /// an exchange.
  ///
  /// - Throws: `foreignFolder` where anything may be somebody else's; then nothing is removed.
  private func clear() throws(FolderError) {
    let noted = noted()
    var leftovers: [(path: String, files: OwnFiles)] = []
    for name in Entry.names(in: work) ?? [] where name != "files" || noted == nil {
      let path = "\(work)/\(name)"
      guard [new, old].contains(path), Entry(at: path)?.kind == .folder,
        let files = [kind.listedFiles(of: path), noted].compactMap(\.self)
          .first(where: { $0.firstForeignEntry(in: path) == nil })
      else { throw foreign("contains \(name), which may be somebody else’s") }
      leftovers.append((path, files))
    }
    for (path, files) in leftovers {
      if noted?.isEmpty == true, files.isWhole(in: path), Entry(at: place) == nil,
        unsafe rename(path, place) == 0
      {
        continue
      }
      files.remove(from: path)
    }
  }

  /// The files that are named in `files`; nil where that is none of ours.
  private func noted() -> OwnFiles? {
    if Entry(at: noteFile) == nil { return OwnFiles([:]) }
    guard let bytes = Entry.content(ofFile: noteFile) else { return nil }
    // A run that was killed at once has written a part of the header.
    let length = Self.header.utf8.count
    guard Self.header.utf8.starts(with: bytes.prefix(length)) else { return nil }
    // The last line is empty, or was cut by the end of its run: then its file was not made.
    let lines = bytes.dropFirst(length)
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
    let names = lines.map { (String(decoding: $0, as: UTF8.self), String?.none) }
    return OwnFiles(Dictionary(names) { name, _ in name })
  }

  /// Leaves `files` without names: none is made yet, or their checksums are written.
  private func forgetNames() throws(FolderError) {
    if ftruncate(notes, 0) != 0 || lseek(notes, 0, SEEK_SET) != 0 { throw .system(shown) }
    try AtomicFile.write(Array(Self.header.utf8), to: notes, shown)
  }
}
