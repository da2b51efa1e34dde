import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

struct PeopleTests {
  /// One account that moderates the same site under many ids, each with as much reputation as fits.
  @Test(arguments: [Int.max, Int.min, 1 << 53])
  func sumsOfReputationStayWithinTheirBounds(reputation: Int) throws {
    try withArchive { test in
      try test.publish(
        (1...2_000).map { .made($0, account: 7, reputation: reputation) } + [.made(9_000)],
        at: day(1))
      let rows = try test.archive.people().rows
      let sums = Dictionary(uniqueKeysWithValues: rows.map { ($0[1], $0[4]) })
      #expect(
        sums == [
          .integer(7): .integer(reputation < 0 ? Int.min : Int.max),
          .integer(10_000): .integer(900_000),
        ])
      #expect(try test.archive.listing(.people).rows.count == 2)
      #expect(try test.archive.people(limit: 1).rows.count == 1)
    }
  }

  @Test func peopleOfUnknownReputationHaveNone() throws {
    try withArchive { test in
      var ann = Moderator.made(1)
      ann.reputation = nil
      try test.publish([ann, .made(2)], at: day(1))
      #expect(try test.archive.people().rows.map { $0[4] } == [.integer(200), .null])
    }
  }

  /// The first people are looked for among those with several rows, and counted apart from the others.
  @Test(arguments: 0..<UInt64(12))
  func aShortListBeginsAsTheWholeOne(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let sites = (1...4).map { Site.made($0) }
    // Few accounts have several rows, many of them, or all.
    let accounts = [4, 40, 400][Int(seed % 3)]
    try withArchive(sites: sites) { test in
      for number in 1...2 {
        for site in sites {
          let roster = (1...12).filter { _ in Bool.random(using: &random) }.map { user in
            Moderator.made(
              user, account: .random(in: -1...accounts, using: &random),
              reputation: .random(in: 0...3, using: &random),
              kind: [.moderator, .staff, .community][Int.random(in: 0...2, using: &random)])
          }
          try test.publish(roster + [.made(100)], site: site.ref, at: day(number))
        }
      }
      for kinds in [[], [Moderator.Kind.moderator], [.staff, .community]] {
        let all = try test.archive.people(kinds: kinds).rows
        for limit in [0, 1, 2, 5, all.count, all.count + 1] {
          #expect(
            try test.archive.people(limit: limit, kinds: kinds).rows == Array(all.prefix(limit)))
        }
        let count = try test.archive.peopleCount(kinds: kinds)
        #expect(count.people == all.count)
        let moderators = Set(try test.archive.people(kinds: [.moderator]).rows.map { $0[1] })
        let counted = kinds.isEmpty || kinds.contains(.moderator)
        #expect(count.moderators == (counted ? all.count { moderators.contains($0[1]) } : 0))
        #expect(try test.archive.peopleCount(network: "elsewhere", kinds: kinds) == (0, 0))
      }
    }
  }

  /// Who has a role at one site and another role at the next.
  @Test func onlyTheSitesOfARoleCount() throws {
    let (sysop, admin) = (Role(rawValue: "sysop"), Role(rawValue: "admin"))
    try withArchive(sites: [.made(1), .made(2)]) { test in
      try test.publish(
        [
          .made(1, role: sysop, account: 7), .made(1, role: admin, account: 7),
          .made(2, role: sysop, account: 8), .made(3, role: admin, account: 9, kind: .staff),
        ], site: "site1", at: day(1))
      try test.publish(
        [.made(1, role: sysop, account: 7), .made(2, role: admin, account: 8)], site: "site2",
        at: day(1))
      for limit in [nil, 9] {
        func people(_ kinds: [Moderator.Kind], _ roles: [Role]) throws -> [[Cell]] {
          try test.archive.people(limit: limit, kinds: kinds, roles: roles).rows
            .map { [$0[1], $0[3], $0[5]] }
        }
        func at(_ account: Int, _ sites: String...) -> [Cell] {
          [.integer(account), .integer(sites.count), .text(sites.joined(separator: " "))]
        }
        let ninth = at(9, "site1")
        #expect(try people([], []) == [at(8, "site1", "site2"), at(7, "site1", "site2"), ninth])
        #expect(try people([], [sysop]) == [at(7, "site1", "site2"), at(8, "site1")])
        #expect(try people([], [admin]) == [ninth, at(8, "site2"), at(7, "site1")])
        #expect(try people([.moderator], [admin]) == [at(8, "site2"), at(7, "site1")])
      }
      #expect(try test.archive.peopleCount(roles: [admin]) == (3, 2))
      #expect(try test.archive.peopleCount(roles: [sysop]) == (2, 2))
    }
  }
}
