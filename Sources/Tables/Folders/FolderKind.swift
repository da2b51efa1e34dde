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
  /// The signature of these checksums.
  static let signature = sums + ".sig"
  /// What says something of the other files.
  static let proofs = [sums, signature]

  private var article: String { noun.first.map("aeiou".contains) == true ? "an" : "a" }

  /// The files of a folder that holds what it is to hold and nothing else; nil where there is nothing, or an empty folder.
  ///
  /// - Parameter name: What the folder is called in messages.
  /// - Throws: `foreignFolder` where there is anything else.
  func files(of folder: String, called name: String) throws(FolderError) -> OwnFiles? {
    func foreign(_ what: String) -> FolderError {
      FolderError(code: .foreignFolder, path: name, detail: what)
    }
    guard let kind = Entry(at: folder)?.kind else { return nil }
    guard kind == .folder else { throw foreign("it is not a folder") }
    if Entry.names(in: folder)?.isEmpty == true { return nil }
    guard isNamed(in: folder), let files = listedFiles(of: folder)
    else { throw foreign("it contains something other than \(article) \(noun)") }
    guard let entry = files.firstForeignEntry(in: folder) else { return files }
    throw foreign(
      entry.isListed
        ? "it contains \(entry.path), which has another content than its \(Self.sums) says"
        : "it contains \(entry.path), which is not part of \(article) \(noun)")
  }

  /// Whether the document of a folder says that it is one of this kind.
  private func isNamed(in folder: String) -> Bool {
    struct Head: Decodable { var name: String }
    guard let head = Entry.content(ofFile: "\(folder)/\(document)") else { return false }
    return (try? JSONDecoder().decode(Head.self, from: head))?.name == mark
  }

  /// The folder of this kind that a path is in, whatever links it has; nil where it is in none.
  package func folder(around path: String) -> String? {
    var place = URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath()
    while place.pathComponents.count > 1 {
      let path = place.path(percentEncoded: false)
      if isNamed(in: path) { return path }
      place.deleteLastPathComponent()
    }
    return nil
  }

  /// The files that `SHA256SUMS` lists, it and its signature.
  func listedFiles(of folder: String) -> OwnFiles? {
    guard let sums = Self.sums(in: folder), sums[document] != nil else { return nil }
    var files = sums.mapValues(String?.some)
    for proof in Self.proofs { files.updateValue(nil, forKey: proof) }
    return OwnFiles(files)
  }

  /// The checksums that `SHA256SUMS` lists, by name; nil where it cannot be read.
  static func sums(in folder: String) -> [String: String]? {
    guard let bytes = Entry.content(ofFile: "\(folder)/\(sums)") else { return nil }
    // A sum, two spaces, and the name. A name that is listed twice has no content of its own.
    let lines = bytes.split(separator: UInt8(ascii: "\n")).map { line in
      (
        String(decoding: line.dropFirst(66), as: UTF8.self),
        String(decoding: line.prefix(64), as: UTF8.self)
      )
    }
    return Dictionary(lines) { _, _ in "" }
  }
}
