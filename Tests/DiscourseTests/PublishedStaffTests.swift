import Discourse
import Networks
import Roster
import Testing

/// What the published staff says of people whom the archive knows.
struct PublishedStaffTests {
  private static let staff = PublishedStaff(
    holders: [
      RoleHolder(Moderator(userID: 3, displayName: "cho"), .moderator),
      RoleHolder(Moderator(userID: 2, displayName: "bea"), .admin),
      RoleHolder(Moderator(userID: 1, displayName: "ann"), .admin),
    ])

  /// A forum leaves admins out of the moderators: who was one and is an admin now may still be one.
  @Test func whoBecomesAnAdminDoesNotStopBeingAModerator() {
    let known = KnownRoster(roles: [.moderator], keys: [2, 3, 4], source: nil)
    #expect(Self.staff.page(of: .moderator, beside: known).items.map(\.userID) == [2, 3])
    #expect(Self.staff.page(of: .moderator).items.map(\.userID) == [3])
  }

  /// Nobody is a moderator for having been an admin before.
  @Test func anAdminStaysOne() {
    let admin = ForumRole.admin.role
    let known = KnownRoster(roles: [admin], keys: [RoleKey(1, of: admin).rawValue])
    #expect(Self.staff.page(of: .moderator, beside: known).items.map(\.userID) == [3])
    #expect(Self.staff.page(of: .admin, beside: known).items.map(\.userID) == [1, 2])
  }
}
