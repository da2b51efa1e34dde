import FoundationEssentials
import Glibc

/// The hosts that are asked without a proxy, as `NO_PROXY` lists them.
///
/// | entry | matches |
/// | --- | --- |
/// | `*` | every host |
/// | `example.com`, `.example.com`, `*.example.com` | that host and its subdomains |
/// | `192.0.2.7`, `2001:db8::7`, `[2001:db8::7]` | that address |
/// | `192.0.2.0/24`, `2001:db8::/32` | the addresses of that network |
/// | any host with `:PORT` | that host at that port only |
///
/// Entries are separated by commas or white space. Upper and lower case are the same. Names are not
/// resolved: an address matches only where the API's URL contains an address.
struct DirectHosts {
  private enum Entry: Hashable {
    case every
    case domain(String)
    case network(IPAddress, bits: Int)
  }

  private var entries: [(entry: Entry, port: Int?)]

  /// - Parameter variable: The variable that contains the list.
  /// - Throws: `InvalidRoute` where an entry has the form of a network and is not one, or has a port
  ///   that is not one.
  init(_ list: String, variable: String) throws(InvalidRoute) {
    entries = []
    for text in list.split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
      guard let entry = Self.entry(text.lowercased()[...]) else {
        throw InvalidRoute(
          description:
            "$\(variable) contains '\(text)', which is no host, address or network: give "
            + "entries such as example.com, 192.0.2.7 or 192.0.2.0/24.")
      }
      entries.append(entry)
    }
  }

  private static func entry(_ text: Substring) -> (Entry, Int?)? {
    if text == "*" { return (.every, nil) }
    if let slash = text.firstIndex(of: "/") {
      guard let address = IPAddress(text[..<slash]),
        let bits = Int(text[text.index(after: slash)...]), (0...address.bitCount).contains(bits)
      else { return nil }
      return (.network(address, bits: bits), nil)
    }
    guard let parts = hostAndPort(text) else { return nil }
    if let address = IPAddress(parts.host) {
      return (.network(address, bits: address.bitCount), parts.port)
    }
    let name = parts.host.hasPrefix("*.") ? parts.host.dropFirst() : parts.host[...]
    return (.domain(withoutDots(name)), parts.port)
  }

  /// - Parameter host: Lowercase, without brackets.
  func contains(_ host: String, port: Int) -> Bool {
    let address = IPAddress(host)
    let name = Self.withoutDots(host[...])
    return entries.contains { entry, only in
      guard only == nil || only == port else { return false }
      switch entry {
      case .every: return true
      case .network(let network, let bits): return address?.isIn(network, bits: bits) ?? false
      case .domain(let domain):
        return address == nil && !domain.isEmpty
          && (name == domain || name.hasSuffix("." + domain))
      }
    }
  }

  private static func withoutDots(_ name: Substring) -> String {
    let name = name.drop { $0 == "." }
    return String(name.hasSuffix(".") ? name.dropLast() : name)
  }

  /// The parts of `HOST`, `HOST:PORT`, `[IPV6]`, `[IPV6]:PORT`, or of an IPv6 address without brackets; nil for
  /// another form, and for a port that is not one. The host has no brackets.
  static func hostAndPort(_ text: Substring) -> (host: String, port: Int?)? {
    let isAddress = IPAddress(text)?.bitCount == 128
    guard let parts = URLComponents(string: "http://" + (isAddress ? "[\(text)]" : text)),
      let host = parts.host?.filter({ $0 != "[" && $0 != "]" }), !host.isEmpty,
      parts.path.isEmpty, parts.user == nil, parts.query == nil, parts.fragment == nil,
      (1...65_535).contains(parts.port ?? 1), !text.hasPrefix("[") || IPAddress(host) != nil
    else { return nil }
    return (host, parts.port)
  }
}

/// An IP address of either version.
struct IPAddress: Hashable {
  /// The address, and zeros behind one of version 4.
  private let number: UInt128
  /// 32 or 128.
  let bitCount: Int

  /// Nil where the text is not an address, such as a name.
  init?(_ text: some StringProtocol) {
    let isOfVersion6 = text.contains(":")
    var bytes = [UInt8](repeating: 0, count: 16)
    guard unsafe inet_pton(isOfVersion6 ? AF_INET6 : AF_INET, String(text), &bytes) == 1 else {
      return nil
    }
    number = bytes.reduce(0) { $0 << 8 | UInt128($1) }
    bitCount = isOfVersion6 ? 128 : 32
  }

  /// Whether the address is in a network.
  ///
  /// - Parameter bits: The length of the network's prefix, from 0 to `bitCount`.
  func isIn(_ network: IPAddress, bits: Int) -> Bool {
    bitCount == network.bitCount && (number ^ network.number) >> (128 - bits) == 0
  }
}
