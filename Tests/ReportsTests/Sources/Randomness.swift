import Roster

/// A small seeded generator, so that a failing case can be had again.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: Int) { state = UInt64(seed) }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// A cell of any kind, made mostly of what documents trip over.
  mutating func cell() -> Cell {
    switch Int.random(in: 0..<6, using: &self) {
    case 0: return .null
    case 1: return .integer(Int.random(in: Int.min...Int.max, using: &self))
    default: return .text(text())
    }
  }

  mutating func text() -> String {
    let pieces = [
      "\"", ",", "\r", "\n", "\r\n", "\t", " ", "=", "+", "-", "@", "'", "<", ">", "&", "\\", "/",
      "a", "ß", "日", "😀", "\u{301}", "\u{0}", "\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}",
      "\u{FEFF}",
      "\u{202E}", "</script>", "]]>", "{{x}}",
    ]
    return (0..<Int.random(in: 0...8, using: &self)).map { _ in
      pieces[Int.random(in: 0..<pieces.count, using: &self)]
    }.joined()
  }
}
