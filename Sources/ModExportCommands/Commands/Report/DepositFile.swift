import FoundationEssentials
import Reports

/// The file of `--deposit`, in JSON: title, creators and licence of a deposit, and what else a repository asks for.
struct DepositFile {
  let description: DepositDescription

  private static let mostBytes = 1 << 20
  private static let keys: Set<String> = [
    "title", "creators", "license", "abstract", "keywords", "publisher", "doi",
  ]

  /// - Throws: `CommandFailure` (64) where it cannot be read, or lacks or misnames something; the message says what.
  init(at path: String) throws(CommandFailure) {
    guard let text = try? TextFile.text(of: path, atMost: Self.mostBytes) else {
      throw Self.failure(
        path, "cannot be read: check the path, and that it is UTF-8 text of at most 1 MiB")
    }
    let node: Node
    do {
      node = try JSONDecoder().decode(Node.self, from: Data(text.utf8))
    } catch {
      throw Self.failure(path, "is not valid JSON: check its quotes, brackets and commas")
    }
    guard case .object(let members) = node else {
      throw Self.failure(
        path, #"must be one object, such as {"title": "Moderators of Stack Exchange", …}"#)
    }
    if let unknown = members.keys.sorted().first(where: { !Self.keys.contains($0) }) {
      throw Self.failure(
        path,
        "has the unknown key '\(unknown)': the keys are \(Self.keys.sorted().joined(separator: ", "))"
      )
    }
    let reader = Reader(path: path, members: members)
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

/// A value of JSON, as far as the file may have it.
private enum Node: Decodable {
  case null
  case text(String)
  case array([Node])
  case object([String: Node])
  case other

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let elements = try? container.decode([Node].self) {
      self = .array(elements)
    } else if let members = try? container.decode([String: Node].self) {
      self = .object(members)
    } else {
      self = .other
    }
  }
}

/// Reads the values of the file.
private struct Reader {
  let path: String
  let members: [String: Node]

  /// A text; nil where the key is missing.
  func text(
    _ key: String, of creator: [String: Node]? = nil
  ) throws(CommandFailure) -> String? {
    switch (creator ?? members)[key] {
    case nil, .null: return nil
    case .text(let text) where text.contains { !$0.isWhitespace } && !text.utf8.contains(0):
      return text
    default: throw DepositFile.failure(path, "must have a text for '\(key)'")
    }
  }

  func required(_ key: String) throws(CommandFailure) -> String {
    guard let text = try text(key) else {
      throw DepositFile.failure(path, #"has no '\#(key)': add "\#(key)": "…""#)
    }
    return text
  }

  func license() throws(CommandFailure) -> License {
    let text = try required("license")
    guard let license = License(text) else {
      throw DepositFile.failure(
        path,
        "has the license '\(text)', which is neither an SPDX expression nor an address: give an identifier of "
          + "https://spdx.org/licenses/, such as CC-BY-SA-4.0, or the address of its text")
    }
    return license
  }

  func doi() throws(CommandFailure) -> String? {
    guard let doi = try text("doi") else { return nil }
    guard doi.wholeMatch(of: /10\.[0-9]{4,9}\/[^\s"<>\\{}|^`]+/) != nil else {
      throw DepositFile.failure(path, "has the doi '\(doi)': give it as 10.5281/zenodo.1234")
    }
    return doi
  }

  func keywords() throws(CommandFailure) -> [String] {
    let nodes: [Node]
    switch members["keywords"] {
    case nil, .null: return []
    case .array(let elements): nodes = elements
    default: nodes = []
    }
    let words = nodes.compactMap { if case .text(let word) = $0 { word } else { nil } }
    guard !words.isEmpty, words.count == nodes.count, !words.contains(""),
      Set(words).count == words.count
    else {
      throw DepositFile.failure(path, "must have a list of different words for 'keywords'")
    }
    return words
  }

  func creators() throws(CommandFailure) -> [DepositDescription.Creator] {
    guard case .array(let nodes) = members["creators"], !nodes.isEmpty else {
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
    guard case .object(let creator) = node, known.isSuperset(of: creator.keys) else {
      throw DepositFile.failure(
        path, "has a creator with another key than \(known.sorted().joined(separator: ", "))")
    }
    let name: DepositDescription.Creator.Name
    if let family = try text("family-names", of: creator) {
      guard creator["name"] == nil else {
        throw DepositFile.failure(
          path,
          "has a creator with 'name' and 'family-names': give a person's names, or an organisation's"
        )
      }
      name = .person(family: family, given: try text("given-names", of: creator) ?? "")
    } else if let organisation = try text("name", of: creator) {
      name = .organisation(organisation)
    } else {
      throw DepositFile.failure(path, "has a creator with neither 'name' nor 'family-names'")
    }
    let orcid = try text("orcid", of: creator)
    if let orcid, !ORCID.isValid(orcid) {
      throw DepositFile.failure(
        path,
        "has the orcid '\(orcid)', which is none: check its digits, and give it as https://orcid.org/0000-0002-1825-0097"
      )
    }
    return DepositDescription.Creator(
      name, orcid: orcid, affiliation: try text("affiliation", of: creator))
  }
}
