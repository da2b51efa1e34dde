import Crypto
import FoundationEssentials
import Glibc
import Roster
import Synchronization

/// A folder that replaces another as a whole: everything is written beside it, then both change
/// places in one step. Whatever stops the program before that leaves the old folder as it was, and what a killed
/// run left is removed by the next one: see ``WorkPlace``.
///
/// Several threads may write files at the same time.
package final class OutputFolder: Sendable {
  private let place: WorkPlace
  private let staging: OpenFolder
  private let stagingName: String
  private let claim: CInt
  private let exchangesFolders: Bool
  private let state = Mutex(State())

  private struct State {
    /// The paths of all files made, and of the one that was to be made.
    var notes: [String] = []
    /// The folders made so far, by their paths within it.
    var folders: [String: OpenFolder] = [:]
    var files: [String: (sha256: String, bytes: Int)] = [:]
  }

  /// The checksum and size of each file so far, by path.
  package var files: [String: (sha256: String, bytes: Int)] { state.withLock(\.files) }

  /// Replaces a folder as a whole by what the body writes. Where anything fails, the old one stays.
  ///
  /// - Parameters:
  ///   - path: A folder of this kind, an empty one, or none.
  ///   - kind: What is written.
  ///   - exchangesFolders: Whether two folders may change places in one step, where the file system can
  ///     do it.
  /// - Returns: The number of files, and the bytes of all but the checksums.
  /// - Throws: ``FolderError``: `foreignFolder` where the path holds anything else, `busy`
  ///   where another process writes to it, `unwritable`; what the body throws.
  package static func replace(
    _ path: String, by kind: FolderKind, exchangesFolders: Bool = true,
    _ body: (OutputFolder) throws -> Void
  ) throws -> (files: Int, bytes: Int) {
    let folder = try OutputFolder(replacing: path, by: kind, exchangesFolders: exchangesFolders)
    do {
      try body(folder)
      try folder.publish()
    } catch {
      folder.discard()
      throw error
    }
    let files = folder.files.values
    return (files.count + 1, files.reduce(0) { $0 + $1.bytes })
  }

  /// Makes a place beside `path`, which need not exist yet. Throws as ``replace(_:by:exchangesFolders:_:)``.
  package init(replacing path: String, by kind: FolderKind, exchangesFolders: Bool = true) throws {
    let url = URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath()
    let name = url.lastPathComponent
    guard !["", "/", ".", ".."].contains(name) else {
      throw FolderError(
        code: .foreignFolder, path: path, detail: "it is not a folder inside another one")
    }
    // Where a link leads to a name that is not UTF-8, the text names another place.
    guard path.contains("\u{FFFD}") || !url.path(percentEncoded: false).contains("\u{FFFD}") else {
      throw FolderError(
        code: .unwritable, path: path, detail: "it leads to a path that is not UTF-8")
    }
    let parent = try Self.openFolder(url.deletingLastPathComponent().path(percentEncoded: false))
    place = WorkPlace(kind: kind, parent: parent, name: name)
    try place.clear()
    _ = try kind.files(of: name, in: parent)
    (staging, stagingName, claim) = try place.makeClaimed()
    self.exchangesFolders = exchangesFolders
  }

  deinit { close(claim) }

  private static func openFolder(_ path: String) throws(FolderError) -> OpenFolder {
    // Without a slash at its end.
    let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw FolderError(code: .unwritable, path: path, detail: "the folder cannot be made")
    }
    return try OpenFolder(at: path)
  }

  /// Writes one file. Its folder is made where it is missing.
  ///
  /// - Parameter name: The path within the folder, such as `csv/sites.csv`.
  package func write(_ name: String, _ body: (any ByteSink) throws -> Void) throws {
    let file = try begin(name)
    try body(file)
    try file.finish()
  }

  /// Begins a file, which counts once it is finished. Its folder is made where it is missing.
  ///
  /// - Parameter path: The path within the folder.
  /// - Throws: ``FolderError``: `unwritable`.
  package func begin(_ path: String) throws(FolderError) -> OutputFile {
    var names = path.split(separator: "/").map { String($0) }
    let name = names.removeLast()
    let parent = try state.withLock { state throws(FolderError) in
      try note(path, &state)
      return try folder(names[...], &state.folders)
    }
    let file = try parent.createFile(name, mode: 0o666)
    return OutputFile(file, parent.path(of: name)) { sum, bytes in
      self.state.withLock { $0.files[path] = (sum, bytes) }
    }
  }

  /// Notes a file before it is made, so that a killed run leaves nothing that is not known to be its own.
  private func note(_ path: String, _ state: inout State) throws(FolderError) {
    try AtomicFile.write(Array("\(path)\n".utf8), to: claim, staging.path)
    state.notes.append(path)
  }

  private func folder(
    _ names: ArraySlice<String>, _ folders: inout [String: OpenFolder]
  ) throws(FolderError) -> OpenFolder {
    guard let name = names.last else { return staging }
    let path = names.joined(separator: "/")
    if let known = folders[path] { return known }
    let made = try folder(names.dropLast(), &folders).makeFolder(name, mode: 0o777)
    folders[path] = made
    return made
  }

  /// Writes `SHA256SUMS` and puts the new folder into its place.
  ///
  /// - Throws: ``FolderError``: `foreignFolder` where something else has come to that place meanwhile,
  ///   `unwritable`.
  private func publish() throws {
    let files = files
    let lines = files.sorted { $0.key < $1.key }.map { "\($0.value.sha256)  \($0.key)\n" }
    try write(FolderKind.sums) { try $0.write(Array(lines.joined().utf8)) }
    try state.withLock { state throws(FolderError) in
      // It does not count among those that it lists.
      state.files = files
      // A kill may leave the probe: its folder is known by a file that is never made.
      try note("permissions/none", &state)
    }
    try staging.setDefaultMode(probe: "permissions")
    try swap()
  }

  /// Removes what has been written, after a failure; nothing once it has been published.
  package func discard() {
    let entry = OpenFolder.Entry(of: staging.descriptor)
    guard entry == place.parent.entry(stagingName) else { return }
    let claim = place.kind.claim
    OwnFiles(state.withLock(\.notes) + [claim])?.remove(from: staging, last: [claim])
    place.parent.removeFolder(stagingName)
  }
}

