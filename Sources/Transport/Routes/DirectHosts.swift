import FoundationEssentials
import Glibc

/// The hosts that are asked without a proxy, as `NO_PROXY` lists them.
///
/// | entry | matches |
/// | --- | --- |
/// | `*` | every host |
/// | `example.com`, `.example.com`, `*.example.com` | that host and its subdomains |
/// | any host with `:PORT` | that host at that port only |
///
/// Entries are separated by commas or white space. Upper and lower case are the same. Names are not resolved: a network
/// such as `192.0.2.0/24` has no host that an API is named by, and is passed over.
struct DirectHosts {
  private var entries: [(host: String, port: Int?)] = []

  /// - Parameter variable: The variable that contains the list.
  /// - Throws: `InvalidRoute` where an entry is no host, or has a port that is not one.
  init(_ list: String, variable: String) throws(InvalidRoute) {
    for text in list.split(whereSeparator: { $0 == "," || $0.isWhitespace })
    where !text.contains("/") {
      guard let (name, port) = Self.hostAndPort(text.lowercased()[...]) else {
        throw InvalidRoute(
          description: "$\(variable) contains '\(text)', which is no host: give entries such as "
            + "example.com or 192.0.2.7.")
      }
      let host = name.hasPrefix("*.") ? name.dropFirst() : name[...]
      entries.append((Self.withoutDots(host), port))
    }
  }

  /// - Parameter host: Lowercase, without brackets.
  func contains(_ host: String, port: Int) -> Bool {
    let name = Self.withoutDots(host[...])
    return entries.contains { entry in
      guard !entry.host.isEmpty, entry.port == nil || entry.port == port else { return false }
      return entry.host == "*" || name == entry.host || name.hasSuffix("." + entry.host)
    }
  }

  private static func withoutDots(_ name: Substring) -> String {
    let name = name.drop { $0 == "." }
    return String(name.hasSuffix(".") ? name.dropLast() : name)
  }

  /// The parts of `HOST`, `HOST:PORT`, `[IPV6]`, `[IPV6]:PORT`, or of an IPv6 address without brackets; nil for
  /// another form, and for a port that is not one. The host has no brackets.
  static func hostAndPort(_ text: Substring) -> (host: String, port: Int?)? {
    guard let parts = URLComponents(string: "http://" + (isVersion6(text) ? "[\(text)]" : text)),
      let host = parts.host?.filter({ $0 != "[" && $0 != "]" }), !host.isEmpty,
      parts.path.isEmpty, parts.user == nil, parts.query == nil, parts.fragment == nil,
      (1...65_535).contains(parts.port ?? 1), !text.hasPrefix("[") || isVersion6(host)
    else { return nil }
    return (host, parts.port)
  }

  static func isVersion6(_ text: some StringProtocol) -> Bool {
    var address = in6_addr()
    return unsafe inet_pton(AF_INET6, String(text), &address) == 1
  }
}
