import Roster
import TestKit
import Testing

struct RoleTests {
  private static let names = [
    "moderator", "admin", "category_moderator", "sysop", "bureaucrat", "interface-admin", "",
  ]

  /// Archives store these numbers.
  @Test func aNumberNeverChanges() {
    #expect(Role.moderator.number == 0)
    #expect(Role(rawValue: "moderator") == .moderator)
    #expect(Role(rawValue: "admin").number == 144_819_325)
    #expect(Role(rawValue: "sysop").number == 201_925_362)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func keysOfAllNumbersOf32BitsAreReadBackAndDiffer(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let roles =
      Self.names.map { Role(rawValue: $0) }
      + (0..<20).map { _ in
        Role(number: Int.random(in: 1..<RoleKey.mostRoles, using: &random), name: nil)
      } + [Role(number: RoleKey.mostRoles - 1, name: nil)]
    let ends = [Int(Int32.min), -1, 0, 1, Int(Int32.max), Int(UInt32.max), -RoleKey.bound]
    let numbers =
      ends
      + (0..<50).map { _ in
        Int(Int32.random(in: .min ... .max, using: &random))
      }
    var keys: [Int: String] = [:]
    for role in roles {
      var inOrder: [Int] = []
      for number in Set(numbers).sorted() {
        let key = RoleKey(number, of: role)
        #expect(key.roleNumber == role.number && key.number == number)
        #expect(key.number(in: role) == number)
        if role == .moderator { #expect(key.rawValue == number) }
        let name = "\(role.number) \(number)"
        #expect(keys.updateValue(name, forKey: key.rawValue) ?? name == name)
        inOrder.append(key.rawValue)
      }
      #expect(inOrder == inOrder.sorted())
    }
  }

  /// A number without its name stays what it is, and so do the keys of its rows.
  @Test func aRoleWithoutItsNameKeepsItsNumber() {
    let admin = Role(rawValue: "admin")
    #expect(Role(number: admin.number, name: "admin") == admin)
    for name in [nil, "sysop"] {
      let role = Role(number: admin.number, name: name)
      #expect(role.rawValue == "role-\(admin.number)" && role.number == admin.number)
      #expect(role != admin)
    }
  }

  @Test func theFirstRoleIsModerator() {
    #expect(Self.names.map { Role(rawValue: $0) }.min() == .moderator)
  }

  /// Who gets another role left with the one and joined with the other.
  @Test func aRowIsThatOfAPersonAndARole() {
    let admin = Role(rawValue: "admin")
    let before = Moderator(userID: 7, displayName: "Ann")
    let after = Moderator(userID: 7, role: admin, displayName: "Ann")
    let changes = Change.difference(from: [before], to: [after], former: [:])
    #expect(changes.map(\.kind) == [.left, .joined])
    #expect(changes.map(\.role) == [.moderator, admin])
    #expect(Change.difference(from: [after, before], to: [before, after], former: [:]) == [])
    let back = Change.difference(from: [before], to: [before, after], former: [after.key: after])
    #expect(back.map(\.kind) == [.returned])
  }
}

/// Names that servers give to roles.
struct RoleNameTests {
  @Test(arguments: [
    ("sysop", true), ("moderator", true), ("группа", true), ("x y", true), ("", false),
    ("x\u{0}y", false), ("group54211953", false),
  ])
  func aNameThatAnArchiveCannotTellApartIsNotUsable(name: String, isUsable: Bool) {
    #expect(Role(rawValue: name).isUsable == isUsable)
  }
}
