extension Site {
  /// The host in an address with or without scheme, port and path: lowercase, without a final dot.
  package static func host(in text: String) -> String {
    var rest = Substring(text.lowercased())
    for scheme in ["https://", "http://", "//"] where rest.hasPrefix(scheme) {
      rest = rest.dropFirst(scheme.count)
      break
    }
    rest = rest.prefix { !"/?#:".contains($0) }
    return String(rest.hasSuffix(".") ? rest.dropLast() : rest)
  }
}
