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
