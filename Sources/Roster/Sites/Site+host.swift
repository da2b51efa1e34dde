extension Site {
  /// The host in an address with or without scheme, port and path: lowercase, without a final dot; empty
  /// for a text that is no address.
  package static func host(in text: String) -> String { address(in: text)?.hostName ?? "" }

  /// The host with the port and the folder that stand in an address: what tells sites on one host
  /// apart, such as `example.org/forum`. A text that is no address is its own place.
  package static func place(in text: String) -> String { address(in: text)?.siteID ?? text }

  private static func address(in text: String) -> WebAddress? {
    try? WebAddress(text.hasPrefix("//") ? "https:\(text)" : text)
  }

  /// Whether the site has a server, or a folder of one, of its own, whose address is its id. Another
  /// folder of that host may be another site.
  package var hasOwnServer: Bool {
    let id = WebAddress.withoutWWW(id)
    let place = WebAddress.withoutWWW(Self.place(in: url))
    return id == place || id.hasPrefix("\(place)/")
  }
}
