/// A licence: an SPDX identifier such as `CC-BY-SA-4.0`, an SPDX expression of several, or the address of its text.
package struct License: Hashable, Sendable {
  private enum Form: Hashable {
    case identifier, expression, address
  }

  let text: String
  private let form: Form

  /// Nil where the text is neither an address nor has the form of an SPDX expression. Whether the SPDX list has its
  /// identifiers is not checked.
  package init?(_ text: String) {
    self.text = text
    if text.wholeMatch(of: /https?:\/\/[^\s"<>\\{}|^`]+/) != nil {
      form = .address
    } else if text.wholeMatch(of: /[A-Za-z0-9.-]+\+?/) != nil {
      form = .identifier
    } else if Self.isExpression(text) {
      form = .expression
    } else {
      return nil
    }
  }

  /// The page of the licence; nil for an expression.
  var page: String? {
    switch form {
    case .identifier: "https://spdx.org/licenses/\(text.prefix { $0 != "+" })"
    case .address: text
    case .expression: nil
    }
  }

  /// The text, where SPDX defines what it means.
  var spdx: String? { form == .address ? nil : text }

  /// Whether identifiers are joined by `AND`, `OR` and `WITH`, perhaps with parentheses.
  private static func isExpression(_ text: String) -> Bool {
    let isBalanced = text.count { $0 == "(" } == text.count { $0 == ")" }
    let words = text.filter { !"()".contains($0) }.split(separator: " ").joined(separator: " ")
    return isBalanced
      && words.wholeMatch(of: /[A-Za-z0-9.:+-]+(?: (?:AND|OR|WITH) [A-Za-z0-9.:+-]+)*/) != nil
  }
}
