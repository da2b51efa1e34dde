/// Recognises hosts of this machine.
package enum LoopbackHost {
  /// Whether a host is this machine, so that no traffic crosses a network: 127.0.0.0/8, `::1` or
  /// `localhost`. Subdomains of `localhost` are excluded, since some systems resolve them over the
  /// network.
  ///
  /// - Parameter host: In lowercase, with or without a port, an IPv6 address with or without its
  ///   brackets.
  package static func isLoopback(_ host: String) -> Bool {
    if host == "::1" || host.hasPrefix("[::1]") { return true }
    let name = host.prefix { $0 != ":" }
    let numbers = name.split(separator: ".", omittingEmptySubsequences: false)
    return name == "localhost"
      || numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
  }
}
