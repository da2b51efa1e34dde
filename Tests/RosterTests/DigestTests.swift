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
    #expect(Moderator.digest(of: []).hexadecimal == hash)
  }

  /// Archives hold such digests.
  @Test func theHashOfARowStays() {
    // 9:moderator,1:7,2:70,4:Zoë,5:staff,1:1,1:1,1:2,1:3,1:x,0:,1:l,1:p,1:a,1:1,
    #expect(
      Moderator.digest(of: [Self.row]).hexadecimal
        == "9090ca4b1e5ccdffcc3f57aaeaaa16b5d84517a638b4bbdd466054ec246e4be5")
    // 9:moderator,1:8,-1:b,9:moderator,----------
    #expect(
      Moderator.digest(of: [Moderator(userID: 8, displayName: "b")]).hexadecimal
        == "6d6beb69a7a10cc1462019a08c1143f25180e94fed72c7a9542949f0ac25d592")
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
