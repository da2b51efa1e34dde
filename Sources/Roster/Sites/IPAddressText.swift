import Glibc

/// IP addresses as text.
enum IPAddressText {
  /// The shortest form of an IPv6 address, such as `::1`; nil for anything else.
  static func canonicalVersion6(_ text: some StringProtocol) -> String? {
    var bytes = in6_addr()
    guard unsafe inet_pton(AF_INET6, String(text), &bytes) == 1 else { return nil }
    var name = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let isWritten = unsafe name.withUnsafeMutableBufferPointer { buffer in
      unsafe inet_ntop(AF_INET6, &bytes, buffer.baseAddress, socklen_t(buffer.count)) != nil
    }
    guard isWritten else { return nil }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
