import Crypto

/// Names that cannot be guessed and that no other program uses by chance: random letters, then a checksum
/// of those letters and of the prefix.
///
/// So an empty folder can be recognised as ours, which a run left that was killed before it wrote its claim.
enum RandomName {
  private static let drawn = 12
  private static let checked = 8
  private static let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)

  static func make(prefix: String, using random: inout some RandomNumberGenerator) -> String {
    let drawn = (0..<Self.drawn).map { _ in
      letters[Int.random(in: letters.indices, using: &random)]
    }
    return prefix + String(decoding: drawn + check(drawn, prefix), as: UTF8.self)
  }

  /// Whether the name was made with that prefix.
  static func isOne(_ name: String, prefix: String) -> Bool {
    guard name.utf8.starts(with: prefix.utf8) else { return false }
    let rest = Array(name.utf8.dropFirst(prefix.utf8.count))
    let drawn = Array(rest.prefix(Self.drawn))
    return drawn.count == Self.drawn && drawn.allSatisfy(letters.contains)
      && Array(rest.dropFirst(Self.drawn)) == check(drawn, prefix)
  }

  private static func check(_ drawn: [UInt8], _ prefix: String) -> [UInt8] {
    SHA256.hash(data: Array(prefix.utf8) + drawn).prefix(checked)
      .map { letters[Int($0) % letters.count] }
  }
}
