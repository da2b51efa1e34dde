import Foundation

/// Labels of host names in ASCII (RFC 3492).
enum HostLabel {
  /// The form `xn--…` of a label; in full-width letters it may be one in ASCII. Nil where it cannot be a
  /// part of a host.
  static func ascii(_ text: Substring) -> String? {
    let text = String(text).precomposedStringWithCompatibilityMapping.lowercased()
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    // Other kinds of dots, invisible characters and the like are no letters of a host.
    let isOfHost = text.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII || scalar.properties.isAlphabetic
        || scalar.properties.numericType != nil
        || [.nonspacingMark, .spacingMark].contains(scalar.properties.generalCategory)
    }
    return isOfHost ? URLComponents(string: "https://\(text)")?.encodedHost : nil
  }
}
