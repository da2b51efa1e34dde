import Archive
import Foundation
import GRDB
import Roster
import TestKit

/// 2026-01-01T00:00:00Z plus so many days.
func day(_ number: Int, _ seconds: Int = 0) -> Date {
  Date(unixSeconds: 1_767_225_600 + number * 86_400 + seconds)
}

/// An archive in a folder of its own, with what every test does to one.
struct TestArchive {
  let path: String
  let archive: ArchiveDatabase
  let run: Int

  init(_ folder: String, sites: [Site] = [.math]) throws {
    path = folder + "/archive.sqlite"
    archive = try ArchiveDatabase.open(at: path, for: .writing)
    run = try archive.beginRun(at: day(0))
    _ = try archive.recordSites(sites, network: testNetwork, at: day(0))
  }

  private init(path: String, archive: ArchiveDatabase, run: Int) {
    (self.path, self.archive, self.run) = (path, archive, run)
  }

  /// The same archive opened for writing again, after ``damage(_:)``.
  func reopened() throws -> TestArchive {
    TestArchive(path: path, archive: try ArchiveDatabase.open(at: path, for: .writing), run: run)
  }

  /// Walks a site with pages of a size, both readings where there are several, and publishes it.
  @discardableResult
  func publish(
    _ roster: [Moderator], site: SiteRef = "math", at date: Date, pageSize: Int = 100,
    total: Int?? = .none
  ) throws -> Publication {
    let walk = try archive.openWalk(
      site: site, run: run, at: date.addingTimeInterval(-60),
      maxAge: 0)
    let pages = pages(roster, at: date, pageSize: pageSize, total: total ?? .some(roster.count))
    for page in pages { try archive.record(page, walk: walk.id) }
    return try archive.publish(
      walk.id, verdict: Evidence(pages: pages.map(\.evidence)).verdict, at: date,
      requests: pages.count)
  }

  /// The pages of both readings.
  func pages(
    _ roster: [Moderator], at date: Date, pageSize: Int = 100, total: Int?
  ) -> [RecordedPage] {
    func reading(_ items: [Moderator], _ reading: Reading) -> [RecordedPage] {
      let starts = items.isEmpty ? [0] : Array(stride(from: 0, to: items.count, by: pageSize))
      return starts.enumerated().map { index, start in
        let part = Array(items[start..<min(start + pageSize, items.count)])
        return RecordedPage(
          evidence: PageEvidence(
            reading: reading, page: index + 1, userIDs: part.map(\.userID),
            hasMore: index + 1 < starts.count, total: total,
            sha256: Moderator.digest(of: part), fetchedAt: date), items: part)
      }
    }
    let first = reading(roster, .first)
    let needsSecond = Evidence(pages: first.map(\.evidence)).needsSecondReading
    return first + (needsSecond ? reading(roster.reversed(), .second) : [])
  }

  /// Notes who was elected on a site, as a walk of one page says.
  @discardableResult
  func elect(_ ids: Set<Int>, site: SiteRef = "math", at date: Date) throws -> [Change] {
    let pages = pages(ids.sorted().map { .made($0) }, at: date, total: ids.count)
    return try archive.setElected(
      Evidence(pages: pages.map(\.evidence)), site: site,
      startedAt: date - 30, at: date)
  }

  /// A row of a view as text by column name.
  func rows(_ view: View) throws -> [[String: String]] {
    try archive.listing(view).rows.map {
      Dictionary(uniqueKeysWithValues: zip(view.columnNames, $0.map(\.description)))
    }
  }

  /// Closes the archive and changes the file behind its back.
  func damage(_ sql: String) throws {
    try archive.close()
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
      try database.execute(sql: sql)
    }
    try queue.close()
  }

  func verifyAgain() throws -> Verification {
    let archive = try ArchiveDatabase.open(at: path, for: .reading)
    defer { try? archive.close() }
    return try archive.verify()
  }
}

func withTestArchive(sites: [Site] = [.math], _ body: (TestArchive) throws -> Void) throws {
  try withTemporaryFolder { try body(TestArchive($0, sites: sites)) }
}

extension Site {
  static let math = Site(
    "math", name: "Mathematics", url: "https://math.stackexchange.com", state: "normal",
    launchDate: day(-1000))
  static let cooking = Site(
    "cooking", name: "Seasoned Advice", url: "https://cooking.stackexchange.com")

  static func made(_ number: Int) -> Site {
    Site("site\(number)", name: "Site \(number)", url: "https://site\(number).example")
  }
}

extension Moderator {
  static func made(
    _ id: Int, _ name: String? = nil, account: Int? = nil, reputation: Int? = nil,
    location: String? = nil, about: String? = nil, kind: Kind = .moderator
  ) -> Moderator {
    Moderator(
      userID: id, accountID: account ?? id + 1000, displayName: name ?? "User \(id)", kind: kind,
      reputation: reputation ?? 100 * id, badges: Badges(gold: 1, silver: 2, bronze: 3),
      location: location, websiteURL: "", link: "https://example.com/users/\(id)",
      aboutMe: about.map { "<p>\($0)</p>" }, aboutText: about, memberSince: day(-500),
      lastAccess: day(-1))
  }
}
