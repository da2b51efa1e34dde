/// Who made a deposit, and under what licence it may be used: what a research repository asks for.
package struct DepositDescription: Hashable, Sendable {
  package var title: String
  /// At least one.
  package var creators: [Creator]
  package var license: License
  package var abstract: String?
  package var keywords: [String]
  /// The repository or institution.
  package var publisher: String
  /// Such as `10.5281/zenodo.1234`; nil where none is reserved.
  package var doi: String?

  package init(
    title: String, creators: [Creator], license: License, publisher: String,
    abstract: String? = nil, keywords: [String] = [], doi: String? = nil
  ) {
    self.title = title
    self.creators = creators
    self.license = license
    self.abstract = abstract
    self.keywords = keywords
    self.publisher = publisher
    self.doi = doi
  }

  /// A person or an organisation.
  package struct Creator: Hashable, Sendable {
    /// A name in the parts that catalogues want.
    package enum Name: Hashable, Sendable {
      case person(family: String, given: String)
      case organisation(String)
    }

    package var name: Name
    /// `https://orcid.org/0000-0002-1825-0097`; nil where there is none.
    package var orcid: String?
    package var affiliation: String?

    package init(_ name: Name, orcid: String? = nil, affiliation: String? = nil) {
      self.name = name
      self.orcid = orcid
      self.affiliation = affiliation
    }

    /// The name as it is shown.
    var shown: String {
      switch name {
      case .person(let family, let given): given.isEmpty ? family : "\(given) \(family)"
      case .organisation(let name): name
      }
    }
  }
}

/// The address that identifies a researcher.
package enum ORCID {
  /// Whether it has the form of `https://orcid.org/0000-0002-1825-0097` and its last character checks the
  /// others (ISO 7064 MOD 11-2).
  package static func isValid(_ address: String) -> Bool {
    guard
      let match = address.wholeMatch(
        of: /https:\/\/orcid\.org\/((?:[0-9]{4}-){3}[0-9]{3})([0-9X])/)
    else { return false }
    let sum = match.1.compactMap(\.wholeNumberValue).reduce(0) { ($0 + $1) * 2 % 11 }
    return "0123456789X".map { $0 }[(12 - sum) % 11] == match.2.first
  }
}
