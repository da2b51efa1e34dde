import FoundationEssentials
import Roster
import Tables

/// A report as a deposit for a research repository: a BagIt bag (RFC 8493) whose payload is the report with an
/// RO-Crate, a `CITATION.cff` and a `datacite.json`.
struct Deposit {
  let description: DepositDescription
  let asOf: Date
  let generator: String
  /// ``ReportSource/identity``.
  let archive: String
  private let origin: String?

  init(_ description: DepositDescription, of source: some ReportSource) {
    self.description = description
    (asOf, generator, archive) = (source.asOf, source.generator, source.identity)
    origin = source.origin
  }

  /// The folder of the payload.
  static let payload = "data/"

  /// The day to which the deposit belongs, such as `2026-11-20`: the same archive gives the same bytes.
  var day: String { asOf.utcDay }

  // MARK: - Files of the payload

  /// The description of the whole and of its files.
  ///
  /// - Parameter files: What is described: paths within the payload with their media types and sizes.
  func crate(_ files: [PayloadFile]) -> [UInt8] {
    JSONValue.object([
      ("@context", .text("https://w3id.org/ro/crate/1.1/context")),
      (
        "@graph",
        .array(
          [descriptor, root(files)] + files.map(\.entity) + [license] + creators + [application])
      ),
    ]).document
  }

  private var descriptor: JSONValue {
    .object([
      ("@id", .text("ro-crate-metadata.json")), ("@type", .text("CreativeWork")),
      ("conformsTo", Self.reference("https://w3id.org/ro/crate/1.1")),
      ("about", Self.reference("./")),
    ])
  }

