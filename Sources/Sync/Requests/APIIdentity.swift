import Roster

/// What an API is called in an archive, so that no other one is taken for it. Pure functions.
package enum APIIdentity {
  /// The identity of an API by its address alone, nil where that does not tell: on this machine anything
  /// may answer at any port.
  ///
  /// - Parameter host: Host and port in lowercase, as `APIEndpoint.host` has them.
  package static func fixed(host: String) -> String? {
    LoopbackHost.isLoopback(host) ? nil : withoutUsualPort(host)
  }

  /// The identity of an API of this machine by what it calls itself in the `Server` header.
  ///
  /// The sample network is the same at every port, and another one with every seed. Anything else is what
  /// answers at that port.
  package static func told(host: String, server: String?) -> String {
    if let server, let seed = sampleSeed(server) { return "\(sampleNetwork) (seed \(seed))" }
    guard let colon = host.lastIndex(of: ":"), !host.hasSuffix("]") else { return machine }
    return machine + host[colon...]
  }

  /// The identity of an API by its address and by what it calls itself.
  static func of(host: String, server: String?) -> String {
    fixed(host: host) ?? told(host: host, server: server)
  }

  /// Whether the identity is that of something that answers on this machine.
  static func isOfThisMachine(_ identity: String) -> Bool {
    identity.hasPrefix(machine) || identity.hasPrefix(sampleNetwork)
  }

  private static let machine = "localhost"
  private static let sampleNetwork = "the sample network"

  /// The seed in `modexport-sample-network/2.3 (seed 42)`, nil for any other text.
  private static func sampleSeed(_ server: String) -> UInt64? {
    guard server.hasPrefix("modexport-sample-network/"),
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
