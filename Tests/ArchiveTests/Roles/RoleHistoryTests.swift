import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

/// Histories of rosters with several roles, drawn from a seed.
struct RoleHistoryTests {
  private static let roles = ["moderator", "sysop", "bureaucrat"].map(Role.init(rawValue:))

  /// Each day is what it was, and everything is proven.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func everyDayIsWhatItWas(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    try withArchive { maker in
      var truth: [[Moderator]] = []
      for number in 1...8 {
        let roster = Self.roles.flatMap { role in
          (1...4).filter { _ in random.chance(50) }.map { id in
            Moderator.made(
              id, "User \(id) \(random.chance(80) ? "" : "\(number)")", role: role, account: id,
              reputation: id)
          }
        }
        let pages = Self.roles.flatMap { role in
          let list = roster.filter { $0.role == role }
          return maker.listPages(
            list, of: role, at: day(number), pageSize: Int.random(in: 1...3, using: &random),
            total: list.count, besideOthers: true)
        }
        let walk = try maker.begin(pages.shuffled(using: &random), at: day(number))
        let publication = try maker.archive.publish(
          walk, by: .test, at: day(number), requests: pages.count)
        #expect(publication.moderators == Set(roster.map(\.userID)).count)
        #expect(publication.verdict == .complete)
        truth.append(roster)
      }
      #expect(try maker.archive.verify(by: testRules).findings == [])
      for (index, roster) in truth.enumerated() {
        try expect(roster, on: day(index + 1), in: maker.archive)
      }
      #expect(
        try maker.archive.moderators(of: "math").map(\.key) == truth.last?.map(\.key).sorted())
    }
  }

  private func expect(_ roster: [Moderator], on date: Date, in archive: ArchiveDatabase) throws {
    let listed = try archive.certain(of: "math", on: date).map {
      ["\($0.userID ?? 0)", $0.role.rawValue, $0.name]
    }
    let truth = roster.map { ["\($0.userID)", $0.role.rawValue, $0.displayName] }
    #expect(Set(listed) == Set(truth) && listed.count == truth.count)
  }
}
