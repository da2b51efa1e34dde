import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

/// Rosters of several lists, one for each role.
struct RoleArchiveTests {
  static let admin = Role(rawValue: "admin")
  static let ann = Moderator.made(1, "Ann", account: 11, reputation: 900)
  static let annAdmin = Moderator.made(1, "Ann", role: admin, account: 11, reputation: 900)
  static let bob = Moderator.made(2, "Bob", reputation: 50)
  static let eve = Moderator.made(3, "Eve", role: admin, reputation: 70)

  /// On the second day Bob becomes an admin, and Eve leaves.
  private static func withRoles(_ body: (ArchiveMaker) throws -> Void) throws {
    try withArchive { maker in
      try maker.publish([ann, bob, annAdmin, eve], at: day(1), pageSize: 1)
      var bobAdmin = bob
      bobAdmin.role = admin
      try maker.publish([ann, annAdmin, bobAdmin], at: day(2))
      try body(maker)
    }
  }

  @Test func viewsHaveARowForEachPersonAndRole() throws {
    try Self.withRoles { maker in
      let rows = try maker.rows(.moderators).map {
        [$0["user_id"], $0["role"], $0["display_name"]]
      }
      #expect(rows == [["1", "moderator", "Ann"], ["1", "admin", "Ann"], ["2", "admin", "Bob"]])
      let former = try maker.rows(.formerModerators).map { [$0["user_id"], $0["role"]] }
      #expect(former == [["2", "moderator"], ["3", "admin"]])
      let changes = try maker.rows(.changes).map { [$0["user_id"], $0["kind"], $0["role"]] }
      #expect(
        changes == [
          ["2", "left", "moderator"], ["2", "joined", "admin"], ["3", "left", "admin"],
        ])
      let pages = try maker.rows(.pages).filter { $0["walk_id"] == "2" }
        .map { [$0["reading"], $0["page"], $0["role"], $0["total"]] }
      #expect(pages.count == 8 && Set(pages).count == 8)
      #expect(pages.allSatisfy { ["1", "2"].contains($0[1]) && $0[3] == "2" })
      #expect(pages.filter { $0[2] == "admin" }.count == 4)
      #expect(try maker.archive.verify(by: testRules).findings == [])
    }
  }

  @Test func aPersonIsCountedOnceOnASite() throws {
    try Self.withRoles { maker in
      #expect(try maker.rows(.sites).map { $0["moderators"] } == ["2"])
      #expect(try maker.archive.totals().moderators == 2)
      #expect(try maker.archive.verify(by: testRules).moderators == 2)
      let ann = try #require(try maker.rows(.people).first { $0["account_id"] == "11" })
      #expect([ann["sites"], ann["reputation"], ann["site_list"]] == ["1", "900", "math"])
    }
  }

  @Test func aUserIsFoundWithEveryRole() throws {
    try Self.withRoles { maker in
      let archive = maker.archive
      let ann = try #require(try archive.person(site: "math", userID: 1))
      #expect(ann.sites.map(\.moderator.role) == [.moderator, Self.admin])
      let bob = try #require(try archive.person(site: "math", userID: 2))
      #expect(bob.sites.map(\.moderator.role) == [Self.admin, .moderator])
      #expect(bob.sites.map(\.isCurrent) == [true, false])
      let found = try archive.search(SearchQuery("ann")).people
      #expect(found.map { $0.moderators.count } == [2])
      let narrow = try archive.search(SearchQuery("ann", roles: [Self.admin])).people
      #expect(narrow.map { $0.moderators.map { $0[ModeratorColumn.role.rawValue] } } == [["admin"]])
      #expect(try archive.search(SearchQuery("bob", roles: [.moderator])).people.isEmpty)
    }
  }

  @Test func somebodyWithoutAnAccountIsOnePersonWithSeveralRoles() throws {
    try withArchive { maker in
      var (one, other) = (Self.bob, Self.bob)
      (one.accountID, other.accountID, other.role) = (nil, nil, Self.admin)
      try maker.publish([one, other], at: day(1))
      let found = try maker.archive.search(SearchQuery("bob")).people
      #expect(found.map { $0.moderators.count } == [2])
      let match = try maker.archive.match(site: "math", userID: 2, for: SearchQuery(""))
      #expect(match?.moderators.count == 2)
      #expect(try maker.archive.person(site: "math", userID: 2)?.sites.count == 2)
    }
  }

  @Test func anEarlierDayHasItsRoles() throws {
    try Self.withRoles { maker in
      let held = try maker.archive.certain(of: "math", on: day(1))
      let roles = Set(held.map { "\($0.userID ?? 0) \($0.role.rawValue)" })
      #expect(roles == ["1 moderator", "1 admin", "3 admin", "2 moderator"])
      let differences = try maker.archive.difference(from: day(1)).differences
      #expect(differences.map(\.tenure.userID) == [2, 2, 3])
      #expect(differences.map(\.tenure.role) == [.moderator, Self.admin, Self.admin])
      #expect(differences.map(\.what) == [.left, .joined, .left])
    }
  }

  @Test func anUnfinishedWalkKeepsTheRolesOfItsPages() throws {
    try withArchive { maker in
      let pages = maker.pages(
        [Self.ann, Self.annAdmin, Self.eve], at: day(1), pageSize: 1, total: 3)
      let walk = try maker.begin(pages, at: day(1))
      let kept = try #require(try maker.archive.unfinishedWalk(of: "math"))
      #expect(kept.id == walk)
      #expect(Set(kept.pages.map(\.evidence)) == Set(pages.map(\.evidence)))
      // A page that is read again replaces that of its list.
      try maker.archive.record(pages[1], walk: walk)
      #expect(try maker.archive.unfinishedWalk(of: "math")?.pages.count == pages.count)
      #expect(try maker.archive.verify(by: testRules).findings == [])
    }
  }

  /// An empty list says that all have left. A missing one says nothing.
  @Test func aListThatWasNotReadEndsNoTenure() throws {
    try Self.withRoles { maker in
      let error = #expect(throws: ArchiveError.self) {
        try maker.publish([Self.ann], at: day(3))
      }
      #expect(error?.code == .unproven)
      #expect(
        error?.description == "The walk is not published: it did not read the list of the role "
          + "'admin', which moderators of the site have.")
      let nobody = maker.listPages([], of: Self.admin, at: day(4), total: 0)
      let walk = try maker.begin(
        maker.listPages([Self.ann], of: .moderator, at: day(4), total: 1, besideOthers: true)
          + nobody,
        at: day(4))
      let publication = try maker.archive.publish(walk, by: .test, at: day(4), requests: 3)
      #expect(publication.changes.map(\.kind) == [.left, .left])
      #expect(publication.changes.map(\.role) == [Self.admin, Self.admin])
      #expect(publication.moderators == 1)
      #expect(try maker.archive.verify(by: testRules).findings == [])
    }
  }

  /// Whatever a server calls its roles, and whichever ids it gives; lower ones are refused before they are stored.
  @Test func rolesOfAnyNameAreDifferentRolesAndIDsAreAnyNumber() throws {
    let names = ["role14487", "role85659", "it's", " ", "Moderator", "группа"]
    let roster = names.flatMap { name in
      [1, .max, -(1 << 60) + 1].map {
        Moderator(userID: $0, role: Role(rawValue: name), displayName: "Ann")
      }
    }
    try withArchive { maker in
      try maker.publish(roster, at: day(1), pageSize: 2)
      let rows = try maker.rows(.moderators).map { [$0["role"], $0["user_id"]] }
      #expect(Set(rows) == Set(roster.map { [$0.role.rawValue, "\($0.userID)"] }))
      let quoted = try maker.archive.search(SearchQuery("ann", roles: [Role(rawValue: "it's")]))
      #expect(quoted.people.map { $0.moderators.count } == [1, 1, 1])
      #expect(try maker.archive.roles() == Set(names.map(Role.init(rawValue:))).union([.moderator]))
      #expect(try maker.archive.verify(by: testRules).findings == [])
    }
  }

  @Test(arguments: [
    (
      "UPDATE member SET role = 'boss' WHERE role = 'admin'",
      "A row of change refers to a missing row of member."
    ),
    (
      "UPDATE page SET role = 'boss' WHERE role = 'admin'",
      "other users than the tenures give for its date."
    ),
    (
      "UPDATE member SET user_id = 9 WHERE user_id = 1 AND role = 'admin'",
      "The people who were there at entry 3 are not those of its roster."
    ),
  ])
  func verifyNoticesOtherRoles(edit: String, finding: String) throws {
    try Self.withRoles { maker in
      try maker.damage(edit)
      let findings = try maker.file.verification().findings.map(\.description)
      #expect(findings.contains { $0.hasSuffix(finding) }, "\(findings)")
    }
  }
}
