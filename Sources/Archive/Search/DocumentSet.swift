/// Which documents a word or a prefix occurs in: as one bit for each member or site, and a sum.
struct DocumentSet: Equatable {
  private var members: [Int: UInt64] = [:]
  private var count = 0
  private var sum: UInt64 = 0

  static func == (one: DocumentSet, other: DocumentSet) -> Bool {
    one.count == other.count && one.sum == other.sum
  }

  /// Does nothing for a document that was inserted before.
  mutating func insert(_ document: DocumentNumber) {
    let key = document.member >> 6
    let bit: UInt64 = 1 << (document.member & 63)
    let bits = members[key, default: 0]
    guard bits & bit == 0 else { return }
    members[key] = bits | bit
    count += 1
    let product = UInt64(truncatingIfNeeded: document.rawValue) &* 0x9E37_79B9_7F4A_7C15
    sum &+= product ^ product >> 29
  }
}
