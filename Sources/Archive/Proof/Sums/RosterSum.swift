import Crypto
import FoundationEssentials

/// A sum of SHA-256 values modulo 2^256: the fingerprint of a set of rows, independent of their
/// order.
///
/// A row can be added and removed without reading the others, so the sum of one roster can be
/// updated to the next in as many steps as rows differ.
struct RosterSum: Hashable, Sendable {
  /// The least significant part comes first.
  private var parts: (UInt64, UInt64, UInt64, UInt64)

  /// The sum of no rows.
  static let zero = RosterSum(parts: (0, 0, 0, 0))

  private init(parts: (UInt64, UInt64, UInt64, UInt64)) {
    self.parts = parts
  }

  /// The sum of one row.
  ///
  /// - Parameter form: The canonical form of the row.
  init(hashing form: [UInt8]) {
    self = Self.sum(of: SHA256.hash(data: form))
  }

  /// Reads the bytes of ``data``; nil unless there are 32.
  init?(_ data: Data) {
    guard data.count == SHA256.byteCount else { return nil }
    self = Self.sum(of: data)
  }

  /// 32 bytes, the most significant one first.
  var data: Data {
    var data = Data(capacity: SHA256.byteCount)
    for part in [parts.3, parts.2, parts.1, parts.0] {
      for shift in stride(from: 56, through: 0, by: -8) {
        data.append(UInt8(truncatingIfNeeded: part >> UInt64(shift)))
      }
    }
    return data
  }

  static func += (sum: inout RosterSum, other: RosterSum) {
    sum.add(other.parts, carry: false)
  }

  static func -= (sum: inout RosterSum, other: RosterSum) {
    // The two's complement of a number is its inverse plus one.
    let parts = other.parts
    sum.add((~parts.0, ~parts.1, ~parts.2, ~parts.3), carry: true)
  }

  private mutating func add(_ others: (UInt64, UInt64, UInt64, UInt64), carry: Bool) {
    var carry = carry
    func add(_ a: inout UInt64, _ b: UInt64) {
      let (partial, first) = a.addingReportingOverflow(b)
      let (total, second) = partial.addingReportingOverflow(carry ? 1 : 0)
      (a, carry) = (total, first || second)
    }
    add(&parts.0, others.0)
    add(&parts.1, others.1)
    add(&parts.2, others.2)
    add(&parts.3, others.3)
  }

  static func == (a: RosterSum, b: RosterSum) -> Bool { a.parts == b.parts }

  func hash(into hasher: inout Hasher) {
    hasher.combine(parts.0)
    hasher.combine(parts.1)
    hasher.combine(parts.2)
    hasher.combine(parts.3)
  }

  /// The bytes as one number, the most significant one first.
  private static func sum(of bytes: some Sequence<UInt8>) -> RosterSum {
    var sum = RosterSum.zero
    for byte in bytes {
      sum.parts.3 = sum.parts.3 << 8 | sum.parts.2 >> 56
      sum.parts.2 = sum.parts.2 << 8 | sum.parts.1 >> 56
      sum.parts.1 = sum.parts.1 << 8 | sum.parts.0 >> 56
      sum.parts.0 = sum.parts.0 << 8 | UInt64(byte)
    }
    return sum
  }
}
