/// The address of a server's API in one form, so that one site has one name: scheme and host in
/// lowercase, without the scheme's usual port and without a slash at the end.
package struct BaseAddress: Hashable, Sendable, CustomStringConvertible {
  /// `https` or `http`.
  package let scheme: String
  /// With a port that is not the usual one, such as `127.0.0.1:8080`.
  package let host: String
  /// The folder, such as `/forum`; empty for the root.
  package let path: String

  /// Reads an address with or without scheme: without, it is `https`.
  ///
  /// Returns nil for anything but a host and a folder of visible ASCII: an address with a user, a
  /// query, a fragment or a `..`.
  package init?(_ text: String) {
    var rest = Substring(text)
    var scheme = "https"
    if let end = rest.firstRange(of: "://") {
      scheme = rest[..<end.lowerBound].lowercased()
      rest = rest[end.upperBound...]
    }
    guard ["https", "http"].contains(scheme),
      rest.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !Self.forbidden.contains($0) })
    else { return nil }
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    guard let host = Self.host(rest[..<slash].lowercased(), usualPort: scheme == "https" ? 443 : 80)
    else { return nil }
    let folders = rest[slash...].split(separator: "/")
    guard !folders.contains(where: { $0 == "." || $0 == ".." }) else { return nil }
    self.scheme = scheme
    self.host = host
    path = folders.map { "/\($0)" }.joined()
  }

  /// Host and folder without the scheme, such as `example.org/forum`: the id of a site that has a
  /// server of its own.
  package var siteID: String { host + path }

  /// The whole address, without a slash at the end.
  package var description: String { origin + path }

  /// Scheme and host.
  package var origin: String { "\(scheme)://\(host)" }

  /// What neither a host nor a folder has here.
  private static let forbidden = Array("?#@\\\"<>".utf8)

  private static func host(_ text: String, usualPort: Int) -> String? {
    var name = Substring(text)
    var port = ""
    if let colon = name.lastIndex(of: ":"), !name.hasSuffix("]") {
      guard let number = Int(name[name.index(after: colon)...]), (1...65_535).contains(number)
      else { return nil }
      if number != usualPort { port = ":\(number)" }
      name = name[..<colon]
    }
    if name.hasSuffix(".") { name = name.dropLast() }
    guard !name.isEmpty else { return nil }
    return name + port
  }
}
