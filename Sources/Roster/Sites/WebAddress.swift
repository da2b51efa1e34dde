import Glibc

/// An address of http or https in one form: the address of an API, of a site or of one of its pages.
///
/// Scheme and host are in lowercase and ASCII, without the scheme's own port, and there is no slash at
/// the end. It is the only judge of addresses, so that all commands accept and refuse the same texts.
package struct WebAddress: Hashable, Sendable, CustomStringConvertible {
  /// `https` or `http`.
  package let scheme: String
  /// The host alone, such as `127.0.0.1`; an IPv6 address in brackets.
  package let hostName: String
  /// Nil for that of the scheme.
  package let port: Int?
  /// The folders, such as `/forum`; empty for the root.
  package let path: String
  /// What is behind the `?` of a page's address; empty without any.
  package let query: String
  /// Whether the path was written with a slash at the end.
  private let isFolder: Bool

  private init(
    scheme: String, hostName: String, port: Int?, path: String, query: String = "",
    isFolder: Bool = false
  ) {
    self.scheme = scheme
    self.hostName = hostName
    self.port = port
    self.path = path
    self.query = query
    self.isFolder = isFolder
  }

  package static func == (one: Self, other: Self) -> Bool { one.description == other.description }

  package func hash(into hasher: inout Hasher) { hasher.combine(description) }

  /// Reads the address of a page as a browser shows it: without scheme, it is `https`. Letters beyond
  /// ASCII are encoded; what is behind a `#` is not part of it.
  ///
  /// - Throws: ``Refusal`` for a text that is no such address.
  package init(_ text: String) throws(Refusal) {
    do {
      try self.init(parsing: text)
    } catch {
      throw Refusal(shown: Self.withoutSecrets(text), reason: error.reason)
    }
  }

  /// Reads the address of an API or a site, which has no query.
  ///
  /// - Throws: ``Refusal``.
  package init(base text: String) throws(Refusal) {
    try self.init(text)
    guard query.isEmpty, !text.contains("#"), !text.contains("?") else {
      throw Refusal(
        shown: Self.withoutSecrets(text), reason: "leave out everything from '?' or '#' on")
    }
  }

  /// Why a text is no address, as the user may see it.
  package struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text without a user, a password and a query.
    package var shown: String
    /// What to do.
    package var reason: String

    package var description: String { "'\(shown)' is no address: \(reason)." }
  }

  private struct Fault: Error {
    var reason: String
  }

  private init(parsing text: String) throws(Fault) {
    var rest = text.drop { $0.isWhitespace }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    var scheme = "https"
    if let end = rest.firstRange(of: "://") {
      scheme = rest[..<end.lowerBound].lowercased()
      rest = rest[end.upperBound...]
    }
    guard ["https", "http"].contains(scheme) else {
      throw Fault(reason: "it begins with https:// or http://")
    }
    rest = rest.prefix { $0 != "#" }
    let page = rest.prefix { $0 != "?" }
    let authority = page.prefix { $0 != "/" && $0 != "\\" }
    guard !authority.contains("@") else {
      throw Fault(reason: "leave the user and the password out")
    }
    let (name, port) = try Self.hostAndPort(authority, scheme: scheme)
    self.init(
      scheme: scheme, hostName: name, port: port,
      path: try Self.path(page[authority.endIndex...]),
      query: try Self.encoded(rest[page.endIndex...].dropFirst()),
      isFolder: page.last == "/" && page.endIndex > authority.endIndex)
  }
}

extension WebAddress {
  /// Host and port, such as `example.org` or `127.0.0.1:8080`.
  package var host: String { hostName + (port.map { ":\($0)" } ?? "") }

  /// Host and folder without the scheme, such as `example.org/forum`: the id of a site that has a
  /// server of its own.
  package var siteID: String { host + path }

  /// Scheme and host.
  package var origin: String { "\(scheme)://\(host)" }

  /// The whole address, without a slash at the end.
  package var description: String { origin + path + (query.isEmpty ? "" : "?\(query)") }

  /// The address as it was written, for a request: a server may distinguish `/w` and `/w/`.
  package var pageURL: String {
    origin + path + (isFolder || path.isEmpty ? "/" : "") + (query.isEmpty ? "" : "?\(query)")
  }

  /// Whether requests are encrypted.
  package var isEncrypted: Bool { scheme == "https" }

  /// The same without what is behind a `?`.
  package var withoutQuery: WebAddress { replacing(path: path) }

  /// The folder with this path on the same server.
  package func replacing(path: String) -> WebAddress {
    WebAddress(scheme: scheme, hostName: hostName, port: port, path: path)
  }

