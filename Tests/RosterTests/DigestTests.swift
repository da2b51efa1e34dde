import FoundationEssentials
import Roster
import Testing

struct DigestTests {
  static let row = Moderator(
    userID: 7, accountID: 70, displayName: "Zoë", kind: .staff, reputation: 1,
    badges: .init(gold: 1, silver: 2, bronze: 3), location: "x", websiteURL: "", link: "l",
    profileImage: "p", aboutMe: "<p>a</p>", aboutText: "a", memberSince: Date(unixSeconds: 1),
    lastAccess: Date(unixSeconds: 2))

  @Test func theEmptyPageHashesToTheHashOfNothing() {
    let hash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    #expect(Moderator.digest(of: []) == hash)
  }

  @Test func anOrderIsPartOfTheHash() {
    let other = Moderator(userID: 8, displayName: "b")
    #expect(Moderator.digest(of: [Self.row, other]) != Moderator.digest(of: [other, Self.row]))
  }

  static let edits: [@Sendable (inout Moderator) -> Void] = [
    { $0.userID = 8 }, { $0.accountID = nil }, { $0.displayName = "Zoe" }, { $0.kind = .moderator },
    { $0.reputation = nil }, { $0.badges?.gold = 9 }, { $0.badges = nil }, { $0.location = nil },
    { $0.websiteURL = nil }, { $0.link = "m" }, { $0.profileImage = "q" },
    { $0.aboutMe = "<p>b</p>" }, { $0.memberSince = nil }, { $0.lastAccess = Date(unixSeconds: 3) },
  ]

  @Test func everyFieldCounts() {
    var hashes: Set = [Moderator.digest(of: [Self.row])]
    for edit in Self.edits {
      var edited = Self.row
      edit(&edited)
      hashes.insert(Moderator.digest(of: [edited]))
    }
    #expect(hashes.count == Self.edits.count + 1)
  }
}
