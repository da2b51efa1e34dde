import Roster
import Testing

struct ChangeTests {
  let ann = Moderator(userID: 1, accountID: 11, displayName: "Ann", location: "Oslo")
  let bob = Moderator(userID: 2, accountID: 12, displayName: "Bob")

  @Test func whoIsNewJoinedAndWhoIsGoneLeft() {
    let changes = Change.difference(from: [ann], to: [bob], former: [:])
    #expect(changes.map(\.kind) == [.left, .joined])
    #expect(changes.map(\.displayName) == ["Ann", "Bob"])
  }

  @Test func whoComesBackUnderANewNameIsTwoChanges() {
    var annie = ann
    annie.displayName = "Annie"
    let changes = Change.difference(from: [bob], to: [annie, bob], former: [ann.key: ann])
    #expect(changes.map(\.kind) == [.returned, .renamed])
    #expect(
      changes[1].detail == [.init(column: "display_name", before: "Ann", after: "Annie")])
  }

  @Test func whatHasNoHistoryIsNoChange() {
    var later = ann
    later.reputation = 99
    later.badges = .init(gold: 1)
    later.location = "Bergen"
    later.websiteURL = "https://example.com"
    later.aboutText = "I paint."
    later.link = "https://example.com/users/1/anne"
    later.profileImage = "https://example.com/1.png"
    #expect(Change.difference(from: [ann], to: [later], former: [:]).isEmpty)
  }

  @Test func whoBecomesStaffDoesNotLeave() {
    var staff = ann
    staff.kind = .staff
    let changes = Change.difference(from: [ann], to: [staff], former: [:])
    #expect(changes.map(\.kind) == [.profile])
    #expect(changes[0].detail == [.init(column: "kind", before: "moderator", after: "staff")])
  }

  @Test func anotherAccountIsNoChange() {
    var other = ann
    other.accountID = nil
    #expect(Change.difference(from: [ann], to: [other], former: [:]) == [])
  }
}
