package import Networks
import Transport

/// The address of the API, and the key for requests.
package struct APIEndpoint: Hashable, Sendable {
  /// Scheme, host and version without a trailing slash: `https://api.stackexchange.com/2.3`.
  package let base: String
  package let key: APIKey?

  /// The address of the real API.
  package static let stackExchange = "https://api.stackexchange.com/2.3"

  package init(base: String = Self.stackExchange, key: APIKey? = nil) {
    self.base = base.hasSuffix("/") ? String(base.dropLast()) : base
    self.key = key
  }

  /// The number of requests a day that the API allows without a key.
  package static let keylessQuota = 300

  /// The headers of each request: `Authorization: Bearer KEY`, the key byte for byte.
  var headers: RequestHeaders {
    RequestHeaders(key.map { ["Authorization": "Bearer \($0.secret)"] } ?? [:])
  }

  /// Host and port in lowercase, such as `api.stackexchange.com` or `127.0.0.1:8080`.
  package var host: String {
    let rest = base.split(separator: "://", maxSplits: 1).last ?? ""
    return rest.prefix { $0 != "/" }.lowercased()
  }

  /// The name under which quota and waits are stored; they belong to a host and a key.
  package var throttleKey: String {
    "\(host)#\(key?.fingerprint ?? "keyless")"
  }

  /// Path and query, encoded.
  func label(_ method: String, _ query: [(String, String)]) -> String {
    RequestQuery.label(method, query.map { (name: $0.0, value: $0.1) })
  }

  /// The whole address of a request.
  func url(_ label: String) -> String { "\(base)/\(label)" }
}
