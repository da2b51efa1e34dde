import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

/// The journal has a rename, and any other change of a profile, for each role; it is told once.
struct ToldChangesTests {
  private static let roles = ["moderator", "sysop", "admin"].map(Role.init(rawValue:))
  private static let (sysop, admin) = (roles[1], roles[2])

  /// Ann has two roles and is renamed; Bob has one; Cy gets two at once.
  private static func withRename(_ body: (ArchiveMaker, Publication) throws -> Void) throws {
    try withArchive { maker in
      try maker.publish(
        [
          .made(1, "Ann", role: sysop), .made(1, "Ann", role: admin), .made(2, "Bob", role: admin),
        ], at: day(1))
      let roster: [Moderator] = [
        .made(1, "Anna", role: sysop), .made(1, "Anna", role: admin),
        .made(2, "Bobby", role: admin), .made(3, "Cy", role: sysop), .made(3, "Cy", role: admin),
      ]
      try body(maker, try maker.publish(roster, at: day(2)))
    }
  }

  @Test func aRenameIsToldOnceAndKeptForEachRole() throws {
    try Self.withRename { maker, publication in
      let told = ["joined 3", "joined 3", "renamed 1", "renamed 2"]
      #expect(publication.changes.map { "\($0.kind.rawValue) \($0.userID)" }.sorted() == told)
      let rows = try maker.archive.changes().listing.rows
      let kinds = rows.map { row in
        "\(row[ChangeColumn.kind.rawValue].description) \(row[ChangeColumn.userID.rawValue].description)"
      }
      #expect(kinds.sorted() == told)
      var pages = 0
      try maker.archive.forEachRow(of: .changes, order: .reader) { _ in pages += 1 }
      #expect(pages == 4)
      // A table of the view has all its rows.
      #expect(try maker.rows(.changes).count == 5)
      var journal = 0
      try maker.archive.query("SELECT * FROM changes", columns: { _ in }) { _ in journal += 1 }
      #expect(journal == 5)
      #expect(try maker.archive.verify(by: testRules).findings == [])
    }
  }

  /// A role that somebody gets back is read with a name that the roster has shown since the rename.
  @Test func aRenameIsNotToldAgainWithARoleThatComesBack() throws {
    try withArchive { maker in
      let (ann, anna) = ("Ann", "Anna")
      try maker.publish(
        [
          .made(1, ann, role: Self.sysop), .made(1, ann, role: Self.admin),
          .made(2, role: Self.admin),
        ],
        at: day(1))
      try maker.publish(
        [.made(1, anna, role: Self.sysop), .made(2, role: Self.admin)], at: day(2))
      let back = try maker.publish(
        [
          .made(1, anna, role: Self.sysop), .made(1, anna, role: Self.admin),
          .made(2, role: Self.admin),
        ],
        at: day(3))
      #expect(back.changes.map(\.kind) == [.returned])
      #expect(try maker.archive.changes(ChangeFilter(kinds: [.renamed])).listing.rows.count == 1)
      #expect(try maker.archive.verify(by: testRules).findings == [])
    }
  }

  @Test func everyPartOfTheJournalTellsItOnce() throws {
    try Self.withRename { maker, _ in
      let archive = maker.archive
      #expect(try archive.changes(ChangeFilter(limit: 2)).matching == 4)
      #expect(try archive.changes(ChangeFilter(kinds: [.renamed])).listing.rows.count == 2)
      #expect(try archive.changes(ChangeFilter(after: "0")).listing.rows.count == 4)
      for roles in [[Self.sysop], [Self.admin], Self.roles] {
        let page = try archive.changes(ChangeFilter(kinds: [.renamed], roles: roles))
        let names = page.listing.rows.map { $0[ChangeColumn.displayName.rawValue].description }
        #expect(names.sorted() == (roles == [Self.sysop] ? ["Anna"] : ["Anna", "Bobby"]))
      }
      #expect(try archive.changes(ChangeFilter(roles: [.moderator])).listing.rows.isEmpty)
    }
  }

  /// What a publication tells is what is read later.
  @Test(arguments: 0..<30 as Range<UInt64>)
  func whatIsPublishedIsWhatIsRead(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    try withArchive { maker in
      var told: [Change] = []
      for number in 1...6 {
        let names = (1...4).map { "User \($0) \(random.chance(60) ? 0 : number)" }
        let roster = Self.roles.flatMap { role in
          (1...4).filter { _ in random.chance(70) }.map {
            Moderator.made($0, names[$0 - 1], role: role)
          }
        }
        let pages = Self.roles.flatMap { role in
          let list = roster.filter { $0.role == role }
          return maker.listPages(
            list, of: role, at: day(number), total: list.count, besideOthers: true)
        }
        let walk = try maker.begin(pages, at: day(number))
        told += try maker.archive.publish(
          walk, by: .test, at: day(number), requests: pages.count
        ).changes
      }
      let read = try maker.archive.changes().listing.rows.map { row in
        [ChangeColumn.userID, .displayName, .kind, .role].map { row[$0.rawValue].description }
      }
      let expected = told.map {
        ["\($0.userID)", $0.displayName, $0.kind.rawValue, $0.role.rawValue]
      }
      #expect(Set(read) == Set(expected) && read.count == expected.count)
    }
  }
}
