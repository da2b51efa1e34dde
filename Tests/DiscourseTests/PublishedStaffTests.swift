import Networks
import Roster
import Testing

@testable import Discourse

/// What the published staff says of people whom the archive knows.
struct PublishedStaffTests {
  private static let staff = PublishedStaff(
    holders: [
      RoleHolder(moderator: Moderator(userID: 3, displayName: "cho"), role: .moderator),
      RoleHolder(moderator: Moderator(userID: 2, displayName: "bea"), role: .admin),
      RoleHolder(moderator: Moderator(userID: 1, displayName: "ann"), role: .admin),
    ])

  /// A forum leaves admins out of the moderators: who was one and is an admin now may still be one.
  @Test func whoBecomesAnAdminDoesNotStopBeingAModerator() {
    let known = KnownRoster(users: [.moderator: [2, 3, 4]])
    #expect(Self.staff.page(of: .moderator, beside: known).items.map(\.userID) == [2, 3])
    #expect(Self.staff.page(of: .moderator).items.map(\.userID) == [3])
  }

  /// The archive has somebody who is withheld under another number.
  @Test func whoIsWithheldDoesNotStopBeingAModeratorEither() {
    var known = KnownRoster(users: [.moderator: [-2, 3]])
    known.number = { -$0 }
    #expect(Self.staff.page(of: .moderator, beside: known).items.map(\.userID) == [2, 3])
  }

  /// Older forums list admins among the moderators: who is told so after a newer one may have been one before.
  @Test func anAdminWhomAnOlderForumListsDoesNotBecomeAModerator() {
    let ann = Moderator(userID: 1, displayName: "ann")
    let cho = Moderator(userID: 3, displayName: "cho")
    let old = PublishedStaff(
      holders: [
        RoleHolder(moderator: ann, role: .moderator), RoleHolder(moderator: cho, role: .moderator),
        RoleHolder(moderator: ann, role: .admin),
      ], listsCategories: false)
    let cases: [([Role: Set<Int>], [Int])] = [
      ([:], [1, 3]), ([.admin: [1]], [3]), ([.admin: [1], .moderator: [1, 3]], [1, 3]),
    ]
    for (users, told) in cases {
      let known = KnownRoster(users: users)
      #expect(old.page(of: .moderator, beside: known).items.map(\.userID) == told)
      #expect(old.page(of: .admin, beside: known).items.map(\.userID) == [1])
    }
  }

  /// A list that has somebody twice proves nothing; somebody who moderates two categories is there once.
  @Test func whomOneListHasTwiceStaysThereTwice() {
    let ann = Moderator(userID: 1, displayName: "ann")
    for role in ForumRole.allCases {
      let categories = role == .categoryModerator ? [1, 1, 2] : [nil, nil]
      let staff = PublishedStaff(
        holders: categories.map { RoleHolder(moderator: ann, role: role, categoryID: $0) })
      #expect(staff.page(of: role).items.map(\.userID) == [1, 1])
    }
  }

  /// Nobody is a moderator for having been an admin before.
  @Test func anAdminStaysOne() {
    let known = KnownRoster(users: [.admin: [1]])
    #expect(Self.staff.page(of: .moderator, beside: known).items.map(\.userID) == [3])
    #expect(Self.staff.page(of: .admin, beside: known).items.map(\.userID) == [1, 2])
  }
}
