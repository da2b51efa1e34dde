import Archive
import FoundationEssentials
import Roster
import TestKit

/// Makes archives as a sync would, one walk after the other.
struct ArchiveMaker {
  let path: String
  let archive: ArchiveDatabase
  private let run: Int

  init(_ folder: String, sites: [Site]) throws {
    path = folder + "/archive.sqlite"
    archive = try ArchiveDatabase.open(at: path, for: .writing)
    run = try archive.beginRun(at: .november(10))
    _ = try archive.recordSites(sites, network: testNetwork, at: .november(10))
  }

  /// Goes on with an archive that was made before.
  init(reopening path: String, at date: Date) throws {
    self.path = path
    archive = try Self.openAgain(path)
    run = try archive.beginRun(at: date)
  }

  /// A lock that was just given back lives on, until it becomes another program, in a process that a
  /// test beside this one begins meanwhile.
  private static func openAgain(_ path: String) throws -> ArchiveDatabase {
    for _ in 0..<100_000 {
      if let archive = try? ArchiveDatabase.open(at: path, for: .writing) { return archive }
    }
    return try ArchiveDatabase.open(at: path, for: .writing)
  }

  /// Reads a roster and publishes it, as unproven where the API does not say `total`.
  func publish(
    _ roster: [Moderator], of site: SiteID, at date: Date, saysTotal: Bool = true
  ) throws {
    let walk = try walk(roster, of: site, at: date, total: saysTotal ? roster.count : nil)
    _ = try archive.publish(
      walk.id, verdict: walk.evidence.verdict, at: date, requests: 1)
  }

  /// Takes over a list of sites.
  func list(_ sites: [Site], at date: Date) throws {
    _ = try archive.recordSites(sites, network: testNetwork, at: date)
  }

  /// Reads a roster whose page says another total, so that it is not published.
  func fail(_ roster: [Moderator], of site: SiteID, at date: Date) throws {
    let walk = try walk(roster, of: site, at: date, total: roster.count + 1, readings: [.first])
    try archive.finishWalk(walk.id, verdict: walk.evidence.verdict, at: date, requests: 1)
  }

  /// Begins a walk and leaves it.
  func begin(_ roster: [Moderator], of site: SiteID, at date: Date) throws {
    _ = try walk(roster, of: site, at: date, total: roster.count)
  }

  /// Ends the run and closes the file.
  func finish(at date: Date, outcome: String = "complete") throws {
    try archive.finishRun(
      run, at: date, outcome: outcome, requests: 12, retries: 0, quotaRemaining: 287)
    try archive.close()
  }

  private func walk(
    _ roster: [Moderator], of site: SiteID, at date: Date, total: Int?,
    readings: [Reading] = Reading.allCases
  ) throws -> (id: Int, evidence: Evidence) {
    let walk = try archive.openWalk(
      site: SiteRef(test: site), run: run, at: date.addingTimeInterval(-1),
      maxAge: 0)
    let pages = readings.map { reading in
      RecordedPage(
        Page(items: reading == .first ? roster : roster.reversed(), hasMore: false, total: total),
        number: 1, of: reading, fetchedAt: date)
    }
    for page in pages { try archive.record(page, walk: walk.id) }
    return (walk.id, Evidence(pages: pages.map(\.evidence)))
  }
}

extension Date {
  /// Three o'clock in the morning of that day of November 2026, UTC.
  static func november(_ day: Int) -> Date {
    Date(unixSeconds: 1_793_502_000 + (day - 1) * 86_400)
  }
}
