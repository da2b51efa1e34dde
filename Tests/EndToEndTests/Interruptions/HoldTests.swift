import Archive
import ArchiveKit
import Foundation
import Roster
import SampleNetwork
import TestKit
import Testing

/// An archive held for thirty days, of which some are skipped and one ends in a kill.
@Suite(.bounded) struct HoldTests {
  private static let (skipped, killed): (Set<Int>, Int) = ([3, 8, 9, 21, 22, 23, 27], 14)
  private static let sites = 44

  @Test func thirtyDaysAreThoseOfTheNetwork() async throws {
    try await withTemporaryFolder { folder in
      var hold = Hold(ArchiveFile(in: folder), killed: Self.killed)
      for day in 0..<30 where !Self.skipped.contains(day) {
        try hold.take(day, asked: try await sync(on: day, in: folder))
      }
      try hold.file.expectProven()
      let archive = try ArchiveDatabase.open(at: hold.file.path, for: .reading)
      defer { try? archive.close() }
      let network = Self.configuration(day: 0).network
      for site in network.mainSites.map(\.site.id) {
        let truth = hold.truth(of: site, network)
        try truth.expectChanges(archive)
        try truth.expectRosters(archive)
        try truth.expectTenures(archive)
        hold.drifts += truth.drifts
      }
      print("\(hold.drifts) times only reputation moved between two walks of a site.")
      #expect(hold.drifts > 100)
      let kinds = Set(try hold.file.rows("SELECT kind FROM changes").map { $0[0] })
      #expect(kinds == Set(Change.Kind.ofModerators.map(\.rawValue)))
    }
  }

  private static func configuration(day: Int) -> SampleConfiguration {
    SampleConfiguration(
      day: day, siteLimit: sites, latency: day == killed ? .milliseconds(15) : .zero, limits: .off)
  }

  /// Syncs to the end, or to the kill, and returns which sites were asked for.
  private func sync(on day: Int, in folder: String) async throws -> Set<SiteID> {
    try await SampleServer.withRunning(Self.configuration(day: day)) { base, server in
      try await Program.running(Program.sync(base), in: folder) { program in
        if day == Self.killed {
          try await waitUntil { server.requestCount >= Self.sites / 4 || !program.isRunning }
          program.send(SIGKILL)
        }
        let ending = try await program.ending
        #expect(ending.code == (day == Self.killed ? 137 : 0), "day \(day): \(ending.messages)")
      }
      return Set(server.log.filter { $0.method == "users/moderators" }.compactMap(\.site))
    }
  }
}

/// When the rosters in an archive were read.
private struct Hold {
  let file: ArchiveFile
  var drifts = 0
  private let killed: Int
  private var looks: [SiteID: [Look]] = [:]

  init(_ file: ArchiveFile, killed: Int) {
    self.file = file
    self.killed = killed
  }

  /// Notes what a run published. A roster that it published without having asked for it had been read
  /// whole by the run that was killed.
  mutating func take(_ day: Int, asked: Set<SiteID>) throws {
    for row in try file.rows("SELECT site, published_at FROM sites WHERE published_at IS NOT NULL")
    {
      guard let site = row[0], let date = row[1].flatMap(Date.init(dayOrInstant:)),
        looks[site]?.last?.readAt != date
      else { continue }
      looks[site, default: []].append(Look(day: asked.contains(site) ? day : killed, readAt: date))
    }
  }

  func truth(of site: SiteID, _ network: SampleWorld) -> HeldSite {
    HeldSite(site: site, looks: looks[site] ?? [], network: network)
  }
}

private struct Look {
  var day: Int
  var readAt: Date
}

/// What the network says of one site on the days on which it was read.
private struct HeldSite {
  var site: SiteID
  var looks: [Look]
  var network: SampleWorld

  private func roster(_ look: Look) -> SampleRoster { network.on(day: look.day).roster(of: site) }

