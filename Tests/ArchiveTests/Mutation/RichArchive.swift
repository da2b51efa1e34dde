import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit

/// An archive with every kind of event: people joined, left, came back, were renamed and elected;
/// sites were renamed, closed and reopened; evidence was pruned; people were withheld; a wrong clock
/// was corrected; and the API moved.
struct RichArchive {
  private let test: ArchiveMaker
  private static let others = (1...6).map(Site.made)
  private static let meta = Site(
    "meta.math", name: "Mathematics Meta", url: "https://math.meta.stackexchange.com",
    type: .meta)
  private static let beer = Site(
    "beer", name: "Beer, Wine", url: "https://beer.stackexchange.com", audience: "for drinkers")
  private static let alcohol = Site(
    "alcohol", name: "Alcohol", url: "https://alcohol.stackexchange.com",
    aliases: ["https://beer.stackexchange.com"])

  /// - Returns: The path of the closed archive.
  static func make(in folder: String) throws -> String {
    let sites = [.math, .cooking, meta, beer] + others
    let rich = RichArchive(test: try ArchiveMaker(folder, sites: sites))
    try rich.mirrorPeople()
    try rich.mirrorSites()
    try rich.mirrorRoles()
    try rich.readLogs()
    try rich.readClaims()
    try rich.prune()
    try rich.withhold()
    try rich.leaveWalksBehind()
    try rich.keepTheRest()
    try rich.mendAWrongClock()
    try rich.test.archive.close()
    return rich.test.path
  }

  private func mirrorPeople() throws {
    var ann = Moderator.made(1, "Ann Ärger", account: 11, location: "Rome", about: "I am Ann.")
    let bob = Moderator.made(2, "Bob", about: "Bob builds.")
    var eve = Moderator.made(3, "Eve", account: 13, kind: .staff)
    let community = Moderator.made(-1, "Community", account: -1, kind: .community)
    try test.publish([community, ann, bob, eve], at: day(1), pageSize: 3)
    try test.elect([1], at: day(1, 50))
    ann.reputation = 900
    ann.location = nil
    try test.publish([community, ann, eve, .made(4, "Tom", location: "Bonn")], at: day(2))
    try test.elect([1], at: day(2, 50))
    eve.displayName = "Eva"
    eve.badges = nil
    eve.reputation = 77
    try test.publish([community, ann, .made(2, "Robert", about: "Bob builds."), eve], at: day(35))
    try test.elect([1, 3], at: day(35, 50))
    eve.websiteURL = "https://eva.example"
    ann.aboutText = String(repeating: "Anna writes. ", count: 30)
    try test.publish([ann, eve, community], at: day(36), total: .some(nil))
    try test.elect([1, 3], at: day(36, 50))
    try test.publish([ann, community], at: day(40))
    try test.publish([ann, community, eve], at: day(70), pageSize: 2)
    try test.elect([1], at: day(70, 50))
    eve.reputation = 78
    try test.publish([ann, community, eve], at: day(71))
  }

  private func mirrorSites() throws {
    try test.publish([.made(5), .made(6, account: 11)], site: "cooking", at: day(3))
    try test.publish([.made(7)], site: "meta.math", at: day(3))
    try test.publish([.made(8)], site: "beer", at: day(3))
    try test.publish([.made(9)], site: "site1", at: day(3))
    let rest = [Site.math, .cooking, Self.meta]
    try list(rest + [Self.alcohol] + Self.others, at: day(4))
    try list(rest + [Self.alcohol] + Self.others.dropFirst(), at: day(5))
    try list(rest + [Self.alcohol] + Self.others, at: day(6))
    try list(rest + [Self.alcohol] + Self.others.dropLast(), at: day(7))
    var renamed = Self.alcohol
    renamed.name = "Alcohol & Co"
    try list(
      [.cooking, Self.meta, renamed, .math] + Self.others.dropFirst().dropLast(), at: day(8))
    try test.publish([.made(8), .made(10)], site: "alcohol", at: day(9))
  }

  /// One with two roles, who then has one.
  private func mirrorRoles() throws {
    let admin = Role(rawValue: "admin")
    let (one, other) = (Moderator.made(9), Moderator.made(9, role: admin))
    try test.publish([one, .made(11), other], site: "site4", at: day(60), pageSize: 1)
    try test.publish([other, .made(11), .made(12, role: admin)], site: "site4", at: day(61))
  }

