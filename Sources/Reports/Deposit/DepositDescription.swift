package import FoundationEssentials

/// Who made a deposit, and under what licence it may be used: what a research repository asks for.
package struct DepositDescription: Hashable, Sendable {
  let title: String
  /// At least one.
  let creators: [Creator]
  let license: License
  let abstract: String?
  let keywords: [String]
  /// The repository or institution.
  let publisher: String
  /// Such as `10.5281/zenodo.1234`; nil where none is reserved.
  let doi: String?

  /// A person or an organisation.
  struct Creator: Hashable {
    /// The name as it is shown.
    let name: String
    /// A person's name in the parts that catalogues want; nil for an organisation.
    let family, given: String?
    /// `https://orcid.org/0000-0002-1825-0097`; nil where there is none.
    let orcid: String?
    let affiliation: String?
  }

  /// Why a document is none, as the predicate of a sentence.
  package struct Unfit: Error {
    package var words: String
  }

  /// Reads a document in JSON.
  ///
  /// - Throws: ``Unfit`` where it is no JSON, and where something is missing, misnamed or of another kind.
  package init(json: Data) throws(Unfit) {
    do {
      self = try JSONDecoder().decode(Self.self, from: json)
    } catch let unfit as Unfit {
      throw unfit
    } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context)
    {
      let place = context.codingPath.first?.stringValue
      throw Unfit(
        words: place.map { "has a value of another kind for '\($0)' than the manual shows" }
          ?? #"must be one object, such as {"title": "Moderators of Stack Exchange", …}"#)
    } catch {
      throw Unfit(words: "is not valid JSON: check its quotes, brackets and commas")
    }
  }
}

extension DepositDescription: Decodable {
  private enum Keys: String, CodingKey, CaseIterable {
    case title, creators, license, abstract, keywords, publisher, doi
  }

  /// - Throws: `Unfit`; `DecodingError`.
  package init(from decoder: any Decoder) throws {
    let members = try Members<Keys>(decoder)
    creators = try members.list(.creators)
    guard !creators.isEmpty else {
      throw Unfit(
        words:
          "has no list of 'creators': give each a 'name', or 'family-names' and 'given-names'")
    }
    guard Set(creators).count == creators.count else {
      throw Unfit(words: "has the same creator twice")
    }
    let text = try members.required(.license)
    guard let license = License(text) else {
      throw Unfit(
        words:
          "has the license '\(text)', which is neither an SPDX expression nor an address: give an identifier of "
          + "https://spdx.org/licenses/, such as CC-BY-SA-4.0, or the address of its text")
    }
    self.license = license
    keywords = try members.list(.keywords)
    guard !keywords.contains(""), Set(keywords).count == keywords.count else {
      throw Unfit(words: "must have a list of different words for 'keywords'")
    }
    doi = try members.text(.doi)
    if let doi, doi.wholeMatch(of: /10\.[0-9]{4,9}\/[^\s"<>\\{}|^`]+/) == nil {
      throw Unfit(words: "has the doi '\(doi)': give it as 10.5281/zenodo.1234")
    }
    title = try members.required(.title)
    publisher = try members.required(.publisher)
    abstract = try members.text(.abstract)
  }
}

extension DepositDescription.Creator: Decodable {
  private enum Keys: String, CodingKey, CaseIterable {
    case name
    case family = "family-names"
    case given = "given-names"
    case orcid, affiliation
  }

  init(from decoder: any Decoder) throws {
    let members = try Members<Keys>(decoder)
    switch (try members.text(.family), try members.text(.name)) {
    case (let last?, nil):
      let first = try members.text(.given) ?? ""
      (name, family, given) = (first.isEmpty ? last : "\(first) \(last)", last, first)
    case (nil, let organisation?): (name, family, given) = (organisation, nil, nil)
    default:
      throw DepositDescription.Unfit(
        words:
          "must have for each creator a person's names ('family-names' and 'given-names') or an organisation's 'name'"
      )
    }
    orcid = try members.text(.orcid)
    if let orcid, !ORCID.isValid(orcid) {
      throw DepositDescription.Unfit(
        words:
          "has the orcid '\(orcid)', which is none: check its digits, and give it as https://orcid.org/0000-0002-1825-0097"
      )
    }
    affiliation = try members.text(.affiliation)
  }
}

/// The members of an object, none of which is unknown.
private struct Members<Key: CodingKey & CaseIterable> {
  private let container: KeyedDecodingContainer<Key>

  init(_ decoder: any Decoder) throws {
    let keys = Key.allCases.map(\.stringValue)
    let given = try decoder.singleValueContainer().decode([String: Ignored].self).keys
    if let unknown = given.sorted().first(where: { !keys.contains($0) }) {
      throw DepositDescription.Unfit(
        words:
          "has the unknown key '\(unknown)': the keys are \(keys.sorted().joined(separator: ", "))")
    }
    container = try decoder.container(keyedBy: Key.self)
  }

  private struct Ignored: Decodable {
    init(from decoder: any Decoder) {}
  }

  /// A list; empty where the key is missing.
  func list<Item: Decodable>(_ key: Key) throws -> [Item] {
    try container.decodeIfPresent([Item].self, forKey: key) ?? []
  }

  /// A text; nil where the key is missing.
  func text(_ key: Key) throws -> String? {
    guard container.contains(key), try !container.decodeNil(forKey: key) else { return nil }
    guard let text = try? container.decode(String.self, forKey: key),
      text.contains(where: { !$0.isWhitespace }), !text.utf8.contains(0)
    else { throw DepositDescription.Unfit(words: "must have a text for '\(key.stringValue)'") }
    return text
  }

  func required(_ key: Key) throws -> String {
    if let text = try text(key) { return text }
    throw DepositDescription.Unfit(
      words: #"has no '\#(key.stringValue)': add "\#(key.stringValue)": "…""#)
  }
}

/// The address that identifies a researcher.
enum ORCID {
  /// Whether it has the form of `https://orcid.org/0000-0002-1825-0097` and its last character checks the
  /// others (ISO 7064 MOD 11-2).
  static func isValid(_ address: String) -> Bool {
    guard
      let match = address.wholeMatch(
        of: /https:\/\/orcid\.org\/((?:[0-9]{4}-){3}[0-9]{3})([0-9X])/)
    else { return false }
    let sum = match.1.compactMap(\.wholeNumberValue).reduce(0) { ($0 + $1) * 2 % 11 }
    return "0123456789X".map { $0 }[(12 - sum) % 11] == match.2.first
  }
}
