import FoundationEssentials
import Networks
import Reports

/// The file of `--deposit`, in JSON: title, creators, licence and publisher of a deposit, and what else a repository asks for.
struct DepositFile {
  let description: DepositDescription

  private static let mostBytes = 1 << 20

  /// - Throws: `CommandFailure` (64) where it cannot be read, or lacks or misnames something; the message says what.
  init(at path: String) throws(CommandFailure) {
    func failure(_ what: String) -> CommandFailure {
      CommandFailure(.usage, "The deposit file '\(path)' \(what).")
    }
    guard let text = try? TextFile.text(of: path, atMost: Self.mostBytes) else {
      throw failure(
        "cannot be read: check the path, and that it is UTF-8 text of at most 1 MiB")
    }
    do {
      description = try JSONDecoder().decode(Document.self, from: Data(text.utf8)).description
    } catch let unfit as Unfit {
      throw failure(unfit.words)
    } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context)
    {
      let place = context.codingPath.first?.stringValue
      throw failure(
        place.map { "has a value of another kind for '\($0)' than the manual shows" }
          ?? #"must be one object, such as {"title": "Moderators of Stack Exchange", …}"#)
    } catch {
      throw failure("is not valid JSON: check its quotes, brackets and commas")
    }
  }
}

/// Why a value cannot be used, as the predicate of a sentence.
private struct Unfit: Error {
  var words: String
}

/// The file as it is written.
private struct Document: Decodable {
  let description: DepositDescription

  init(from decoder: any Decoder) throws {
    let values = try Values(
      decoder,
      knowing: ["title", "creators", "license", "abstract", "keywords", "publisher", "doi"])
    let creators =
      try values.container.decodeIfPresent([Creator].self, forKey: "creators")?.map(\.value) ?? []
    let keywords = try values.container.decodeIfPresent([String].self, forKey: "keywords") ?? []
    guard !creators.isEmpty else {
      throw Unfit(
        words:
          "has no list of 'creators': give each a 'name', or 'family-names' and 'given-names'")
    }
    guard Set(creators).count == creators.count else {
      throw Unfit(words: "has the same creator twice")
    }
    let text = try values.required("license")
    guard let license = License(text) else {
      throw Unfit(
        words:
          "has the license '\(text)', which is neither an SPDX expression nor an address: give an identifier of "
          + "https://spdx.org/licenses/, such as CC-BY-SA-4.0, or the address of its text")
    }
    guard !keywords.contains(""), Set(keywords).count == keywords.count else {
      throw Unfit(words: "must have a list of different words for 'keywords'")
    }
    let doi = try values.text("doi")
    if let doi, doi.wholeMatch(of: /10\.[0-9]{4,9}\/[^\s"<>\\{}|^`]+/) == nil {
      throw Unfit(words: "has the doi '\(doi)': give it as 10.5281/zenodo.1234")
    }
    description = DepositDescription(
      title: try values.required("title"), creators: creators, license: license,
      publisher: try values.required("publisher"), abstract: try values.text("abstract"),
      keywords: keywords, doi: doi)
  }
}

private struct Creator: Decodable {
  let value: DepositDescription.Creator

  init(from decoder: any Decoder) throws {
    let values = try Values(
      decoder, knowing: ["name", "family-names", "given-names", "orcid", "affiliation"])
    let name: DepositDescription.Creator.Name
    switch (try values.text("family-names"), try values.text("name")) {
    case (let family?, nil):
      name = .person(family: family, given: try values.text("given-names") ?? "")
    case (nil, let organisation?): name = .organisation(organisation)
    default:
      throw Unfit(
        words:
          "must have for each creator a person's names ('family-names' and 'given-names') or an organisation's 'name'"
      )
    }
    let orcid = try values.text("orcid")
    if let orcid, !ORCID.isValid(orcid) {
      throw Unfit(
        words:
          "has the orcid '\(orcid)', which is none: check its digits, and give it as https://orcid.org/0000-0002-1825-0097"
      )
    }
    value = DepositDescription.Creator(
      name, orcid: orcid, affiliation: try values.text("affiliation"))
  }
}

/// The members of an object, none of which is unknown.
private struct Values {
  let container: KeyedDecodingContainer<NamedKey>

  init(_ decoder: any Decoder, knowing keys: [String]) throws {
    container = try decoder.container(keyedBy: NamedKey.self)
    if let unknown = container.allKeys.map(\.stringValue).sorted().first(where: {
      !keys.contains($0)
    }) {
      throw Unfit(
        words:
          "has the unknown key '\(unknown)': the keys are \(keys.sorted().joined(separator: ", "))")
    }
  }

  /// A text; nil where the key is missing.
  func text(_ key: NamedKey) throws -> String? {
    guard container.contains(key), try !container.decodeNil(forKey: key) else { return nil }
    guard let text = try? container.decode(String.self, forKey: key),
      text.contains(where: { !$0.isWhitespace }), !text.utf8.contains(0)
    else { throw Unfit(words: "must have a text for '\(key.stringValue)'") }
    return text
  }

  func required(_ key: NamedKey) throws -> String {
    guard let text = try text(key) else {
      throw Unfit(words: #"has no '\#(key.stringValue)': add "\#(key.stringValue)": "…""#)
    }
    return text
  }
}
