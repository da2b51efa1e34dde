import FoundationEssentials
import NIOSSL

/// How the requests to one host travel: directly or through a proxy, and whose certificates are
/// trusted.
package struct Route: Sendable {
  /// Nil for direct connections.
  package var proxy: Proxy?
  let trustRoots: NIOSSLTrustRoots?

  /// Direct connections, with the system's certificate authorities.
  package static let direct = Route(proxy: nil, trustRoots: nil)

  private init(proxy: Proxy?, trustRoots: NIOSSLTrustRoots?) {
    self.proxy = proxy
    self.trustRoots = trustRoots
  }

  /// The route to the host of a URL.
  ///
  /// - Parameters:
  ///   - environment: The variables of ``ProxyEnvironment``; and `SSL_CERT_FILE`, a file of PEM
  ///     certificates that are trusted instead of the system's, as for curl and OpenSSL.
  /// - Throws: `InvalidRoute` where a variable that applies has a value that cannot be used.
  package init(to url: String, environment: [String: String]) throws(InvalidRoute) {
    proxy = try ProxyEnvironment(environment).proxy(for: url)
    let file = url.lowercased().hasPrefix("https://") ? environment["SSL_CERT_FILE"] : nil
    trustRoots = try file.flatMap { $0.isEmpty ? nil : $0 }
      .map { path throws(InvalidRoute) in .certificates(try Self.certificates(path)) }
  }

  private static func certificates(_ path: String) throws(InvalidRoute) -> [NIOSSLCertificate] {
    do {
      let certificates = try NIOSSLCertificate.fromPEMFile(path)
      if !certificates.isEmpty { return certificates }
    } catch {}
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
