import FoundationEssentials
import Roster
import Testing

struct DigestTests {
  static let row = Moderator(
    userID: 7, accountID: 70, displayName: "Zoë", kind: .staff, reputation: 1,
    badges: .init(gold: 1, silver: 2, bronze: 3), location: "x", websiteURL: "", link: "l",
    profileImage: "p", aboutText: "a", memberSince: Date(unixSeconds: 1))

  @Test func theEmptyPageHashesToTheHashOfNothing() {
    let hash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    #expect(Moderator.digest(of: []) == hash)
  }

  /// Archives hold such digests.
  @Test func theHashOfARowStays() {
    // 1:7,2:70,4:Zoë,5:staff,1:1,1:1,1:2,1:3,1:x,0:,1:l,1:p,1:a,1:1,
    #expect(
      Moderator.digest(of: [Self.row])
        == "55a0cb8bbfba6990209122a85ecdde5691d861886c62b45f7df7df12fa251c35")
    // 1:8,-1:b,9:moderator,----------
    #expect(
      Moderator.digest(of: [Moderator(userID: 8, displayName: "b")])
        == "e949f1844c75266443c3ff36619425c840774c5a736c9dbb857f67085769acb6")
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
    { $0.aboutText = "b" }, { $0.memberSince = nil },
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

  /// A page is kept as JSON until its walk ends.
  @Test func aRowIsReadFromItsJSON() throws {
    let rows = [
      Self.row, Moderator(userID: -1, displayName: "Community", kind: .community),
      Moderator(
        userID: .max, role: Role(rawValue: "bureaucrat"), accountID: .min, displayName: "5:a,\n\"",
        aboutText: "\u{301}\u{0}"),
    ]
    let read = StoredJSON.value([Moderator].self, in: try StoredJSON.text(of: rows))
    #expect(read == rows)
    #expect(Moderator.digest(of: read ?? []) == Moderator.digest(of: rows))
  }

  /// The tables and the views know a field by its name.
  @Test func eachFieldHasANameOfItsOwn() {
    #expect(Set(Moderator.fields.map(\.name)).count == Moderator.fields.count)
    for field in Moderator.fields {
      #expect(View.moderators.columnNames.contains(field.name))
    }
  }
}
