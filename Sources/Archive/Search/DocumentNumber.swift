import GRDB

/// The number of a member's document in the search index: a band of reputation, and the member.
///
/// FTS5 gives documents in the order of their numbers and sorts by nothing else. So the band comes first,
/// the highest reputation with the lowest number: a search reads the people of most reputation first, and
/// stops when it has enough. Archives hold these numbers.
struct DocumentNumber: RawRepresentable, Hashable, Comparable, DatabaseValueConvertible {
  /// The number as the index has it.
  let rawValue: Int

  init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// - Parameter member: The member's number inside the file, below 2^32.
  init(member: Int, reputation: Int?) {
    rawValue = Self.band(of: reputation) << Self.bitsOfMember | member
  }

  /// See ``band(of:)``.
  var band: Int { rawValue >> Self.bitsOfMember }

  /// The member's number inside the file.
  var member: Int { rawValue & (1 << Self.bitsOfMember - 1) }

  static func < (one: DocumentNumber, other: DocumentNumber) -> Bool {
    one.rawValue < other.rawValue
  }

  private static let bitsOfMember = 32
  private static let lastBand = 63 * 8 + 7

  /// The band of a reputation: 0 for the highest, and eight for each doubling, so that a member moves in
  /// the index only when reputation has moved by about a tenth.
  static func band(of reputation: Int?) -> Int {
    let value = max(reputation ?? 1, 1)
    let octave = Int.bitWidth - 1 - value.leadingZeroBitCount
    let eighth = octave >= 3 ? value >> (octave - 3) : value << (3 - octave)
    return lastBand - (octave * 8 + (eighth & 7))
  }
}
