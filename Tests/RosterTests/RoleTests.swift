import Roster
import TestKit
import Testing

struct RoleTests {
  private static let names = [
    "moderator", "admin", "category_moderator", "sysop", "bureaucrat", "interface-admin", "",
  ]

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
    ("x\u{0}y", false),
  ])
  func aNameThatAnArchiveCannotKeepIsNotUsable(name: String, isUsable: Bool) {
    #expect(Role(rawValue: name).isUsable == isUsable)
  }
}
