import Roster

/// What a page calls somebody.
enum ShownName {
  /// The name; where nothing of it can be seen, the number by which the commands know them, such as `user 5`, so
  /// that a link has a text. The script of the pages has the same rule.
  static func of(_ name: String?, user: Int?, account: Int? = nil) -> String {
    if let name, isVisible(name) { return name }
    return user.map { "user \($0)" } ?? account.map { "account \($0)" } ?? "somebody"
  }

  /// Whether anything of a text can be seen.
  static func isVisible(_ text: String) -> Bool { text.unicodeScalars.contains(where: isVisible) }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    if properties.isWhitespace || properties.isDefaultIgnorableCodePoint { return false }
    switch scalar.value {
    // Braille without a dot, and marks around annotations.
    case 0x2800, 0xFFF9...0xFFFB: return false
    default: break
    }
    switch properties.generalCategory {
    case .control, .nonspacingMark, .enclosingMark: return false
    default: return true
    }
  }
}

extension ShownName {
  static func of(_ person: PersonRecord) -> String {
    of(
      person.displayName,
      user: person.accountID == nil ? person.sites.first?.moderator.userID : nil,
      account: person.accountID)
  }
}
