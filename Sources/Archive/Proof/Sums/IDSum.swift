/// A fingerprint of a set of user ids to which ids can be added, and from which they can be taken,
/// without keeping the set: how many there are, and a sum over them.
///
/// Two sets that differ by chance have the same sum once in 2^64; nobody is kept from making such sets.
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
  private static func mixed(_ id: Int) -> UInt64 {
    var bits = UInt64(bitPattern: Int64(id)) &+ 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
  }
}
