/// The identifiers of the SPDX list of licences, version 3.27, those included that the list calls deprecated.
package enum LicenseList {
  private static let identifiers: [String: String] = {
    let lines = String(decoding: PackageResources.licenses_txt, as: UTF8.self).split(
      separator: "\n")
    return Dictionary(uniqueKeysWithValues: lines.map { ($0.lowercased(), String($0)) })
  }()

  /// The identifier as the list writes it, whatever its case; nil where the list does not have it.
  package static func identifier(_ text: String) -> String? { identifiers[text.lowercased()] }
}