  func expectChanges(_ archive: ArchiveDatabase) throws {
    let dates = Dictionary(uniqueKeysWithValues: looks.map { ($0.day, $0.readAt.rfc3339) })
    let expected = network.changes(of: site, seenOn: looks.map(\.day)).map {
      "\($0.userID) \($0.kind.rawValue) \($0.displayName) \(dates[$0.day] ?? "never")"
    }
    let columns: [ChangeColumn] = [.userID, .kind, .displayName, .observedAt]
    let told = try archive.changes(ChangeFilter(site: SiteRef(test: site))).listing.rows.map {
      row in columns.map { row[$0.rawValue].description }.joined(separator: " ")
    }
    #expect(told.sorted() == expected.sorted(), "\(site)")
  }

  /// Just when it was read: whoever is told for certain was on the roster, and whoever was is told.
  func expectRosters(_ archive: ArchiveDatabase) throws {
    for look in looks {
      guard var moment = TimeSpan(look.readAt.utcDay) else { continue }
      (moment.beginning, moment.end) = (look.readAt, look.readAt + 1)
      let held = try archive.holders(of: SiteRef(test: site), in: moment)
      let sure = Set(held.filter { $0.known == .yes }.map { Self.facts($0.tenure) })
      let expected = Set(roster(look).map(Self.facts))
      #expect(sure.isSubset(of: expected), "\(site), day \(look.day)")
      #expect(
        expected.isSubset(of: held.map { Self.facts($0.tenure) }), "\(site), day \(look.day)")
    }
  }

  func expectTenures(_ archive: ArchiveDatabase) throws {
    var expected: [Int: [Interval]] = [:]
    for (index, look) in looks.enumerated() {
      let present = Set(roster(look).map(\.userID))
      for user in present.union(expected.keys) {
        let isOpen = expected[user]?.last.map { $0.leftAt == nil } ?? false
        let last = (expected[user]?.count ?? 0) - 1
        switch (present.contains(user), isOpen) {
        case (true, true): break
        case (true, false):
          expected[user, default: []].append(
            Interval(isFromBaseline: index == 0, firstSeen: look.readAt))
        case (false, true): expected[user]?[last].leftAt = look.readAt
        case (false, false): break
        }
      }
    }
    for (user, intervals) in expected {
      let person = try #require(try archive.person(site: SiteRef(test: site), userID: user))
      let told = person.sites.filter { $0.site.id == site }.flatMap(\.tenures).map(Interval.init)
      #expect(told == intervals, "\(site), user \(user)")
    }
  }

  /// How often reputation moved between two looks, and nothing else.
  var drifts: Int {
    let changed = Set(network.changes(of: site, seenOn: looks.map(\.day)).map(\.day))
    return zip(looks, looks.dropFirst()).count { before, after in
      !changed.contains(after.day)
        && roster(before).map(\.reputation) != roster(after).map(\.reputation)
    }
  }

  private struct Interval: Equatable {
    var isFromBaseline: Bool
    var firstSeen: Date
    var leftAt: Date?

    init(isFromBaseline: Bool, firstSeen: Date) {
      self.isFromBaseline = isFromBaseline
      self.firstSeen = firstSeen
    }

    init(_ tenure: Tenure) {
      let bounds = tenure.bounds
      self.init(isFromBaseline: bounds.beganAfter == nil, firstSeen: bounds.beganBefore)
      leftAt = bounds.endedBefore
    }
  }

  /// What `--as-of` tells of somebody and has a history.
  private static func facts(_ tenure: Tenure) -> [String] {
    [
      "\(tenure.userID ?? 0)", tenure.accountID.map { "\($0)" } ?? "", tenure.name,
      tenure.kind?.rawValue ?? "",
    ]
  }

  private static func facts(_ user: SampleUser) -> [String] {
    let columns = Member(user).text
    return facts.map { columns[$0] ?? "" }
  }

  private static let facts = ["user_id", "account_id", "display_name", "kind"]
}
