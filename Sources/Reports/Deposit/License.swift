/// A licence: an SPDX identifier such as `CC-BY-SA-4.0`, an SPDX expression of several, or the address of its text.
package struct License: Hashable, Sendable {
  let text: String
  /// The page of the licence; nil for an expression.
  let page: String?
  /// The text, where SPDX defines what it means.
  let spdx: String?

  /// Nil where the text is neither an address nor has the form of an SPDX expression. Whether the SPDX list has its
  /// identifiers is not checked.
  package init?(_ text: String) {
    self.text = text
    if text.wholeMatch(of: /https?:\/\/[^\s"<>\\{}|^`]+/) != nil {
      (page, spdx) = (text, nil)
    } else if text.wholeMatch(of: /[A-Za-z0-9.-]+\+?/) != nil {
      (page, spdx) = ("https://spdx.org/licenses/\(text.prefix { $0 != "+" })", text)
    } else if Self.isExpression(text) {
      (page, spdx) = (nil, text)
    } else {
      return nil
    }
  }

  /// Whether identifiers are joined by `AND`, `OR` and `WITH`, perhaps with parentheses.
  private static func isExpression(_ text: String) -> Bool {
    let isBalanced = text.count { $0 == "(" } == text.count { $0 == ")" }
    let words = text.filter { !"()".contains($0) }.split(separator: " ").joined(separator: " ")
    return isBalanced
      && words.wholeMatch(of: /[A-Za-z0-9.:+-]+(?: (?:AND|OR|WITH) [A-Za-z0-9.:+-]+)*/) != nil
  }
}