  /// A log of one site that tells when somebody on its roster became an admin, one about all sites, and
  /// renames.
  private func readLogs() throws {
    let admin = Role(rawValue: "admin")
    let site = SiteRef(test: "site4")
    let logs = [
      LogRef("central", of: nil, in: testNetwork), LogRef("rights", of: site, in: testNetwork),
      LogRef("renames", of: site, in: testNetwork),
    ]
    _ = try test.archive.beginLogs(logs)
    var state = LogState(roles: [admin])
    (state.newestAt, state.oldestAt) = (day(55), day(2))
    (state.readUntil, state.isWhole) = (day(62), true)
    func change(
      _ id: Int, _ number: Int, _ name: String, _ before: [Role], _ after: [Role],
      at site: SiteID? = nil
    ) -> LogEntry {
      LogEntry(
        id: id, time: day(number),
        .rights(
          RightsChange(
            name: name, site: site, before: before.map { .init($0) },
            after: after.map { .init($0, expiry: day(4000)) })))
    }
    try test.archive.record(
      [change(1, 2, "Early", [], [admin], at: "site4")], of: logs[0], reaching: state)
    try test.archive.record(
      [
        change(1, 10, "Early", [admin], []), change(2, 20, "Nine", [], [admin]),
        change(3, 30, "Lost", [admin], []),
      ], of: logs[1], reaching: state)
    try test.archive.record(
      [
        LogEntry(
          id: 1, time: day(25),
          .rename(UserRename(oldName: "Nine", newName: Moderator.made(9).displayName)))
      ], of: logs[2], reaching: state)
    try test.archive.recordLoggedTenures(in: testNetwork)
  }

  /// Of people on rosters, and of others.
  private func readClaims() throws {
    func claim(
      _ user: Int?, _ name: String, by source: TenureBounds.Source, since: Int? = nil
    ) -> Tenure {
      Tenure(
        userID: user, accountID: user.map { $0 + 10 }, name: name,
        bounds: TenureBounds(
          beganAfter: since.map { day($0) }, beganBefore: day(-90), endedAfter: day(-50),
          endedBefore: since == nil ? nil : day(-40), source: source,
          sourceURL: source == .claim ? "https://claims.example/1" : nil))
    }
    let files = [
      [claim(1, "", by: .badge), claim(41, "", by: .badge)],
      [claim(42, "Older", by: .claim, since: -99), claim(nil, "Oldest", by: .claim)],
    ]
    for (number, rows) in files.enumerated() {
      let file = BackfillFile(name: "file\(number)", bytes: 9, sha256: "a\(number)")
      let url = rows[0].bounds.sourceURL
      _ = try test.archive.backfill(file, of: "math", from: url, at: day(72, number)) { store in
        for row in rows { try store("math", row) }
      }
    }
  }

  private func list(_ sites: [Site], at date: Date) throws {
    _ = try test.archive.recordSites(sites, network: testNetwork, at: date)
  }

  private func prune() throws {
    try walk("math", at: day(20), end: .incomplete([.totalMismatch]))
    for number in 21...23 {
      let run = try test.archive.beginRun(at: day(number))
      try test.archive.finishRun(
        run, at: day(number, 60), outcome: "complete", requests: 3, retries: 1, quotaRemaining: 290)
    }
    _ = try test.archive.prune(before: day(50), at: day(73))
  }

  /// One on rosters, and two of whom only a log or a claim tells.
  private func withhold() throws {
    let people = [
      try test.archive.person(site: "site4", userID: 12),
      try test.archive.loggedPeople(named: "Lost", in: testNetwork).first,
      try test.archive.loggedPeople(named: "Oldest", in: testNetwork).first,
    ]
    for person in people.compactMap(\.self) {
      _ = try test.archive.withhold(person, at: day(73, 10))
    }
  }

  private func leaveWalksBehind() throws {
    _ = try test.archive.beginRun(at: day(72))
    try walk("math", at: day(72), end: .incomplete([.totalMismatch]))
    try walk("cooking", at: day(72), end: nil)
  }

  /// A walk with one page that publishes nothing.
  private func walk(_ site: SiteRef, at date: Date, end verdict: Verdict?) throws {
    let walk = try test.archive.openWalk(
      site: site, run: test.run, at: date, maxAge: 0,
      source: WalkSource(api: verdict == nil ? "new.example" : "old.example", query: "pagesize=2"))
    let pages = test.pages([.made(5, about: "Five"), .made(6)], at: date, total: 9)
    for page in pages { try test.archive.record(page, walk: walk.id) }
    try test.archive.countRequests(4, walk: walk.id)
    guard let verdict else { return }
    try test.archive.finishWalk(
      walk.id, verdict: verdict, at: date.addingTimeInterval(60), requests: 1)
  }

  /// Two rosters of a site were read while the clock was years ahead.
  private func mendAWrongClock() throws {
    try test.publish([.made(9)], site: "site2", at: day(70))
    try test.publish([.made(9), .made(10)], site: "site2", at: day(4000))
    try test.elect([9], site: "site2", at: day(4000, 50))
    try test.publish([.made(10, "Other", reputation: 5)], site: "site2", at: day(4001))
    _ = try test.archive.redate(to: day(80))
    try test.publish([.made(10, "Other")], site: "site2", at: day(81))
  }

  private func keepTheRest() throws {
    let archive = test.archive
    let fault = SiteFault(site: "site3", reason: "timeout", message: "no answer", at: day(73))
    try archive.recordFaults([fault], settled: [])
    try archive.finishRun(
      test.run, at: day(73), outcome: "stopped", reason: "quota", until: day(74), requests: 9,
      retries: 1, quotaRemaining: 10)
    try archive.savePreparation("!abc", for: "api.example", named: "moderators")
    try archive.saveThrottleState(#"{"quota":5}"#, for: "api.example#1")
    try archive.bindAPI("api.example", network: testNetwork, at: day(73))
    try archive.setScope(Scope(.main, names: ["meta.math"]), network: testNetwork)
  }
}
