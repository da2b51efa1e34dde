import ArchiveKit
import Foundation
import GRDB
import Roster
import TestKit
import Testing

@testable import Archive

/// Every row is sealed in the transaction that writes it, and every sum agrees with its rows.
struct SealTests {
  @Test(arguments: 0..<8 as Range<UInt64>)
  func whateverIsWrittenIsSealed(seed: UInt64) throws {
    let sites: [Site] = [.math, .cooking]
    try withArchive(sites: sites) { test in
      var random = SeededRandom(seed: seed)
      for number in 1...40 {
        let site: SiteRef = random.chance(50) ? "math" : "cooking"
        switch Int.random(in: 0..<10, using: &random) {
        case 0:
          try test.elect(
            [1, 2, Int.random(in: 3...8, using: &random)], site: site, at: day(number, 9))
        case 1:
          _ = try test.archive.recordSites(
            random.chance(50) ? sites : [.math], network: testNetwork, at: day(number))
        case 2: _ = try test.archive.prune(before: day(number - 10), at: day(number))
        case 3: try Self.fail(test, site, at: day(number))
        default:
          let roster = Self.roster(&random)
          try test.publish(
            roster, site: site, at: day(number), pageSize: 3,
            total: random.chance(90) ? .none : .some(nil))
        }
        try Self.expectSealed(test.path, "seed \(seed), day \(number)")
      }
      #expect(try test.archive.verify(by: testRules).findings == [], "seed \(seed)")
    }
  }

  private static func roster(_ random: inout SeededRandom) -> [Moderator] {
    (1...8).filter { _ in random.chance(70) }.map { id in
      .made(
        id, "Name \(id) \(Int.random(in: 0...1, using: &random))",
        reputation: Int.random(in: 1...3, using: &random),
        about: random.chance(50) ? "About \(id)" : nil)
    }
  }

  /// A walk that publishes nothing, and one that is abandoned.
  private static func fail(_ test: ArchiveMaker, _ site: SiteRef, at date: Date) throws {
    let run = try test.archive.beginRun(at: date)
    func open(_ seconds: Int) throws -> OpenWalk {
      try test.archive.openWalk(
        site: site, run: run,
        at: date.addingTimeInterval(TimeInterval(seconds)), maxAge: 1)
    }
    let page = test.pages([.made(1)], at: date, total: 5)[0]
    try test.archive.record(page, walk: open(0).id)
    let walk = try open(10)
    try test.archive.record(page, walk: walk.id)
    try test.archive.finishWalk(
      walk.id, verdict: .incomplete([.totalMismatch]), at: date, requests: 2)
    try test.archive.finishRun(
      run, at: date, outcome: "problems", requests: 2, retries: 0, quotaRemaining: nil)
  }

  static func expectSealed(_ path: String, _ comment: Comment) throws {
    try DatabaseQueue(path: path).read { database in
      for seal in Seal.allCases { #expect(try seal.areWhole(where: "TRUE", [], database), comment) }
      for site in try Int.fetchAll(database, sql: "SELECT id FROM site") {
        let replay = try Replay(ofSite: site, StoredWalk.fetchAll(of: site, database), database)
        #expect(replay.contradictions == [], comment)
      }
      for sql in Self.nothing {
        #expect(try Row.fetchAll(database, sql: sql) == [], "\(sql); \(comment)")
      }
      try expectPagesSummed(database, comment)
    }
  }

  private static func expectPagesSummed(_ database: Database, _ comment: Comment) throws {
    let rows = try Row.fetchAll(
      database,
      sql: "SELECT id, evidence FROM entry WHERE id IN (SELECT entry FROM page)")
    for row in rows {
      #expect(try EvidenceSum.ofPages(of: row["id"], database) == row["evidence"], comment)
    }
  }

  /// Queries that must return no row.
  private static let nothing = [
    """
    SELECT 1 WHERE (SELECT seq FROM sqlite_sequence WHERE name = 'run') <> (SELECT count(*) FROM run)
      + (SELECT coalesce(sum(body ->> '$.runs'), 0) FROM entry WHERE kind = 'prune')
    """
  ]
}
