import FoundationEssentials
import Roster
import Tables

/// A report as a deposit for a research repository: a BagIt bag (RFC 8493) whose payload is the report with an
/// RO-Crate, a `CITATION.cff` and a `datacite.json`.
struct Deposit {
  let description: DepositDescription
  let source: any ReportSource
  /// The day of the first roster in the archive; nil where there is none.
  let firstDay: String?

  /// The folder of the payload.
  static let payload = "data/"
  /// The archive within the payload.
  static let archive = "archive.sqlite"

  /// The day to which the deposit belongs, such as `2026-11-20`: the same archive gives the same bytes.
  var day: String { source.asOf.utcDay }

  /// The days of the first and the last reading, as an interval of ISO 8601.
  private var days: String { "\(firstDay ?? day)/\(day)" }

  // MARK: - Files of the payload

  /// The description of the whole and of its files.
  ///
  /// - Parameter files: What is described, by paths within the payload.
  func crate(_ files: [DataFile]) -> [UInt8] {
    let descriptor: JSONValue = [
      "@id": "ro-crate-metadata.json", "@type": "CreativeWork",
      "conformsTo": ["@id": "https://w3id.org/ro/crate/1.3"], "about": ["@id": "./"],
    ]
    let publisher: JSONValue = [
      "@id": "#publisher", "@type": "Organization", "name": .text(description.publisher),
    ]
    let all = [descriptor, root(files)] + files.map(Self.entity) + [license, publisher] + creators
    let crate: JSONValue = [
      "@context": "https://w3id.org/ro/crate/1.3/context", "@graph": .array(all),
    ]
    return crate.document
  }

  private func root(_ files: [DataFile]) -> JSONValue {
    let keywords = description.keywords
    return [
      "@id": "./", "@type": "Dataset", "name": .text(description.title),
      "description": .text(abstract), "datePublished": .text(day),
      "license": ["@id": .text(licenseID)],
      "creator": .array(description.creators.indices.map { ["@id": .text(id(ofCreator: $0))] }),
      "hasPart": .array(files.map { ["@id": .text($0.path)] }),
      "keywords": keywords.isEmpty ? nil : .text(keywords.joined(separator: ", ")),
      "identifier": .optional(description.doi.map { "https://doi.org/\($0)" }),
      "publisher": ["@id": "#publisher"], "temporalCoverage": .text(days),
    ]
  }

  private static func entity(_ file: DataFile) -> JSONValue {
    [
      "@id": .text(file.path), "@type": "File", "name": .text(file.path),
      "encodingFormat": .optional(file.mediaType),
      "contentSize": .optional(file.bytes.map { String($0) }),
    ]
  }

  /// An expression has no page of its own.
  private var licenseID: String { description.license.page ?? "#license" }

  private var license: JSONValue {
    let text = description.license.text
    let source = description.license.spdx == nil ? "" : ", as SPDX defines it"
    return [
      "@id": .text(licenseID), "@type": "CreativeWork", "name": .text(text),
      "description": .text("The licence \(text)\(source)."),
    ]
  }

  private var creators: [JSONValue] {
    description.creators.enumerated().map { index, creator in
      [
        "@id": .text(id(ofCreator: index)),
        "@type": creator.family == nil ? "Organization" : "Person", "name": .text(creator.name),
        "familyName": .optional(creator.family), "givenName": .optional(creator.given),
        "affiliation": .optional(creator.affiliation),
      ]
    }
  }

  private func id(ofCreator index: Int) -> String {
    description.creators[index].orcid ?? "#creator-\(index + 1)"
  }

  /// What the deposit holds, with its source: of a sample, that it is made up.
  private var abstract: String {
    description.abstract
      ?? "Who moderates which community, and who did, with the changes between the readings; each list has its verdict."
      + (source.origin.map { " Source: \($0)." } ?? "")
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
      // The format has no affiliation of an organisation.
      let names: [(String, String?)] =
        creator.family == nil
        ? [("name", creator.name)]
        : [
          ("family-names", creator.family), ("given-names", creator.given?.unlessEmpty),
          ("affiliation", creator.affiliation),
        ]
      let fields = (names + [("orcid", creator.orcid)]).compactMap { key, value in
        value.map { "\(key): \(Self.quoted($0))" }
      }
      lines += fields.enumerated().map { ($0 == 0 ? "  - " : "    ") + $1 }
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
    let license = description.license
    let address = description.doi.map { "https://doi.org/\($0)" }
    let rights: JSONValue = [
      "rights": .text(license.text), "rightsUri": .optional(license.page),
      "rightsIdentifier": .optional(license.spdx),
      "rightsIdentifierScheme": license.spdx == nil ? nil : "SPDX",
      "schemeUri": license.spdx == nil ? nil : "https://spdx.org/licenses/",
    ]
    let document: JSONValue = [
      "doi": .optional(description.doi),
      "identifiers": address.map {
        .array([["identifier": .text($0), "identifierType": "DOI"]])
      },
      "schemaVersion": "http://datacite.org/schema/kernel-4",
      "types": ["resourceTypeGeneral": "Dataset", "resourceType": "Archive of moderators"],
      "creators": .array(description.creators.map(registered)),
      "titles": .array([["title": .text(description.title)]]),
      "publisher": ["name": .text(description.publisher)],
      "publicationYear": .text(String(day.prefix(4))),
      "dates": .array([["date": .text(days), "dateType": "Collected"]]),
      "subjects": .array(description.keywords.map { ["subject": .text($0)] }),
      "rightsList": .array([rights]),
      "descriptions": .array([["description": .text(abstract), "descriptionType": "Abstract"]]),
    ]
    return document.document
  }

  private func registered(_ creator: DepositDescription.Creator) -> JSONValue {
    let parts = [creator.family, creator.given].compactMap { $0?.unlessEmpty }
    return [
      "name": .text(parts.isEmpty ? creator.name : parts.joined(separator: ", ")),
      "nameType": creator.family == nil ? "Organizational" : "Personal",
      "givenName": .optional(creator.given), "familyName": .optional(creator.family),
      "affiliation": creator.affiliation.map { .array([["name": .text($0)]]) },
      "nameIdentifiers": creator.orcid.map {
        .array([
          [
            "nameIdentifier": .text($0), "nameIdentifierScheme": "ORCID",
            "schemeUri": "https://orcid.org",
          ]
        ])
      },
    ]
  }
}
