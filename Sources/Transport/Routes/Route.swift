import FoundationEssentials
import NIOSSL
import Roster

/// How the requests to one host travel: directly or through a proxy, and whose certificates are
/// trusted.
package struct Route: Sendable {
  /// Nil for direct connections.
  package let proxy: Proxy?
  let trustRoots: NIOSSLTrustRoots?

  /// Direct connections, with the system's certificate authorities.
  package static let direct = Route(proxy: nil, trustRoots: nil)

  private init(proxy: Proxy?, trustRoots: NIOSSLTrustRoots?) {
    self.proxy = proxy
    self.trustRoots = trustRoots
  }

  /// The route to the host of a URL, with the proxy that the environment names by the rules of curl.
  ///
  /// | requests to | variables, the first one that is not empty |
  /// | --- | --- |
  /// | `https://` | `https_proxy`, `HTTPS_PROXY`, `all_proxy`, `ALL_PROXY` |
  /// | `http://` | `http_proxy`, `all_proxy`, `ALL_PROXY` |
  /// | hosts of `no_proxy`, else of `NO_PROXY` | none |
  /// | loopback | none: unlike curl, because a key may be sent to it unencrypted |
  ///
  /// `HTTP_PROXY` is ignored, as by curl: a web server sets it to the `Proxy` header of a request.
  ///
  /// - Parameter environment: Also has `SSL_CERT_FILE`, a file of PEM certificates that are trusted instead of the
  ///   system's, as for curl and OpenSSL.
  /// - Throws: `InvalidRoute` where a variable that applies has a value that cannot be used.
  package init(to url: String, environment: [String: String]) throws(InvalidRoute) {
    let set = environment.filter { !$0.value.isEmpty }
    proxy = try Self.proxy(for: url, set)
    let file = url.lowercased().hasPrefix("https://") ? set["SSL_CERT_FILE"] : nil
    trustRoots = try file.map { path throws(InvalidRoute) in
      .certificates(try Self.certificates(path))
    }
  }

  /// Nil also where the text is not an http or https URL with a host.
  private static func proxy(
    for url: String, _ environment: [String: String]
  ) throws(InvalidRoute) -> Proxy? {
    guard let parts = URLComponents(string: url, encodingInvalidCharacters: false),
      let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme),
      let host = parts.host?.lowercased().filter({ $0 != "[" && $0 != "]" }), !host.isEmpty,
      !LoopbackHost.isLoopback(host)
    else { return nil }
    let own = scheme == "https" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
    func first(of names: [String]) -> (name: String, value: String)? {
      names.lazy.compactMap { name in environment[name].map { (name, $0) } }.first
    }
    guard let (variable, value) = first(of: own + ["all_proxy", "ALL_PROXY"]) else { return nil }
    if let (name, list) = first(of: ["no_proxy", "NO_PROXY"]) {
      let port = parts.port ?? (scheme == "https" ? 443 : 80)
      if try DirectHosts(list, variable: name).contains(host, port: port) { return nil }
    }
    return try Proxy(value, variable: variable)
  }

  private static func certificates(_ path: String) throws(InvalidRoute) -> [NIOSSLCertificate] {
    if let certificates = try? NIOSSLCertificate.fromPEMFile(path), !certificates.isEmpty {
      return certificates
    }
    throw InvalidRoute(
      description: "$SSL_CERT_FILE names '\(path)', which contains no readable certificate: name a "
        + "file of PEM certificates, or unset the variable.")
  }
}

/// Why the environment's settings for connections cannot be used.
package struct InvalidRoute: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence that names the variable and what to do. It contains no password.
  package var description: String
}
