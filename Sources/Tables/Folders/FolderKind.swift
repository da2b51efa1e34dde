import FoundationEssentials

/// What is written into a folder, and how it is known to be that, which may be replaced: a JSON document
/// says so, and the folder holds nothing that its `SHA256SUMS` does not list, each file with its content.
package struct FolderKind: Hashable, Sendable {
  /// In a sentence, such as `report`.
  package let noun: String
  /// The document, such as `datapackage.json`.
  package let document: String
  /// The `name` in the document.
  package let mark: String

  /// - Parameters:
  ///   - noun: What it is called in a sentence, such as `report`.
  ///   - document: The JSON document that says what the folder is: an object with the member `name`.
  package init(noun: String, document: String) {
    self.noun = noun
    self.document = document
    mark = "modexport-" + noun
  }

  /// The file with the checksums of all others.
  package static let sums = "SHA256SUMS"

  /// What the rest of the folder is known by, in the order in which it is to be removed.
  var proofs: [String] { [document, Self.sums] }

  /// With its article.
  var indefinite: String { (noun.first.map("aeiou".contains) == true ? "an " : "a ") + noun }

  /// Bytes of one of these files that are read, at most: a report of a million sites has less.
  private static let maximalSize = 256 << 20

  /// The files of the folder of that name; nil where there is nothing, or an empty folder.
  ///
  /// - Throws: `foreignFolder` where there is anything else.
  func files(of name: String, in parent: OpenFolder) throws(FolderError) -> OwnFiles? {
    let path = parent.path(of: name)
    guard let entry = parent.entry(name) else { return nil }
    guard entry.kind != .file else { throw foreign(path, "it is a file") }
    guard let folder = parent.folder(name) else { throw foreign(path, "it is not a folder") }
    return try folder.names().isEmpty ? nil : files(of: folder)
  }

  /// The files of a folder that holds what it is to hold and nothing else.
  ///
  /// - Throws: `foreignFolder` where it does not.
  func files(of folder: OpenFolder) throws(FolderError) -> OwnFiles {
    guard isMarked(folder), let files = listedFiles(of: folder) else {
      throw foreign(folder.path, "it contains something other than \(indefinite)")
    }
    if let stranger = try files.stranger(in: folder) {
      let detail =
        stranger.isListed
        ? "which has another content than its \(Self.sums) says"
        : "which is not part of \(indefinite)"
      throw foreign(folder.path, "it contains \(stranger.path), \(detail)")
    }
    return files
  }

  /// The files of a folder that holds what is left when its removal is cut short at the last
  /// file; nil where it holds anything else.
  func remains(of folder: OpenFolder) throws(FolderError) -> OwnFiles? {
    guard folder.entry(document) == nil, let files = listedFiles(of: folder),
      try files.stranger(in: folder) == nil
    else { return nil }
    return files
  }

  private func foreign(_ folder: String, _ detail: String) -> FolderError {
    FolderError(code: .foreignFolder, path: folder, detail: detail)
  }

  /// What the document says of the whole.
  private struct Head: Decodable { var name: String }

  /// Whether a folder has the document of this kind.
  private func isMarked(_ folder: OpenFolder) -> Bool {
    guard let bytes = folder.read(document, upTo: Self.maximalSize) else { return false }
    return (try? JSONDecoder().decode(Head.self, from: Data(bytes)))?.name == mark
  }

  /// A folder that was put into its place just before its run was killed still holds its claim.
  private func listedFiles(of folder: OpenFolder) -> OwnFiles? {
    guard let bytes = folder.read(Self.sums, upTo: Self.maximalSize) else { return nil }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    // A sum, two spaces, and the name.
    let sums = lines.map { line in
      (
        String(decoding: line.dropFirst(66), as: UTF8.self),
        String(decoding: line.prefix(64), as: UTF8.self)
      )
    }
    // A name that is listed twice has no content of its own.
    let contents = Dictionary(sums) { _, _ in "" }
    guard contents[document] != nil else { return nil }
    return OwnFiles(contents.keys + [Self.sums, claimName], contents: contents)
  }

  /// The file in a folder under work.
  var claimName: String { "." + mark }

  /// How that file begins.
  var claimHeader: String {
    "\(indefinite.prefix(1).uppercased())\(indefinite.dropFirst()) that modexport is writing; "
      + "the files that are part of it:\n"
  }
}
