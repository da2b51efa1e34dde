/// A fingerprint of a set of user ids, to which ids can be added and from which they can be removed
/// without keeping the set: the number of ids, and a sum over them.
///
/// Two different sets have the same sum by chance once in 2^64; the sum does not protect against
/// sets made on purpose.
struct IDSum: Hashable {
  private(set) var count = 0
  private var sum: UInt64 = 0

  init() {}

  init(_ ids: some Sequence<Int>) {
    for id in ids { add(id) }
  }

  mutating func add(_ id: Int) {
    count += 1
    sum &+= Self.mixed(id)
  }

  mutating func remove(_ id: Int) {
    count -= 1
    sum &-= Self.mixed(id)
  }

  /// The id with its bits spread over all 64 (the finisher of SplitMix64).
  static func mixed(_ id: Int) -> UInt64 {
    var bits = UInt64(bitPattern: Int64(id)) &+ 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
  }
}
