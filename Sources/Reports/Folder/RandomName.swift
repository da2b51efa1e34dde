import Crypto

/// Names that nobody can guess before they are made, and that nobody else's name is by chance: letters
/// drawn at random, and letters that follow from those and from the beginning of the name.
///
/// So an empty folder can be told to be ours too, which a run left that was killed before it could say so.
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
