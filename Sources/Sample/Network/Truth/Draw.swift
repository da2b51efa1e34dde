/// Random numbers from a key: the same seed and key give the same numbers on every machine, on
/// every day and in any order of calls, so that one row of a million can be computed without the
/// others.
struct Draw: Sendable {
  private var state: UInt64

  init(_ seed: UInt64, _ first: UInt64, _ second: UInt64 = 0, _ third: UInt64 = 0) {
    let mixed = Self.mix(Self.mix(seed ^ 0x6D6F_6465_7870_6F72) &+ first)
    state = Self.mix(Self.mix(mixed &+ second) &+ third)
  }

  /// A whole number in `0..<bound`; `bound` is at least 1.
  mutating func int(below bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    let product = Self.mix(state).multipliedFullWidth(by: UInt64(bound))
    return Int(product.high)
  }

  /// Whether an event with a chance of `percent` in 100 happens.
  mutating func chance(percent: Int) -> Bool {
    int(below: 100) < percent
  }

  /// One of the choices, which must not be empty.
  mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
    choices[int(below: choices.count)]
  }

  /// The hash of a text, for use in a key: 64-bit FNV-1a.
  static func key(_ text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// The finisher of SplitMix64: every bit of the input moves half of the output.
  private static func mix(_ value: UInt64) -> UInt64 {
    var bits = value &+ 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
