import FoundationEssentials

/// The address of the folder at which a report is published, such as `https://example.org/moderators/`.
package struct ReportAddress: Hashable, Sendable, CustomStringConvertible {
  /// It ends with a slash.
  package let description: String

  /// Nil where the text is no address of a folder on the web: other schemes, a name and a password, a query, a
  /// fragment, and the address of a page are none.
  package init?(_ text: String) {
    guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
      ["http", "https"].contains(scheme), let host = parts.host, !host.isEmpty,
      parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil,
      !text.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value >= 0x7F }),
      !parts.path.lowercased().hasSuffix(".html")
    else { return nil }
    description = text.hasSuffix("/") ? text : text + "/"
  }

  /// The address of a file of the report.
  ///
  /// - Parameter path: Its path in the report; that of the first page is the folder's own.
  func address(of path: String) -> String {
    // An encoded path is a name: the address of its `%` is `%25`.
    path == "index.html" ? description : description + path.replacing("%", with: "%25")
  }
}
