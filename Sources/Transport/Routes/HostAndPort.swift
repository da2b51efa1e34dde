import Glibc

/// A host with or without a port, as `HOST`, `HOST:PORT`, `[IPV6]`, `[IPV6]:PORT`, or an IPv6 address
/// without brackets.
struct HostAndPort: Hashable {
  /// As it is written, without brackets.
  var host: String
  /// From 1 to 65535.
  var port: Int?

  /// Nil where the text has another form or a port out of its range.
  init?(_ text: Substring) {
    let colons = text.count { $0 == ":" }
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { return nil }
      let host = text[text.index(after: text.startIndex)..<end]
      guard host.contains(":"), IPAddress(host) != nil else { return nil }
      self.init(host, text[text.index(after: end)...])
    } else if colons == 1, let colon = text.firstIndex(of: ":") {
      self.init(text[..<colon], text[colon...])
    } else {
      self.init(text, "")
    }
  }

  /// - Parameter rest: Empty, or a colon and the port.
  private init?(_ host: Substring, _ rest: Substring) {
    self.host = String(host)
    guard !rest.isEmpty else { return }
    guard rest.hasPrefix(":"), let port = Int(rest.dropFirst()), (1...65_535).contains(port) else {
      return nil
    }
    self.port = port
  }
}

/// An IP address of either version.
struct IPAddress: Hashable {
  /// 4 or 16 bytes.
  let bytes: [UInt8]

  /// Nil where the text is not an address, such as a name.
  init?(_ text: some StringProtocol) {
    let isOfVersion6 = text.contains(":")
    var bytes = [UInt8](repeating: 0, count: isOfVersion6 ? 16 : 4)
    let result = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe inet_pton(isOfVersion6 ? AF_INET6 : AF_INET, String(text), buffer.baseAddress)
    }
    guard result == 1 else { return nil }
    self.bytes = bytes
  }

  /// The size of an address of this version in bits.
  var bitCount: Int { bytes.count * 8 }

  /// Whether the address is in a network.
  ///
  /// - Parameter bits: The length of the network's prefix, from 0 to `bitCount`.
  func isIn(_ network: IPAddress, bits: Int) -> Bool {
    guard bytes.count == network.bytes.count else { return false }
    return zip(bytes, network.bytes).enumerated().allSatisfy { index, pair in
      let counted = min(max(bits - index * 8, 0), 8)
      let mask = counted == 0 ? 0 : UInt8.max << (8 - counted)
      return pair.0 & mask == pair.1 & mask
    }
  }
}
