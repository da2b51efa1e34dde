import FoundationEssentials
import Reports
import Yams

/// The file of `--deposit`, in YAML: title, creators and licence of a deposit, and what else a repository asks for.
struct DepositFile {
  let description: DepositDescription

  private static let mostBytes = 1 << 20
  private static let keys: Set<String> = [
    "title", "creators", "license", "abstract", "keywords", "publisher", "doi",
  ]

  /// - Throws: `CommandFailure` (64) where it cannot be read, or lacks or misnames something; the message says what.
  init(at path: String) throws(CommandFailure) {
    guard let bytes = System.bytes(ofFile: path, atMost: Self.mostBytes + 1),
      bytes.count <= Self.mostBytes, let text = String(validating: bytes, as: UTF8.self)
    else {
      throw Self.failure(
        path, "cannot be read: check the path, and that it is UTF-8 text of at most 1 MiB")
    }
    let node: Node?
    do {
      node = try Yams.compose(yaml: text)
    } catch {
      throw Self.failure(path, "is not valid YAML: \(ConfigurationFile.reason(error))")
    }
    guard let mapping = node?.mapping else {
      throw Self.failure(path, "must have lines such as 'title: Moderators of Stack Exchange'")
    }
    let unknown = mapping.keys.first { $0.string.map { !Self.keys.contains($0) } ?? true }
    if let unknown {
      throw Self.failure(
        path,
        "has the unknown key '\(unknown.string ?? "")': the keys are \(Self.keys.sorted().joined(separator: ", "))"
      )
    }
    let reader = Reader(path: path, mapping: mapping)
    description = DepositDescription(
      title: try reader.required("title"), creators: try reader.creators(),
      license: try reader.license(), abstract: try reader.text("abstract"),
      keywords: try reader.keywords(), publisher: try reader.text("publisher"),
      doi: try reader.doi())
  }

  fileprivate static func failure(_ path: String, _ what: String) -> CommandFailure {
    CommandFailure(.usage, "The deposit file '\(path)' \(what).")
  }
}

/// Reads the values of the file.
private struct Reader {
  let path: String
  let mapping: Node.Mapping

  /// A text; nil where the key is missing.
  func text(_ key: String, of mapping: Node.Mapping? = nil) throws(CommandFailure) -> String? {
    guard let node = (mapping ?? self.mapping)[key], node.null == nil else { return nil }
    guard let text = node.scalar?.string, text.contains(where: { !$0.isWhitespace }),
      !text.utf8.contains(0)
    else {
      throw DepositFile.failure(path, "must have a text for '\(key)'")
    }
    return text
  }

  func required(_ key: String) throws(CommandFailure) -> String {
    guard let text = try text(key) else {
      throw DepositFile.failure(path, "has no '\(key)': add a line '\(key): …'")
    }
    return text
  }

  func license() throws(CommandFailure) -> String {
    let license = try required("license")
    guard let identifier = LicenseList.identifier(license) else {
      throw DepositFile.failure(
        path,
        "has the license '\(license)', which the SPDX list does not have: give an identifier of https://spdx.org/licenses/, such as CC-BY-SA-4.0"
      )
    }
    return identifier
  }

  func doi() throws(CommandFailure) -> String? {
    guard let doi = try text("doi") else { return nil }
    guard doi.wholeMatch(of: /10\.[0-9]{4,9}\/[^\s"<>\\{}|^`]+/) != nil else {
      throw DepositFile.failure(path, "has the doi '\(doi)': give it as 10.5281/zenodo.1234")
    }
    return doi
  }

  func keywords() throws(CommandFailure) -> [String] {
    guard let node = mapping["keywords"], node.null == nil else { return [] }
    let words = node.sequence?.compactMap { $0.scalar?.string } ?? []
    guard !words.isEmpty, words.count == node.sequence?.count, !words.contains(""),
      Set(words).count == words.count
    else {
      throw DepositFile.failure(path, "must have a list of different words for 'keywords'")
    }
    return words
  }

  func creators() throws(CommandFailure) -> [DepositDescription.Creator] {
    guard let nodes = mapping["creators"]?.sequence, !nodes.isEmpty else {
      throw DepositFile.failure(
        path,
        "has no list of 'creators': give each a 'name', or 'family-names' and 'given-names'")
    }
    var creators: [DepositDescription.Creator] = []
    for node in nodes { creators.append(try creator(node)) }
    guard Set(creators).count == creators.count else {
      throw DepositFile.failure(path, "has the same creator twice")
    }
    return creators
  }

  private func creator(_ node: Node) throws(CommandFailure) -> DepositDescription.Creator {
    let known: Set<String> = ["name", "family-names", "given-names", "orcid", "affiliation"]
    guard let mapping = node.mapping,
      mapping.keys.allSatisfy({ $0.string.map(known.contains) ?? false })
    else {
      throw DepositFile.failure(
        path, "has a creator with another key than \(known.sorted().joined(separator: ", "))")
    }
    let name: DepositDescription.Creator.Name
    if let family = try text("family-names", of: mapping) {
      guard mapping["name"] == nil else {
        throw DepositFile.failure(
          path,
          "has a creator with 'name' and 'family-names': give a person's names, or an organisation's"
        )
      }
      name = .person(family: family, given: try text("given-names", of: mapping) ?? "")
    } else if let organisation = try text("name", of: mapping) {
      name = .organisation(organisation)
    } else {
      throw DepositFile.failure(path, "has a creator with neither 'name' nor 'family-names'")
    }
    let orcid = try text("orcid", of: mapping)
    if let orcid, !ORCID.isValid(orcid) {
      throw DepositFile.failure(
        path,
        "has the orcid '\(orcid)', which is none: check its digits, and give it as https://orcid.org/0000-0002-1825-0097"
      )
    }
    return DepositDescription.Creator(
      name, orcid: orcid, affiliation: try text("affiliation", of: mapping))
  }
}
