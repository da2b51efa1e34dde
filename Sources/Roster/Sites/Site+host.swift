extension Site {
  /// The host in an address with or without scheme, port and path: lowercase, without a final dot.
  package static func host(in text: String) -> String {
    var rest = withoutScheme(text.lowercased()).prefix { !"/?#:".contains($0) }
    if rest.hasSuffix(".") { rest = rest.dropLast() }
    return String(rest)
  }

  /// The host with the port and the folder that stand in an address: what tells sites on one host
  /// apart, such as `example.org/forum`.
  package static func place(in text: String) -> String {
    let rest = withoutScheme(text).prefix { !"?#".contains($0) }
    let authority = rest.prefix { $0 != "/" }.lowercased()
    let port = authority.lastIndex(of: ":").map { authority[$0...] } ?? ""
    let folders = rest.split(separator: "/").dropFirst().map { "/\($0)" }.joined()
    return host(in: text) + port + folders
  }

  private static func withoutScheme(_ text: String) -> Substring {
    let start = text.prefix("https://".count).lowercased()
    for scheme in ["https://", "http://", "//"] where start.hasPrefix(scheme) {
      return text.dropFirst(scheme.count)
    }
    return text[...]
  }
}
