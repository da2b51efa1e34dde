import FoundationEssentials

/// What is written into a folder, and how it is known to be that, which may be replaced: a JSON document
/// says so, and the folder holds nothing that its `SHA256SUMS` does not list, each file with its content.
package struct FolderKind: Hashable, Sendable {
  /// In a sentence, such as `report`.
  package let noun: String
  /// The document, such as `datapackage.json`.
  package let document: String
  /// The `name` in the document.
  package var mark: String { "modexport-" + noun }

  /// - Parameters:
  ///   - noun: What it is called in a sentence, such as `report`.
  ///   - document: The JSON document that says what the folder is: an object with the member `name`.
  package init(noun: String, document: String) {
    (self.noun, self.document) = (noun, document)
  }

  /// The file with the checksums of all others.
  package static let sums = "SHA256SUMS"

  /// The file in a folder under work that says whose it is: a kernel lock on it lives as long as the run that
  /// writes, and its lines name each file before that is made.
  var claim: String { "." + mark }

  /// How that file begins.
  var claimHeader: String {
    "\(article == "a" ? "A" : "An") \(noun) that modexport is writing; the files that are part of it:\n"
  }

  private var article: String { noun.first.map("aeiou".contains) == true ? "an" : "a" }

  /// The files of the folder of that name; nil where there is nothing, or an empty folder.
  ///
  /// - Throws: `foreignFolder` where there is anything else.
  func files(of name: String, in parent: OpenFolder) throws(FolderError) -> OwnFiles? {
    guard let entry = parent.entry(name) else { return nil }
    guard let folder = parent.folder(name) else {
      let what = entry.kind == .file ? "it is a file" : "it is not a folder"
      throw FolderError(code: .foreignFolder, path: parent.path(of: name), detail: what)
    }
    return try folder.names().isEmpty ? nil : files(of: folder)
  }

  /// The files of a folder that holds what it is to hold and nothing else.
  ///
  /// - Throws: `foreignFolder` where it does not.
  func files(of folder: OpenFolder) throws(FolderError) -> OwnFiles {
    func foreign(_ what: String) -> FolderError {
      FolderError(code: .foreignFolder, path: folder.path, detail: "it contains \(what)")
    }
    guard isNamed(in: folder), let files = listedFiles(of: folder)
    else { throw foreign("something other than \(article) \(noun)") }
    guard let entry = try files.firstForeignEntry(of: folder) else { return files }
    throw foreign(
      entry.isListed
        ? "\(entry.path), which has another content than its \(Self.sums) says"
        : "\(entry.path), which is not part of \(article) \(noun)")
  }

  /// Whether the document of a folder says that it is one of this kind.
  private func isNamed(in folder: OpenFolder) -> Bool {
    struct Head: Decodable { var name: String }
    guard let head = folder.read(document) else { return false }
    return (try? JSONDecoder().decode(Head.self, from: Data(head)))?.name == mark
  }

  /// The folder of this kind that a path is in, whatever links it has; nil where it is in none.
  package func folder(around path: String) -> String? {
    var place = URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath()
    while place.pathComponents.count > 1 {
      let path = place.path(percentEncoded: false)
      if let folder = try? OpenFolder(at: path), isNamed(in: folder) { return path }
      place.deleteLastPathComponent()
    }
    return nil
  }

  /// The files that `SHA256SUMS` lists, and it. A folder that was put into its place just before its run was
  /// killed still holds its claim.
  func listedFiles(of folder: OpenFolder) -> OwnFiles? {
    guard let bytes = folder.read(Self.sums) else { return nil }
    // A sum, two spaces, and the name. A name that is listed twice has no content of its own.
    let sums = bytes.split(separator: UInt8(ascii: "\n")).map { line in
      (
        String(decoding: line.dropFirst(66), as: UTF8.self),
        String(decoding: line.prefix(64), as: UTF8.self)
      )
    }
    let contents = Dictionary(sums) { _, _ in "" }
    return contents[document] == nil
      ? nil : OwnFiles(contents.keys + [Self.sums, claim], contents: contents)
  }
}

/// The files that were written into a folder, by their paths within it: what may be removed.
struct OwnFiles {
  private let files: Set<String>
  /// The folders in which they are, by their paths.
  private let folders: Set<String>
  /// The SHA-256 of their contents in hexadecimal, where it is known: a file with another is somebody else's.
  private let contents: [String: String]

  /// Nil if a path leads out of the folder, or is not plain ASCII as our paths are.
  init?(_ paths: some Sequence<String>, contents: [String: String] = [:]) {
    let files = Set(paths)
    guard files.allSatisfy(Self.staysInside) else { return nil }
    (self.files, self.contents) = (files, contents)
    // `a/b/c` gives `a` and `a/b`.
    folders = Set(
      files.flatMap { path in path.indices.filter { path[$0] == "/" }.map { String(path[..<$0]) } })
  }

  /// Of ASCII a `Character` is a byte: a mark after a slash could hide it.
  private static func staysInside(_ path: String) -> Bool {
    path.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
      && path.split(separator: "/", omittingEmptySubsequences: false)
        .allSatisfy { !["", ".", ".."].contains($0) }
  }

  /// The first thing in the folder that is none of them, and whether it has the name of one of them and another
  /// content. Folders that hold none of them, and links, are not walked into.
  func firstForeignEntry(
    of folder: OpenFolder, below prefix: String = ""
  ) throws(FolderError) -> (path: String, isListed: Bool)? {
    for name in try folder.names() {
      let path = prefix + name
      switch folder.entry(name)?.kind {
      case .file? where files.contains(path):
        if let sum = contents[path], folder.sum(of: name) != sum { return (path, true) }
      case .folder? where folders.contains(path):
        guard let inner = folder.folder(name) else { return (path, false) }
        if let entry = try firstForeignEntry(of: inner, below: path + "/") { return entry }
      // It is gone, or its name is not UTF-8.
      case nil where Self.staysInside(name): continue
      default: return (path, false)
      }
    }
    return nil
  }

  /// Removes them and the folders that are empty then. Anything else stays, and so does the folder that
  /// it is in. What cannot be removed stays too.
  ///
  /// - Parameter last: Removed after the others: what the rest is known by.
  func remove(from folder: OpenFolder, last: [String] = []) {
    for path in files.subtracting(last) { remove(path, from: folder) }
    for path in folders.sorted(by: >) { at(path, in: folder) { $0.removeFolder($1) } }
    for name in last where files.contains(name) { remove(name, from: folder) }
  }

  /// A link or a folder in the place of a file is none of ours.
  private func remove(_ path: String, from folder: OpenFolder) {
    at(path, in: folder) { if $0.entry($1)?.kind == .file { $0.removeFile($1) } }
  }

  private func at(_ path: String, in folder: OpenFolder, _ body: (OpenFolder, String) -> Void) {
    var names = path.split(separator: "/").map { String($0) }
    let name = names.removeLast()
    if let parent = names.reduce(Optional(folder), { $0?.folder($1) }) { body(parent, name) }
  }
}
