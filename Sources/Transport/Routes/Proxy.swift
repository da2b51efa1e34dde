import AsyncHTTPClient
import NIOCore
import NIOSSL
import Roster

/// A proxy that connects to an API on behalf of this program.
///
/// Neither its description nor its mirror contains the user or the password.
package struct Proxy: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The protocol that is spoken with it.
  package var kind: Kind
  /// A name or an IP address, without the brackets of an IPv6 address.
  package var host: String
  package var port: Int
  /// Sent as `Proxy-Authorization`; nil without a user.
  package var login: Login?
  /// The environment variable that names it.
  package var variable: String

  /// How a proxy is asked to connect.
  package enum Kind: String, Hashable, Sendable {
    /// `CONNECT` over HTTP, for encrypted and unencrypted APIs.
    case http
    /// SOCKS version 5, which resolves the API's name itself.
    case socks5
  }

  /// A user and a password, decoded.
  package struct Login: Hashable, Sendable {
    package var user: String
    package var password: String
  }

  /// The address without user and password.
  package var address: String {
    "\(kind.rawValue)://\(host.contains(":") ? "[\(host)]" : host):\(port)"
  }

  package var description: String { "\(address) ($\(variable))" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

extension HTTPClient.Configuration {
  /// Every connection takes the route; no redirect is followed, and a connection is tried once.
  init(taking route: Route, connectTimeout: TimeAmount) {
    self.init()
    redirectConfiguration = .disallow
    timeout.connect = connectTimeout
    connectionPool.retryConnectionEstablishment = false
    proxy = route.proxy.map { Proxy($0) }
    guard let trustRoots = route.trustRoots else { return }
    tlsConfiguration = .makeClientConfiguration()
    tlsConfiguration?.trustRoots = trustRoots
  }
}

extension HTTPClient.Configuration.Proxy {
  /// - Parameter proxy: The proxy to use for every connection.
  fileprivate init(_ proxy: Transport.Proxy) {
    switch proxy.kind {
    case .http:
      self = .server(
        host: proxy.host, port: proxy.port,
        authorization: proxy.login.map { .basic(username: $0.user, password: $0.password) })
    case .socks5: self = .socksServer(host: proxy.host, port: proxy.port)
    }
  }
}

extension Proxy {
  /// The port where the address has none, as for curl.
  private static let usualPort = 1_080

  /// Reads `[SCHEME://][USER[:PASSWORD]@]HOST[:PORT]`, where no scheme means `http`.
  ///
  /// The user ends at the last `@`, so that a password may contain any character.
  ///
  /// - Parameter variable: The variable that contains the text.
  /// - Throws: `InvalidRoute` for anything else, and for a proxy that this program cannot use.
  package init(_ text: String, variable: String) throws(InvalidRoute) {
    let parts = text.firstRange(of: "://").map {
      (scheme: text[..<$0.lowerBound].lowercased(), rest: text[$0.upperBound...])
    }
    let rest = parts?.rest ?? text[...]
    let at = rest.lastIndex(of: "@")
    let place = rest[(at.map(rest.index(after:)) ?? rest.startIndex)...]
    let (host, port) = try Self.place(place, variable)
    self.init(
      kind: try Self.kind(parts?.scheme ?? "http", variable), host: host,
      port: port ?? Self.usualPort,
      login: try at.map { at throws(InvalidRoute) in try Self.login(rest[..<at], variable) },
      variable: variable)
    if kind == .socks5, login != nil {
      throw InvalidRoute(
        description: "$\(variable) has a user, and modexport cannot log in to a SOCKS proxy: use "
          + "one without a login, or an http proxy.")
    }
  }

  private static func kind(_ scheme: String, _ variable: String) throws(InvalidRoute) -> Kind {
    switch scheme {
    case "http": return .http
    case "socks5", "socks5h": return .socks5
    default:
      // Anything else may be a password that contains "://".
      let isPlain = scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
      throw InvalidRoute(
        description:
          "$\(variable) \(isPlain ? "begins with '\(scheme)://'" : "has no usable scheme")"
          + ", and only http://, socks5:// and socks5h:// proxies are supported: use one of these, or "
          + "unset the variable.")
    }
  }

  private static func place(
    _ text: Substring, _ variable: String
  ) throws(InvalidRoute) -> (host: String, port: Int?) {
    let text = text.hasSuffix("/") ? text.dropLast() : text
    guard let parts = DirectHosts.hostAndPort(text),
      DirectHosts.isVersion6(parts.host)
        || parts.host.utf8.allSatisfy(PercentEncoding.isUnreserved)
    else {
      throw InvalidRoute(
        description: "The value of $\(variable) is no address of a proxy: give one such as "
          + "http://proxy.example:3128.")
    }
    return parts
  }

  private static func login(
    _ text: Substring, _ variable: String
  ) throws(InvalidRoute) -> Login {
    let halves = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let decoded = halves.map { PercentEncoding.decoded($0) }
    guard let user = decoded.first ?? nil, !user.contains(":"),
      let password = decoded.count > 1 ? decoded[1] : ""
    else {
      throw InvalidRoute(
        description:
          "The user or the password in $\(variable) is not well encoded: write % as %25, "
          + "and leave ':' out of the user.")
    }
    return Login(user: user, password: password)
  }
}
