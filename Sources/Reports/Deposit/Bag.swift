import Roster
import Tables

/// The files that make a folder a BagIt bag (RFC 8493): what lies beside the payload.
struct Bag {
  let deposit: Deposit
  /// All files of the payload with their checksums and sizes, by path from the top of the bag.
  let payload: [(path: String, sha256: String, bytes: Int)]

  /// The files by their names, all but the checksums of these.
  var tagFiles: [(name: String, bytes: [UInt8])] {
    let mark: [(String, JSONValue)] = [
      ("name", .text(FolderKind.deposit.mark)), ("archive", .text(deposit.source.identity)),
      ("created", .text(deposit.source.asOf.rfc3339)),
    ]
    return [
      ("bag-info.txt", info), ("bagit.txt", Self.declaration),
      (FolderKind.deposit.document, JSONValue.object(mark).document),
      ("manifest-sha256.txt", manifest),
    ]
  }

  /// The declaration that it is one.
  private static let declaration = Array(
    "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n".utf8)

  /// What a person wants to know of it.
  private var info: [UInt8] {
    let bytes = payload.reduce(0) { $0 + $1.bytes }
    let description = deposit.description
    let lines =
      description.creators.map { ("Contact-Name", $0.name) } + [
        ("External-Description", description.title),
        ("External-Identifier", description.doi ?? "urn:uuid:\(deposit.source.identity)"),
        ("Bagging-Date", deposit.day), ("Bag-Software-Agent", deposit.source.generator),
        ("Payload-Oxum", "\(bytes).\(payload.count)"),
      ]
    // A value is one line.
    let text = lines.map { name, value in
      "\(name): \(value.split(whereSeparator: \.isNewline).joined(separator: " "))\n"
    }
    return Array(text.joined().utf8)
  }

  /// The checksums of the payload.
  private var manifest: [UInt8] {
    // RFC 8493 asks for an escape of `%`, too, which the tools of repositories do not undo. No path has a line
    // break, which they do undo.
    let lines = payload.map { "\($0.sha256)  \($0.path)\n" }
    return Array(lines.joined().utf8)
  }
}

extension FolderKind {
  /// A report as a bag.
  static let deposit = FolderKind(noun: "deposit", document: "deposit.json")
}
