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

  /// Archives hold such digests: whatever fields a row has later, one without them keeps its digest.
  @Test func theHashOfARowOfTheFirstVersionStays() {
    // 1:7,2:70,4:Zoë,5:staff,1:1,1:1,1:2,1:3,1:x,0:,1:l,1:p,8:<p>a</p>,1:1,1:2,
    #expect(
      Moderator.digest(of: [Self.row])
        == "c360df0f62ad110977e72ea7e7db3ebd1a912cc126283e99b88d29b52bdbd5dd")
    // 1:8,-1:b,9:moderator,-----------
    #expect(
      Moderator.digest(of: [Moderator(userID: 8, displayName: "b")])
        == "5f73b45824940a4dceb43d5b477c18408867fc826ca11700387dc766d3c3d46d")
  }

  @Test func anOrderIsPartOfTheHash() {
    let other = Moderator(userID: 8, displayName: "b")
    #expect(Moderator.digest(of: [Self.row, other]) != Moderator.digest(of: [other, Self.row]))
  }

  static let edits: [@Sendable (inout Moderator) -> Void] = [
    { $0.userID = 8 }, { $0.role = Role(rawValue: "admin") }, { $0.accountID = nil },
    { $0.displayName = "Zoe" }, { $0.kind = .moderator },
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
