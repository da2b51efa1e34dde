import ArchiveKit
import Roster
import SampleNetwork
import TestKit
import Testing

/// Each fault over real HTTP: what `sync` says of it, and what the archive holds afterwards.
@Suite(.bounded) struct FaultTableTests {
  /// 84, 7, 8 and 250 moderators; the last ones are on three pages.
  private static func configuration(day: Int, faults: [String] = []) throws -> SampleConfiguration {
    SampleConfiguration(
      day: day, siteLimit: 3, giant: 250, limits: SampleLimits(requestsPerSecond: nil),
      faults: try faults.map { try SampleFault($0) })
  }

  @Test func everyFaultHasItsRow() throws {
    let kinds = try Set(FaultRow.table.flatMap { try $0.faults.map { try SampleFault($0).kind } })
    #expect(kinds == Set(SampleFault.catalogue.map(\.kind)))
  }

  @Test(arguments: FaultRow.table)
  func aFaultEndsAsTheTableSays(row: FaultRow) async throws {
    try await withTemporaryFolder { folder in
      let archive = ArchiveFile(in: folder)
      let before = try await SampleServer.withRunning(Self.configuration(day: 0)) { base, server in
        let ending = try await Program.run(Program.sync(base), in: folder)
        try #require(ending.code == 0)
        return Rosters(server.api)
      }
      let old = try archive.snapshot()
      let configuration = try Self.configuration(day: 30, faults: row.faults)
      try await SampleServer.withRunning(configuration) { base, server in
        let ending = try await Program.run(Program.sync(base) + row.options, in: folder)
        try Self.expect(ending, endsAs: row)
        let now = Rosters(server.api, emptied: row.emptiesTheGiant ? ["giant"] : [])
        try Self.expect(archive, holds: row, old: old, before: before, now: now)
      }
    }
  }

  private static func expect(_ ending: Ending, endsAs row: FaultRow) throws {
    #expect(ending.code == row.code, "\(ending.messages)")
    let summary = try ending.summary
    #expect(summary.counts == row.counts)
    #expect(summary.requested == row.counts.sum)
    let problems = summary.problems.filter { !$0.site.isEmpty }.map { ($0.site, $0.reason) }
    #expect(Dictionary(problems) { "\($0) \($1)" } == row.problems)
    let last = ending.messages.split(separator: "\n").last ?? ""
    #expect(last.hasPrefix("Error: ") == (row.code != 0), "\(ending.messages)")
  }

  private static func expect(
    _ archive: ArchiveFile, holds row: FaultRow, old: [SiteID: [[String?]]], before: Rosters,
    now: Rosters
  ) throws {
    let snapshot = try archive.snapshot()
    let rosters = try archive.rosters()
    var changes: [String] = []
    for site in FaultRow.sites {
      if row.problems[site] != nil || row.kept.contains(site) {
        #expect(snapshot[site]?.dropFirst() == old[site]?.dropFirst(), "\(site) was touched")
      } else {
        #expect(rosters[site, default: []] == now.members(of: site), "\(site) is not the truth")
        changes += now.changes(of: site, since: before)
      }
    }
    #expect(try archive.changes().sorted() == changes.sorted())
    let closed = try archive.rows("SELECT site FROM sites WHERE closed_at IS NOT NULL")
    #expect(closed.map { $0[0] } == row.closed)
    try archive.expectProven()
  }
}

/// What a network holds at one moment, faults that moved it included.
private struct Rosters: Sendable {
  private var users: [SiteID: [SampleUser]]

  init(_ api: SampleAPI, emptied: Set<SiteID> = []) {
    users = Dictionary(
      uniqueKeysWithValues: FaultRow.sites.map {
        ($0, emptied.contains($0) ? [] : api.roster(of: $0))
      })
  }

  func members(of site: SiteID) -> Set<Member> {
    Set(users[site, default: []].map { Member($0) })
  }

  /// What somebody writes down who saw only the other one before, as `ArchiveFile.changes()` tells it.
  func changes(of site: SiteID, since before: Rosters) -> [String] {
    let old = Dictionary(
      uniqueKeysWithValues: before.users[site, default: []].map { ($0.userID, $0) })
    let new = Dictionary(uniqueKeysWithValues: users[site, default: []].map { ($0.userID, $0) })
    func line(_ user: SampleUser, _ kind: Change.Kind) -> String {
      "\(site) \(user.userID) \(kind.rawValue) \(user.displayName)"
    }
    let left = old.values.filter { new[$0.userID] == nil }.map { line($0, .left) }
    let others = new.values.flatMap { user -> [String] in
      guard let was = old[user.userID] else { return [line(user, .joined)] }
      let isRenamed = was.displayName != user.displayName
      let isProfile = was.isStaff != user.isStaff
      return (isRenamed ? [line(user, .renamed)] : []) + (isProfile ? [line(user, .profile)] : [])
    }
    return left + others
  }
}
