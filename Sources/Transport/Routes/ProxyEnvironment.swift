import FoundationEssentials
import Roster

/// The proxies that an environment names, by the rules of curl.
///
/// | requests to | variables, the first one that is not empty |
/// | --- | --- |
/// | `https://` | `https_proxy`, `HTTPS_PROXY`, `all_proxy`, `ALL_PROXY` |
/// | `http://` | `http_proxy`, `all_proxy`, `ALL_PROXY` |
/// | hosts of `no_proxy`, else of `NO_PROXY` | none |
/// | loopback | none: unlike curl, because a key may be sent to it unencrypted |
///
/// `HTTP_PROXY` is ignored, as by curl: a web server sets it to the `Proxy` header of a request.
package struct ProxyEnvironment: Sendable {
  private let variables: [String: String]

  package init(_ variables: [String: String]) {
    self.variables = variables
  }

  /// The proxy for requests to a URL; nil where they go to its host directly, and where the text is
  /// not an http or https URL with a host.
  ///
  /// - Throws: `InvalidRoute` where the variable that applies has a value that cannot be used.
  package func proxy(for url: String) throws(InvalidRoute) -> Proxy? {
    guard let parts = URLComponents(string: url, encodingInvalidCharacters: false),
      let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme),
      let host = parts.host?.lowercased().filter({ $0 != "[" && $0 != "]" }), !host.isEmpty,
      !LoopbackHost.isLoopback(host)
    else { return nil }
    let own = scheme == "https" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
    guard let (variable, value) = first(of: own + ["all_proxy", "ALL_PROXY"]) else { return nil }
    if let (name, list) = first(of: ["no_proxy", "NO_PROXY"]) {
      let port = parts.port ?? (scheme == "https" ? 443 : 80)
      if try DirectHosts(list, variable: name).contains(host, port: port) { return nil }
    }
    return try Proxy(value, variable: variable)
  }

  private func first(of names: [String]) -> (name: String, value: String)? {
    for name in names {
      if let value = variables[name], !value.isEmpty { return (name, value) }
    }
    return nil
  }
}
