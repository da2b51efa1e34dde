import Crypto
import FoundationEssentials
import Glibc
import Roster

/// A folder that replaces another as a whole: everything is written beside it, then both change
/// places in one step. Whatever stops the program before that leaves the old folder as it was, and what a killed
/// run left is removed by the next one: see ``WorkPlace``.
package final class OutputFolder {
  private let place: WorkPlace
  /// Whether two folders may change places in one step, where the file system can do it.
  @TaskLocal package static var exchangesFolders = true
  /// The paths of all files that were begun, and of the folders made.
  private var (begun, folders) = ([String](), Set<String>())
  /// The checksum and size of each file so far, by path.
  package private(set) var files: [String: (sha256: String, bytes: Int)] = [:]

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
    var parent = url.deletingLastPathComponent().path(percentEncoded: false)
    if parent.count > 1, parent.hasSuffix("/") { parent.removeLast() }
    do {
      try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    } catch {
      throw FolderError(code: .unwritable, path: parent, detail: "the folder cannot be made")
    }
    place = try WorkPlace(beside: name, in: parent, kind)
    do {
      try place.makeNew()
    } catch {
      discard()
      throw error
    }
  }

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
    for ending in endings {
      try place.note(name + ending)
      begun.append(name + ending)
    }
    try begin(name).finish()
    let path = "\(place.new)/\(name)"
    try body(path)
    guard let sum = Entry.sum(ofFile: path) else { throw FolderError.system(path) }
    files[name] = sum
  }

  /// Begins a file, which counts once it is finished. Its folder is made where it is missing.
  ///
  /// - Parameter path: The path within the folder.
  /// - Throws: ``FolderError``: `unwritable`.
  package func begin(_ path: String) throws(FolderError) -> OutputFile {
    func failure() -> FolderError { .system("\(place.shown)/\(path)") }
    try place.note(path)
    begun.append(path)
    for end in path.indices where path[end] == "/" {
      let folder = String(path[..<end])
      if folders.insert(folder).inserted, unsafe mkdir("\(place.new)/\(folder)", 0o777) != 0 {
        throw failure()
      }
    }
    let file = unsafe open(
      "\(place.new)/\(path)", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    if file < 0 { throw failure() }
    return OutputFile(file, "\(place.shown)/\(path)") { self.files[path] = ($0, $1) }
  }

  /// Writes `SHA256SUMS`, perhaps with its signature, and puts the new folder into its place.
  ///
  /// - Throws: ``FolderError``: `foreignFolder` where something else has come to that place meanwhile,
  ///   `unwritable`.
  private func publish(signedWith key: SigningKey?) throws {
    let lines = files.sorted { $0.key < $1.key }.map { "\($0.value.sha256)  \($0.key)\n" }
    try write(FolderKind.sums) { try $0.write(Array(lines.joined().utf8)) }
    if let key {
      let signature = try begin(FolderKind.signature)
      try signature.sign("\(place.new)/\(FolderKind.sums)", with: key)
      try signature.finish()
    }
    try place.publish()
  }

  /// Removes all that is left beside the place: what has been written, unless it was published.
  package func discard() { place.end(begun) }
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

  /// Writes the signature of another file.
  fileprivate func sign(_ other: String, with key: SigningKey) throws(FolderError) {
    let signed = unsafe open(other, O_RDONLY | O_CLOEXEC)
    if signed < 0 { throw .system(other) }
    defer { close(signed) }
    try key.sign(signed, to: file)
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