extension OutputFolder {
  private func swap() throws(FolderError) {
    let (parent, name) = (place.parent, place.name)
    guard parent.entry(name) != nil else {
      try parent.move(stagingName, to: name)
      return endClaim()
    }
    guard exchangesFolders, try parent.exchange(stagingName, name) else {
      return try swapInTwoSteps()
    }
    endClaim()
    do throws(FolderError) {
      try removeRetired(stagingName)
    } catch {
      // Something else came to the place after the last look: it goes back.
      _ = try parent.exchange(stagingName, name)
      throw FolderError(code: error.code, path: parent.path(of: name), detail: error.detail)
    }
  }

  /// For file systems without an exchange; ``WorkPlace`` repairs a kill between the two steps.
  private func swapInTwoSteps() throws(FolderError) {
    let (parent, name) = (place.parent, place.name)
    _ = try place.kind.files(of: name, in: parent)
    let retired = try place.make().name
    // In the place of the folder that was just made.
    try parent.move(name, to: retired)
    do throws(FolderError) {
      try parent.move(stagingName, to: name)
    } catch {
      try parent.move(retired, to: name)
      throw error
    }
    endClaim()
    try removeRetired(retired)
  }

  /// Removes the claim as soon as the folder stands in its place, and before the old one is removed, which can
  /// take long: a kill in between leaves no file that does not belong there.
  private func endClaim() { staging.removeFile(place.kind.claim) }

  /// Removes the old folder from where it is now.
  private func removeRetired(_ retired: String) throws(FolderError) {
    let files = try place.kind.files(of: retired, in: place.parent)
    if let folder = place.parent.folder(retired) {
      files?.remove(from: folder, last: [place.kind.document, FolderKind.sums])
    }
    place.parent.removeFolder(retired)
  }
}

/// A file of a folder, under work: hashed as it is written.
package final class OutputFile: ByteSink {
  private let path: String
  private var file: CInt
  private var hash = SHA256()
  private var count = 0
  private let finished: (_ sha256: String, _ bytes: Int) -> Void

  fileprivate init(_ file: CInt, _ path: String, finished: @escaping (String, Int) -> Void) {
    (self.file, self.path, self.finished) = (file, path, finished)
  }

  deinit { if file >= 0 { close(file) } }

  /// Writes all the bytes. Throws `FolderError`.
  package func write(_ bytes: [UInt8]) throws {
    try AtomicFile.write(bytes, to: file, path)
    hash.update(data: bytes)
    count += bytes.count
  }

  /// Closes the file; nothing may be written after that.
  ///
  /// - Throws: ``FolderError``: `unwritable`.
  package func finish() throws(FolderError) {
    let result = close(file)
    file = -1
    if result != 0 { throw .system(path) }
    finished(hash.finalize().hexadecimal, count)
  }
}