  private func root(_ files: [PayloadFile]) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("@id", .text("./")), ("@type", .text("Dataset")), ("name", .text(description.title)),
      ("description", .text(abstract)),
      ("datePublished", .text(day)), ("license", Self.reference(licenseID)),
      ("creator", .array(description.creators.indices.map { Self.reference(id(ofCreator: $0)) })),
      ("hasPart", .array(files.map { Self.reference($0.path) })),
    ]
    if !description.keywords.isEmpty {
      members.append(("keywords", .text(description.keywords.joined(separator: ", "))))
    }
    if let doi = description.doi {
      members.append(("identifier", .text("https://doi.org/\(doi)")))
    }
    if let publisher = description.publisher { members.append(("publisher", .text(publisher))) }
    return .object(members)
  }

  /// An expression has no page of its own.
  private var licenseID: String { description.license.page ?? "#license" }

  private var license: JSONValue {
    let text = description.license.text
    return .object([
      ("@id", .text(licenseID)), ("@type", .text("CreativeWork")), ("name", .text(text)),
      (
        "description",
        .text(
          "The licence \(text)\(description.license.spdx == nil ? "" : ", as SPDX defines it").")
      ),
    ])
  }

  private var creators: [JSONValue] {
    description.creators.enumerated().map { index, creator in
      var members: [(String, JSONValue)] = [("@id", .text(id(ofCreator: index)))]
      switch creator.name {
      case .person(let family, let given):
        members += [
          ("@type", .text("Person")), ("name", .text(creator.shown)),
          ("familyName", .text(family)), ("givenName", .text(given)),
        ]
      case .organisation(let name):
        members += [("@type", .text("Organization")), ("name", .text(name))]
      }
      if let affiliation = creator.affiliation {
        members.append(("affiliation", .text(affiliation)))
      }
      return .object(members)
    }
  }

  private var application: JSONValue {
    .object([
      ("@id", .text("#modexport")), ("@type", .text("SoftwareApplication")),
      ("name", .text("modexport")), ("version", .text(generator)),
    ])
  }

  private func id(ofCreator index: Int) -> String {
    description.creators[index].orcid ?? "#creator-\(index + 1)"
  }

  private static func reference(_ id: String) -> JSONValue { .object([("@id", .text(id))]) }

  /// What the deposit holds, with its source: of a sample, that it is made up.
  private var abstract: String {
    description.abstract
      ?? "Who moderates which community, and who did, with the changes between the readings; each list has its verdict."
      + (origin.map { " Source: \($0)." } ?? "")
  }

  /// `CITATION.cff`, in YAML: its texts are JSON strings, which YAML reads as they are.
  var citation: [UInt8] {
    let license = description.license
    // The format has an own list of identifiers, so the page is named; an expression has none.
    let terms = license.page == nil ? " Its licence is \(license.text)." : ""
    var lines = [
      "cff-version: 1.2.0",
      "message: \(Self.quoted("Please cite this data set as below.\(terms)"))", "type: dataset",
      "title: \(Self.quoted(description.title))", "authors:",
    ]
    for creator in description.creators {
      switch creator.name {
      case .person(let family, let given):
        lines.append("  - family-names: \(Self.quoted(family))")
        if !given.isEmpty { lines.append("    given-names: \(Self.quoted(given))") }
        if let affiliation = creator.affiliation {
          lines.append("    affiliation: \(Self.quoted(affiliation))")
        }
      case .organisation(let name): lines.append("  - name: \(Self.quoted(name))")
      }
      if let orcid = creator.orcid { lines.append("    orcid: \(Self.quoted(orcid))") }
    }
    lines.append("abstract: \(Self.quoted(abstract))")
    if !description.keywords.isEmpty {
      lines.append("keywords:")
      lines += description.keywords.map { "  - \(Self.quoted($0))" }
    }
    if let doi = description.doi { lines.append("doi: \(Self.quoted(doi))") }
    if let page = license.page { lines.append("license-url: \(Self.quoted(page))") }
    lines.append("date-released: \(Self.quoted(day))")
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  private static func quoted(_ text: String) -> String { JSONValue.text(text).line }

  /// The metadata that DataCite registers with a DOI, by its schema 4.
  var dataCite: [UInt8] {
    let creators = description.creators.map { creator -> JSONValue in
      var members: [(String, JSONValue)] = []
      switch creator.name {
      case .person(let family, let given):
        members = [
          ("name", .text(given.isEmpty ? family : "\(family), \(given)")),
          ("nameType", .text("Personal")), ("givenName", .text(given)),
          ("familyName", .text(family)),
        ]
      case .organisation(let name):
        members = [("name", .text(name)), ("nameType", .text("Organizational"))]
      }
      if let affiliation = creator.affiliation {
        members.append(("affiliation", .array([.object([("name", .text(affiliation))])])))
      }
      if let orcid = creator.orcid {
        let identifier: [(String, JSONValue)] = [
          ("nameIdentifier", .text(orcid)), ("nameIdentifierScheme", .text("ORCID")),
          ("schemeUri", .text("https://orcid.org")),
        ]
        members.append(("nameIdentifiers", .array([.object(identifier)])))
      }
      return .object(members)
    }
    let types: [(String, JSONValue)] = [
      ("resourceTypeGeneral", .text("Dataset")), ("resourceType", .text("Archive of moderators")),
    ]
    var rights: [(String, JSONValue)] = [("rights", .text(description.license.text))]
    if let page = description.license.page { rights.append(("rightsUri", .text(page))) }
    if let spdx = description.license.spdx {
      rights += [
        ("rightsIdentifier", .text(spdx)), ("rightsIdentifierScheme", .text("SPDX")),
        ("schemeUri", .text("https://spdx.org/licenses/")),
      ]
    }
    let descriptions: [(String, JSONValue)] = [
      ("description", .text(abstract)),
      ("descriptionType", .text("Abstract")),
    ]
    var members: [(String, JSONValue)] = [
      ("schemaVersion", .text("http://datacite.org/schema/kernel-4")),
      ("types", .object(types)), ("creators", .array(creators)),
      ("titles", .array([.object([("title", .text(description.title))])])),
      // The word of DataCite for what is to be announced.
      ("publisher", .object([("name", .text(description.publisher ?? ":tba"))])),
      ("publicationYear", .text(String(day.prefix(4)))),
      (
        "dates",
        .array([.object([("date", .text(day)), ("dateType", .text("Collected"))])])
      ),
      ("subjects", .array(description.keywords.map { .object([("subject", .text($0))]) })),
      ("rightsList", .array([.object(rights)])), ("descriptions", .array([.object(descriptions)])),
    ]
    if let doi = description.doi {
      members.insert(("doi", .text(doi)), at: 0)
      let identifier: [(String, JSONValue)] = [
        ("identifier", .text("https://doi.org/\(doi)")), ("identifierType", .text("DOI")),
      ]
      members.insert(("identifiers", .array([.object(identifier)])), at: 1)
    }
    return JSONValue.object(members).document
  }
}

/// A file of the payload that the crate describes.
struct PayloadFile: Hashable {
  /// Within the payload.
  var path: String
  var mediaType: String
  var bytes: Int

  fileprivate var entity: JSONValue {
    .object([
      ("@id", .text(path)), ("@type", .text("File")), ("name", .text(path)),
      ("encodingFormat", .text(mediaType)), ("contentSize", .text(String(bytes))),
    ])
  }
}
