extension [UInt8] {
  /// Appends a text as a netstring (`5:Alice,`), an absent one as `-`.
  package mutating func append(netstring text: String?) {
    guard let text else { return append(UInt8(ascii: "-")) }
    append(netstring: text.utf8)
  }

  /// Appends bytes as a netstring.
  package mutating func append(netstring bytes: some Collection<UInt8>) {
    append(contentsOf: String(bytes.count).utf8)
    append(UInt8(ascii: ":"))
    append(contentsOf: bytes)
    append(UInt8(ascii: ","))
  }

  /// Appends a number in decimal digits as a netstring, an absent one as `-`.
  package mutating func append(netstring number: Int?) {
    append(netstring: number.map { String($0) })
  }
}
