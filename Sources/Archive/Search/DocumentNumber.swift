import GRDB

/// The number of a member's document in the search index: a band of reputation, and the member.
///
/// FTS5 returns documents in the order of their numbers and sorts by nothing else. So the band
/// comes first, with the lowest number for the highest reputation: a search reads the people with
/// most reputation first, and stops when it has enough results. Archives store these numbers.
struct DocumentNumber: RawRepresentable, Hashable, Comparable, DatabaseValueConvertible {
  /// The number in the index.
  let rawValue: Int

  init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// - Parameter member: The member's row id, below 2^32.
  init(member: Int, reputation: Int?) {
    rawValue = Self.band(of: reputation) << Self.bitsOfMember | member
  }

  /// See ``band(of:)``.
  var band: Int { rawValue >> Self.bitsOfMember }

  /// The member's row id.
  var member: Int { rawValue & (1 << Self.bitsOfMember - 1) }

  /// The same in SQL.
  ///
  /// - Parameter number: The SQL of the document's number.
  static func member(of number: String) -> String { "\(number) & \(1 << bitsOfMember - 1)" }

  static func < (one: DocumentNumber, other: DocumentNumber) -> Bool {
    one.rawValue < other.rawValue
  }

  private static let bitsOfMember = 32
  private static let lastBand = 63 * 8 + 7

  /// The band of a reputation: 0 for the highest, and eight bands per doubling, so that a member's
  /// document moves only when the reputation has changed by about a tenth.
  static func band(of reputation: Int?) -> Int {
    let value = max(reputation ?? 1, 1)
    let octave = Int.bitWidth - 1 - value.leadingZeroBitCount
    let eighth = octave >= 3 ? value >> (octave - 3) : value << (3 - octave)
    return lastBand - (octave * 8 + (eighth & 7))
  }
}
