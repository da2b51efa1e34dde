/// A host with or without a port, as `HOST`, `HOST:PORT`, `[IPV6]`, `[IPV6]:PORT`, or an IPv6 address
/// without brackets.
struct HostAndPort: Hashable {
  /// As it is written, without brackets.
  var host: String
  /// From 1 to 65535.
  var port: Int?

  /// Nil where the text has another form or a port out of its range.
  init?(_ text: Substring) {
    let colons = text.count { $0 == ":" }
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { return nil }
      let host = text[text.index(after: text.startIndex)..<end]
      guard host.contains(":"), IPAddress(host) != nil else { return nil }
      self.init(host, text[text.index(after: end)...])
    } else if colons == 1, let colon = text.firstIndex(of: ":") {
      self.init(text[..<colon], text[colon...])
    } else {
      self.init(text, "")
    }
  }

  /// - Parameter rest: Empty, or a colon and the port.
  private init?(_ host: Substring, _ rest: Substring) {
    self.host = String(host)
    guard !rest.isEmpty else { return }
    guard rest.hasPrefix(":"), let port = Int(rest.dropFirst()), (1...65_535).contains(port) else {
      return nil
    }
    self.port = port
  }
}
