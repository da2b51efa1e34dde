import FoundationEssentials
import Roster
import Synchronization

/// A folder that replaces another as a whole: everything is written beside it, then both change
/// places in one step. Whatever stops the program before that leaves the old folder as it was.
///
/// The folder beside it has a name that cannot be guessed, and only this user can open it until it is done.
/// What a killed run left there is removed by the next one: see ``FolderLeftovers``.
///
/// Several threads may write files at the same time.
package final class OutputFolder: Sendable {
  private let kind: FolderKind
  /// The folder in which it is to stand.
  private let parent: OpenFolder
  /// Its name in there.
  private let name: String
  private let staging: OpenFolder
  private let stagingName: String
  private let claim: FolderClaim
  private let exchangesFolders: Bool
  private let made = Mutex(Made())
  private let finished = Mutex(Finished())

  private struct Made {
    /// The paths of all files made, and of the one that was to be made.
    var notes: [String] = []
    /// The folders made so far, by their paths within it.
    var folders: [String: OpenFolder] = [:]
  }

  private struct Finished {
    var files: [String: (sha256: String, bytes: Int)] = [:]
    var byteCount = 0
  }

  /// The checksum and size of each file so far, by path.
  package var files: [String: (sha256: String, bytes: Int)] { finished.withLock(\.files) }

  /// The bytes of all files so far.
  package var byteCount: Int { finished.withLock(\.byteCount) }

  /// The number of files so far.
  package var fileCount: Int { finished.withLock(\.files.count) }

  /// Makes a place beside `path`, which need not exist yet.
  ///
  /// - Parameters:
  ///   - path: A folder of this kind, an empty one, or none.
  ///   - kind: What is written.
  ///   - exchangesFolders: Whether two folders may change places in one step, where the file system can
  ///     do it.
  /// - Throws: ``FolderError``: `foreignFolder` where the path holds anything else, `busy`
  ///   where another process writes to it, `unwritable`.
  package init(
    replacing path: String, by kind: FolderKind, exchangesFolders: Bool = true
  ) throws {
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
    parent = try Self.openFolder(Self.path(of: url.deletingLastPathComponent()))
    let leftovers = FolderLeftovers(of: name, kind, in: parent)
    try leftovers.clear()
    _ = try kind.files(of: name, in: parent)
    (staging, stagingName, claim) = try Self.makeStaging(
      of: kind, in: parent, prefix: leftovers.prefix)
    self.exchangesFolders = exchangesFolders
  }

  /// Creates the folder and claims it; tries again if another run removed it before it was claimed.
  private static func makeStaging(
    of kind: FolderKind, in parent: OpenFolder, prefix: String
  ) throws(FolderError) -> (OpenFolder, String, FolderClaim) {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<10 {
      let (folder, name) = try parent.makeFolder(prefix: prefix, using: &random)
      do throws(FolderError) {
        let claim = try FolderClaim(of: kind, in: folder)
        if claim.stands(in: folder) { return (folder, name, claim) }
      } catch {
        // If another run has removed the folder, the disk is not at fault.
        let isThere = parent.entry(name) != nil
        _ = folder.removeFile(kind.claimName)
        parent.removeFolder(name)
        if isThere { throw error }
      }
    }
    throw FolderError(code: .busy, path: parent.path, detail: kind.noun)
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
  /// - Parameter name: The path within the folder.
  /// - Throws: ``FolderError``: `unwritable`.
  package func begin(_ name: String) throws(FolderError) -> OutputFile {
    OutputFile(name, try makeFile(name), in: self)
  }

  /// Counts a file that is whole.
  fileprivate func count(_ name: String, bytes: Int, sum: String) {
    finished.withLock {
      $0.files[name] = (sum, bytes)
      $0.byteCount += bytes
    }
  }

  /// Writes `SHA256SUMS` and puts the new folder into its place.
  ///
  /// - Throws: ``FolderError``: `foreignFolder` where something else has come to that place meanwhile,
  ///   `unwritable`.
  package func publish() throws {
    let lines = files.sorted { $0.key < $1.key }.map { "\($0.value.sha256)  \($0.key)\n" }
    let sink = try makeFile(FolderKind.sums)
    try sink.write(Array(lines.joined().utf8))
    _ = try sink.finish()
    // A kill may leave the probe behind: its folder is known by a file that is never made.
    try claim.note("permissions/none")
    try staging.setUsualPermissions(probe: "permissions")
    try swap()
  }

  /// Removes what has been written, after a failure; nothing once it has been published.
  package func discard() {
    guard let entry = try? staging.entry(), entry.isSame(as: parent.entry(stagingName)) else {
      return
    }
    let notes = made.withLock(\.notes)
    OwnFiles(notes + [kind.claimName])?.remove(from: staging, last: [kind.claimName])
    parent.removeFolder(stagingName)
  }

  private func makeFile(_ path: String) throws(FolderError) -> FileSink {
    var names = path.split(separator: "/").map { String($0) }
    let name = names.removeLast()
    let parent = try made.withLock { made throws(FolderError) in
      try claim.note(path)
      made.notes.append(path)
      return try folder(names[...], &made.folders)
    }
    return try FileSink(name, in: parent)
  }

  private func folder(
    _ names: ArraySlice<String>, _ folders: inout [String: OpenFolder]
  ) throws(FolderError) -> OpenFolder {
    guard let name = names.last else { return staging }
    let path = names.joined(separator: "/")
    if let known = folders[path] { return known }
    let made = try folder(names.dropLast(), &folders).makeFolder(name, permissions: 0o777)
    folders[path] = made
    return made
  }
}

/// A file of a folder, under work.
package final class OutputFile: ByteSink {
  private let name: String
  private let sink: FileSink
  private let folder: OutputFolder

  fileprivate init(_ name: String, _ sink: FileSink, in folder: OutputFolder) {
    (self.name, self.sink, self.folder) = (name, sink, folder)
  }

  /// Writes all the bytes. Throws `FolderError`.
  package func write(_ bytes: [UInt8]) throws { try sink.write(bytes) }

  /// Closes the file; nothing may be written after that.
  ///
  /// - Throws: ``FolderError``: `unwritable`.
  package func finish() throws(FolderError) {
    folder.count(name, bytes: sink.count, sum: try sink.finish())
  }
}

extension OutputFolder {
  private func swap() throws(FolderError) {
    guard parent.entry(name) != nil else {
      try parent.move(stagingName, to: name)
      return endClaim()
    }
    if exchangesFolders, try parent.exchange(stagingName, name) {
      endClaim()
      do throws(FolderError) {
        try removeRetired(stagingName)
      } catch {
        // Something else came to the place after the last look: it goes back.
        _ = try parent.exchange(stagingName, name)
        throw FolderError(code: error.code, path: parent.path(of: name), detail: error.detail)
      }
    } else {
      try swapInTwoSteps()
    }
  }

  /// For file systems without an exchange; `FolderLeftovers` repairs a kill between the two steps.
  private func swapInTwoSteps() throws(FolderError) {
    _ = try kind.files(of: name, in: parent)
    var random = SystemRandomNumberGenerator()
    let (_, retired) = try parent.makeFolder(
      prefix: FolderLeftovers(of: name, kind, in: parent).prefix, using: &random)
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
  private func endClaim() { _ = staging.removeFile(kind.claimName) }

  /// Removes the old folder from where it is now.
  private func removeRetired(_ retired: String) throws(FolderError) {
    let files = try kind.files(of: retired, in: parent)
    if let folder = parent.folder(retired) { files?.remove(from: folder, last: kind.proofs) }
    parent.removeFolder(retired)
  }

  private static func openFolder(_ path: String) throws(FolderError) -> OpenFolder {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw FolderError(code: .unwritable, path: path, detail: "the folder cannot be made")
    }
    return try OpenFolder(at: path)
  }

  /// Without a slash at its end.
  private static func path(of url: URL) -> String {
    let path = url.path(percentEncoded: false)
    return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }
}
