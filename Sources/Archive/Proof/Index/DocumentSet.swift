/// A set of documents of one word or prefix, which can be compared with the result of a search: how many there are,
/// and a sum of their numbers.
struct DocumentCount: Equatable {
  private var count = 0
  private var sum: UInt64 = 0

  /// - Parameter document: One that was not added before.
  mutating func add(_ document: DocumentNumber) {
    count += 1
    let product = UInt64(truncatingIfNeeded: document.rawValue) &* 0x9E37_79B9_7F4A_7C15
    sum &+= product ^ product >> 29
  }
}

/// Counts documents that come several times and in any order. Takes one bit for each member or site, and keeps the
/// memory for the next use.
struct DocumentSet {
  private(set) var documents = DocumentCount()
  /// By 64 row ids each.
  private var bits: [UInt64] = []
  private var used: [Int] = []
  /// Row ids beyond ``mostBits``, which only a damaged index has.
  private var others: Set<Int> = []

  /// Does nothing for a document that was inserted before.
  mutating func insert(_ document: DocumentNumber) {
    let row = document.member
    guard row < Self.mostBits else {
      if others.insert(row).inserted { documents.add(document) }
      return
    }
    let (index, bit) = (row >> 6, UInt64(1) << UInt64(row & 63))
    if index >= bits.count {
      bits += repeatElement(0, count: max(index + 1 - bits.count, bits.count))
    }
    guard bits[index] & bit == 0 else { return }
    if bits[index] == 0 { used.append(index) }
    bits[index] |= bit
    documents.add(document)
  }

  mutating func removeAll() {
    documents = DocumentCount()
    for index in used { bits[index] = 0 }
    used.removeAll(keepingCapacity: true)
    others.removeAll()
  }

  private static let mostBits = 1 << 28
}
