import Roster

/// The identity of an API that an archive stores, to detect that another API answers. Pure
/// functions.
package enum APIIdentity {
  /// The identity of an API from its address alone; nil on this machine, where any server may use
  /// any port.
  ///
  /// - Parameter host: Host and port in lowercase, as in `APIEndpoint.host`.
  package static func fixed(host: String) -> String? {
    LoopbackHost.isLoopback(host) ? nil : withoutUsualPort(host)
  }

  /// The identity of an API on this machine, from its `Server` header.
  ///
  /// The sample network is the same API at every port, and another API for every seed. Any other
  /// server is identified by its port.
  package static func reported(host: String, server: String?) -> String {
    if let server, let seed = sampleSeed(server) { return "\(sampleNetwork) (seed \(seed))" }
    guard let colon = host.lastIndex(of: ":"), !host.hasSuffix("]") else { return machine }
    return machine + host[colon...]
  }

  /// The identity of an API from its address and its `Server` header.
  static func of(host: String, server: String?) -> String {
    fixed(host: host) ?? reported(host: host, server: server)
  }

  /// Whether the identity is that of the sample network, which has no address of its own.
  package static func isSampleNetwork(_ identity: String) -> Bool {
    identity.hasPrefix(sampleNetwork)
  }

  /// Whether requests to a host may have reached the API with an identity: only the answers of a server on this
  /// machine tell whether it is the sample network.
  package static func mayBe(_ identity: String, at host: String) -> Bool {
    if let fixed = fixed(host: host) { return fixed == identity }
    return isSampleNetwork(identity) || identity == reported(host: host, server: nil)
  }

  /// Checks the address of a network, before any request, where the address alone shows that it is
  /// another API.
  ///
  /// - Parameters:
  ///   - host: Host and port in lowercase; nil where each site has an API of its own.
  ///   - bound: The identity of the API that the archive was mirrored from, nil for any.
  /// - Throws: ``SyncFailure/otherAPI(_:archive:)``.
  package static func check(host: String?, bound: String?) throws(SyncFailure) {
    try APIWitness(host: host, bound: bound).checkAddress()
  }

  private static let machine = "localhost"
  private static let sampleNetwork = "the sample network"

  /// The seed in `modexport-sample-network/2.3 (seed 42)` or `modexport-sample-wikis (seed 42)`, nil
  /// for any other text.
  private static func sampleSeed(_ server: String) -> UInt64? {
    guard server.hasPrefix("modexport-sample-"),
      let start = server.firstRange(of: " (seed ")?.upperBound
    else { return nil }
    let rest = server[start...]
    return rest.hasSuffix(")") ? UInt64(rest.dropLast()) : nil
  }

  private static func withoutUsualPort(_ host: String) -> String {
    for port in [":443", ":80"] where host.hasSuffix(port) {
      return String(host.dropLast(port.count))
    }
    return host
  }
}
