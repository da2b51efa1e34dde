import Crypto
import FoundationEssentials
import GRDB
import Roster
import Tables

/// The secret by which a sync recognises whom an archive withholds. An id of a small range could be guessed from a digest
/// without one, so it lies in a file beside the archive that only its owner can read, and never in the archive.
struct WithheldKey: Sendable {
  private let secret: SymmetricKey
  /// The head of the archive after the latest withholding: an archive that lacks it is an older copy. Nil while what was
  /// removed still stands in freed parts of the file.
  let head: String?
  private let archive: String

  /// What follows the archive's path.
  static let suffix = ".withheld-key"

  /// - Throws: `failed` for a file that is no such key.
  init?(of archive: String) throws(ArchiveError) {
    self.archive = archive
    let path = archive + Self.suffix
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let text = FileManager.default.contents(atPath: path).map {
      String(decoding: $0, as: UTF8.self)
    }
    let lines = text?.split(separator: "\n") ?? []
    guard let first = lines.first, let bytes = Data(sha256: String(first)) else {
      throw ArchiveError(
        .failed, path: archive,
        "\(path) is no key of withheld people, or cannot be read; put the archive’s own there.")
    }
    secret = SymmetricKey(data: bytes)
    head = lines.dropFirst().first.map(String.init)
  }

  /// A new key, which is not saved yet.
  init(newFor archive: String) {
    (self.archive, secret, head) = (archive, SymmetricKey(size: .bits256), nil)
  }

  /// Saves the key with another head: see ``head``.
  ///
  /// - Throws: `unwritable`.
  func keep(head: String?) throws(ArchiveError) {
    let lines = [unsafe secret.withUnsafeBytes { unsafe Array($0) }.hexadecimal, head].compactMap(
      \.self)
    do {
      try AtomicFile.write(
        Array(lines.map { $0 + "\n" }.joined().utf8), to: archive + Self.suffix, mode: 0o600)
    } catch {
      throw ArchiveError(.unwritable, path: archive, "\(error).")
    }
  }

  private func digest(_ parts: String...) -> Data {
    var bytes: [UInt8] = []
    for part in parts { bytes.append(netstring: part) }
    return Data(HMAC<SHA256>.authenticationCode(for: bytes, using: secret))
  }

  /// By which the archive knows its key.
  var ownTag: Data { digest("key") }

  func tag(ofAccount account: Int, network: NetworkID) -> Data {
    digest("account", network, "\(account)")
  }

  /// - Parameter site: The row id of the site whose user has the name; nil for all sites of the network.
  func tag(ofName name: String, site: Int?, network: NetworkID) -> Data {
    digest("name", network, site.map { "\($0)" } ?? "", name.wikiName)
  }

  /// That of the name of somebody of whom nobody told an id.
  ///
  /// - Parameter site: The row id of the site.
  func tag(ofStranger name: String, site: Int) -> Data {
    digest("stranger", "\(site)", Self.folding(name))
  }

  /// That of a name as somebody writes it, whatever the capitals and spaces. Logs have names in the forms of ``wikiName``.
  ///
  /// - Parameter site: As for ``tag(ofName:site:network:)``.
  func tag(ofWrittenName name: String, site: Int?, network: NetworkID) -> Data {
    digest("written name", network, site.map { "\($0)" } ?? "", Self.folding(name))
  }

  /// What is compared of a name as somebody writes it; that of one without letters is itself.
  static func folding(_ name: String) -> String { FoldedText.folding(name).unlessEmpty ?? name }

  /// By which a name is recognised.
  func tags(ofName name: String, site: Int?, network: NetworkID) -> Set<Data> {
    [
      tag(ofName: name, site: site, network: network),
      tag(ofWrittenName: name, site: site, network: network),
    ]
  }

  /// - Parameter site: The row id of the site.
  func tag(ofUser user: Int, site: Int) -> Data { digest("user", "\(site)", "\(user)") }

  /// What takes the place of the id of a user of a site, always the same.
  ///
  /// - Parameter site: The row id of the site.
  func number(ofUser user: Int, site: Int) -> Int {
    let bits = tag(ofUser: user, site: site).prefix(8).reduce(0) { $0 << 8 | Int($1) }
    return Withheld.highestID - bits & (1 << 60 - 1)
  }
}

extension ArchiveDatabase {
  /// The key of the people whom the archive withholds; nil where there is none, and it withholds nobody.
  ///
  /// - Throws: `failed` where it withholds somebody and its key is missing, or is that of another archive.
  func withheldKey(_ tags: Set<Data>) throws(ArchiveError) -> WithheldKey? {
    let key = try WithheldKey(of: path)
    if tags.isEmpty || key.map({ tags.contains($0.ownTag) }) == true { return key }
    throw error(
      .failed,
      "\(path) withholds people, who would be stored again: the key by which they are recognised, "
        + "\(path)\(WithheldKey.suffix), is \(key == nil ? "missing" : "that of another archive"); put its own there."
    )
  }

  func withheldTags() throws -> Set<Data> {
    try read { try Data.fetchSet($0, sql: "SELECT tag FROM withheld") }
  }
}