  /// The same page at the scheme and host of another address.
  package func moved(to other: WebAddress) -> WebAddress {
    WebAddress(
      scheme: other.scheme, hostName: other.hostName, port: other.port, path: path, query: query,
      isFolder: isFolder)
  }

  /// The host with its port, without a leading `www.`: nobody has another site there.
  package var hostWithoutWWW: String { String(Self.withoutWWW(host)) }

  /// A host, or a host with folders, without a leading `www.`.
  package static func withoutWWW(_ host: some StringProtocol) -> Substring {
    Substring(host).hasPrefix("www.") ? Substring(host).dropFirst(4) : Substring(host)
  }

  /// Where a link of a page at this address leads; nil where that is no address.
  package func resolving(_ link: String) -> WebAddress? {
    let link = String(link.drop { $0.isWhitespace })
    if link.contains(/^[A-Za-z][A-Za-z0-9+.\-]*:/) {
      return link.contains("://") ? try? WebAddress(link) : nil
    }
    if link.hasPrefix("//") { return try? WebAddress("\(scheme):\(link)") }
    if link.hasPrefix("/") { return try? WebAddress(origin + link) }
    let folders = path.split(separator: "/").dropLast(isFolder ? 0 : 1)
    return try? WebAddress(origin + folders.map { "/\($0)" }.joined() + "/\(link)")
  }

  /// The text without a user, a password, a query and a fragment, whether it is an address or not. A
  /// password may have any character.
  package static func withoutSecrets(_ text: String) -> String {
    let rest = text.lastIndex(of: "@").map { text[text.index(after: $0)...] } ?? text[...]
    return String(rest.prefix { $0 != "?" && $0 != "#" })
  }
}

// MARK: - Parts

extension WebAddress {
  private static func hostAndPort(
    _ authority: Substring, scheme: String
  ) throws(Fault) -> (String, Int?) {
    var name = authority
    var port: Int?
    if let colon = authority.lastIndex(of: ":"), !authority.hasSuffix("]") {
      let digits = authority[authority.index(after: colon)...]
      guard digits.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
        let number = Int(digits), (1...65_535).contains(number)
      else { throw Fault(reason: "a port is a number from 1 to 65535") }
      port = number == (scheme == "https" ? 443 : 80) ? nil : number
      name = authority[..<colon]
    }
    if name.hasPrefix("[") || name.hasSuffix("]") {
      guard let address = canonicalVersion6(name.dropFirst().dropLast()),
        name.hasPrefix("["), name.hasSuffix("]")
      else { throw Fault(reason: "an IPv6 address stands in brackets, such as https://[::1]") }
      return ("[\(address)]", port)
    }
    return (try domain(name), port)
  }

  /// The shortest form of an IPv6 address, such as `::1`; nil for anything else.
  private static func canonicalVersion6(_ text: Substring) -> String? {
    var bytes = in6_addr()
    guard unsafe inet_pton(AF_INET6, String(text), &bytes) == 1 else { return nil }
    var name = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard unsafe inet_ntop(AF_INET6, &bytes, &name, socklen_t(name.count)) != nil else {
      return nil
    }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func domain(_ name: Substring) throws(Fault) -> String {
    var name = name.lowercased()
    if name.hasSuffix(".") { name.removeLast() }
    guard !name.isEmpty else { throw Fault(reason: "it names no host") }
    var labels: [String] = []
    for label in name.split(separator: ".", omittingEmptySubsequences: false) {
      let label = label.utf8.allSatisfy { $0 < 0x80 } ? String(label) : HostLabel.ascii(label)
      guard let label, (1...63).contains(label.utf8.count),
        label.utf8.allSatisfy(PercentEncoding.isUnreserved)
      else {
        throw Fault(
          reason: "a host has letters, digits, dots and dashes, or is written in its xn-- form")
      }
      labels.append(label)
    }
    let host = labels.joined(separator: ".")
    guard host.utf8.count <= 253 else { throw Fault(reason: "the host is too long") }
    return host
  }

  private static func path(_ text: Substring) throws(Fault) -> String {
    let folders = try encoded(text).split(separator: "/")
    guard !folders.contains(where: { $0 == "." || $0 == ".." }) else {
      throw Fault(reason: "leave '.' and '..' out of its folders")
    }
    return folders.map { "/\($0)" }.joined()
  }

  /// Letters beyond ASCII as a browser sends them.
  private static func encoded(_ text: Substring) throws(Fault) -> String {
    for scalar in text.unicodeScalars {
      guard scalar.value > 0x20, scalar.value != 0x7F, !"\\\"<>".unicodeScalars.contains(scalar),
        !scalar.properties.isWhitespace
      else { throw Fault(reason: "write blanks and special characters as %20 and the like") }
    }
    return PercentEncoding.encoded(String(text)) { $0 < 0x80 }
  }
}
