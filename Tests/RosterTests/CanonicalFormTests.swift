import FoundationEssentials
import Roster
import TestKit
import Testing

struct CanonicalFormTests {
  static let rows = [
    DigestTests.row, Moderator(userID: -1, displayName: "Community", kind: .community),
    Moderator(userID: .max, accountID: .min, displayName: "5:a,\nlink=", aboutText: "\u{301}\u{0}"),
  ]

  @Test func whatIsWrittenIsRead() {
    let bytes = Moderator.canonicalForm(of: Self.rows)
    let read = Moderator.items(fromCanonicalForm: bytes)
    #expect(read == Self.rows)
    #expect(zip(read ?? [], Self.rows).allSatisfy { $0.hasBytes(of: $1) })
    #expect(Moderator.items(fromCanonicalForm: []) == [])
  }

  /// A page has items of one role, which its list says.
  @Test func aRoleIsReadBack() {
    let role = Role(rawValue: "bureaucrat")
    let rows = Self.rows.map { row in
      var row = row
      (row.role, row.userID) = (role, max(-7, min(row.userID, 7)))
      return row
    }
    let bytes = Moderator.canonicalForm(of: rows)
    #expect(Moderator.items(fromCanonicalForm: bytes, role: role) == rows)
  }

  /// Whatever was cut off, or stands there as an older version of the program packed it.
  @Test func bytesOfAnotherFormAreNoItems() {
    let bytes = Moderator.canonicalForm(of: [DigestTests.row])
    for end in 1..<bytes.count {
      #expect(Moderator.items(fromCanonicalForm: Array(bytes.prefix(end))) == nil)
    }
    for text in [
      "\n", "9", "99999999999999999999999:a,", "1:7,-1:a,5:staff,",
      "-" + String(decoding: bytes, as: UTF8.self),
      String(decoding: bytes.dropLast(), as: UTF8.self) + "shoe_size=2:46,\n",
    ] {
      #expect(Moderator.items(fromCanonicalForm: Array(text.utf8)) == nil)
    }
    #expect(Moderator.items(fromCanonicalForm: [14, 1, 140, 1, 2, 1, 2, 0, 0, 0, 0, 0, 6]) == nil)
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func randomBytesEndNothing(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var bytes = Moderator.canonicalForm(of: Self.rows)
    for _ in 0..<4 {
      bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(
        in: 0...255, using: &random)
    }
    if let read = Moderator.items(fromCanonicalForm: bytes) { #expect(read.count <= bytes.count) }
  }

  /// The tables, the views and the journal know a field by its name.
  @Test func eachFieldHasANameOfItsOwn() {
    #expect(Set(Moderator.fields.map(\.name)).count == Moderator.fields.count)
    for field in Moderator.fields where field.column != nil {
      #expect(View.moderators.columnNames.contains(field.name))
    }
  }
}
