/// The identifiers of the SPDX list of licences, version 3.27, those included that the list calls deprecated.
package enum LicenseList {
  private struct Entry {
    var identifier: String
    /// Whether it came later than what `CITATION.cff` 1.2.0 knows.
    var isLater: Bool
  }

  private static let entries: [String: Entry] = {
    let lines = String(decoding: PackageResources.licenses_txt, as: UTF8.self).split(
      separator: "\n")
    return Dictionary(
      uniqueKeysWithValues: lines.map { line in
        let words = line.split(separator: " ").map(String.init)
        return (words[0].lowercased(), Entry(identifier: words[0], isLater: words.count > 1))
      })
  }()

  /// The identifier as the list writes it, whatever its case; nil where the list does not have it.
  package static func identifier(_ text: String) -> String? {
    entries[text.lowercased()]?.identifier
  }

  /// Whether `CITATION.cff` may have it as an identifier.
  static func isKnownToCFF(_ identifier: String) -> Bool {
    entries[identifier.lowercased()]?.isLater == false
  }
}
