import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

/// Roles whose lists were not always read.
struct RoleBaselineTests {
  private static let rollbacker = Role(rawValue: "rollbacker")
  private static let ann = Moderator.made(1, "Ann")
  private static let bob = Moderator.made(2, "Bob", role: rollbacker)
  private static let cho = Moderator.made(3, "Cho", role: rollbacker)

  /// Reads the moderators, and the rollbackers where they are not nil.
  private static func read(
    _ rollbackers: [Moderator]?, on number: Int, _ maker: ArchiveMaker
  ) throws -> Publication {
    let lists = [(Role.moderator, [ann])] + (rollbackers.map { [(rollbacker, $0)] } ?? [])
    let pages = lists.flatMap { role, list in
      maker.listPages(
        list, of: role, at: day(number), total: list.count, besideOthers: lists.count > 1)
    }
    let walk = try maker.begin(pages, at: day(number))
    return try maker.archive.publish(
      walk, by: .test, at: day(number), requests: pages.count)
  }

  private static func began(_ user: String, _ maker: ArchiveMaker) throws -> [String?] {
    try maker.rows(.tenures).filter { $0["user_id"] == user }.map { $0["began_after"] }
  }

  /// Who is on its first list may have been there for years.
  @Test func aRoleThatBeginsToBeReadHasABaseline() throws {
    try withArchive { maker in
      _ = try Self.read(nil, on: 1, maker)
      #expect(try Self.read([Self.bob], on: 2, maker).changes.isEmpty)
      #expect(try maker.rows(.changes).isEmpty && maker.archive.totals().changes.isEmpty)
      #expect(try Self.began("2", maker) == [""])
      #expect(try Self.read([Self.bob, Self.cho], on: 3, maker).changes.map(\.userID) == [3])
      #expect(try maker.rows(.changes).map { $0["user_id"] } == ["3"])
      #expect(try Self.began("3", maker) == [(day(2) - 60).rfc3339])
      #expect(try maker.archive.verify(by: testRules).findings == [])
    }
  }

  /// Who had a role on its first list perhaps had it before: nobody knows that they joined, only who left.
  @Test func aRoleThatBeganToBeReadInBetweenMakesNobodyJoin() throws {
    try withArchive { maker in
      _ = try Self.read(nil, on: 1, maker)
      _ = try Self.read([Self.bob, Self.cho], on: 2, maker)
      _ = try Self.read([Self.cho], on: 3, maker)
      let whole = try maker.archive.difference(from: day(1), to: day(3), site: "math")
      #expect(whole.differences.map(\.what) == [.left] && whole.passages.isEmpty)
      #expect(whole.differences.map(\.before) == ["maybe"] && whole.unsure == 1)
      let since = try maker.archive.difference(from: day(2), to: day(3), site: "math")
      #expect(since.differences.map(\.what) == [.left])
    }
  }

  /// The day on which the list was not read proves nothing, the day before does.
  @Test func whoIsOnAListAfterAGapJoinedSinceTheListBeforeIt() throws {
    try withArchive { maker in
      _ = try Self.read([], on: 1, maker)
      _ = try Self.read(nil, on: 2, maker)
      #expect(try Self.read([Self.bob], on: 3, maker).changes.map(\.kind) == [.joined])
      #expect(try maker.rows(.changes).map { $0["previous_walk_at"] } == [(day(1) - 60).rfc3339])
      #expect(try Self.began("2", maker) == [(day(1) - 60).rfc3339])
      #expect(try maker.archive.verify(by: testRules).findings == [])
    }
  }

  /// Who had left before the gap came back at some time after the last list without them.
  @Test func whoReturnsAfterAGapDidSoSinceTheListBeforeIt() throws {
    try withArchive { maker in
      for (index, list) in [[Self.bob, Self.cho], [Self.cho]].enumerated() {
        _ = try Self.read(list, on: index + 1, maker)
      }
      _ = try Self.read([], on: 3, maker)
      _ = try Self.read(nil, on: 4, maker)
      #expect(try Self.read([Self.bob], on: 5, maker).changes.map(\.kind) == [.returned])
      let change = try #require(try maker.rows(.changes).first { $0["kind"] == "returned" })
      #expect(change["previous_walk_at"] == (day(3) - 60).rfc3339)
      #expect(try Self.began("2", maker).contains((day(3) - 60).rfc3339))
      #expect(try maker.archive.verify(by: testRules).findings == [])
    }
  }

  /// A list that was not read says of nobody that they left.
  @Test func aRosterWithoutTheListOfARoleThatSomebodyHasIsNotPublished() throws {
    try withArchive { maker in
      _ = try Self.read([Self.bob], on: 1, maker)
      #expect(throws: ArchiveError.self) { try Self.read(nil, on: 2, maker) }
      #expect(try maker.rows(.changes).isEmpty)
    }
  }
}
