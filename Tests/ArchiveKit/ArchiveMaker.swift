package import Archive
package import Foundation
package import Roster
import TestKit

/// Creates an archive as a sync does, one walk after the other.
package struct ArchiveMaker {
  package let path: String
  package let archive: ArchiveDatabase
  /// The run that all walks belong to.
  package let run: Int

  /// Creates an archive with some sites, from a list of sites and a run at that time.
  package init(_ folder: String, sites: [Site] = [.math], at date: Date = day(0)) throws {
    path = folder + "/archive.sqlite"
    archive = try ArchiveDatabase.open(at: path, for: .writing)
    run = try archive.beginRun(at: date)
    try list(sites, at: date)
  }

  /// Continues an archive that was created before, with a new run.
  package init(reopening path: String, at date: Date) throws {
    self.path = path
    archive = try Self.openAgain(path)
    run = try archive.beginRun(at: date)
  }

  private init(_ path: String, run: Int) throws {
    (self.path, self.run) = (path, run)
    archive = try ArchiveDatabase.open(at: path, for: .writing)
  }

  /// The same archive opened for writing again, after ``damage(_:)``.
  package func reopened() throws -> ArchiveMaker {
    try ArchiveMaker(path, run: run)
  }

  /// A concurrent test may fork a process, which holds the lock just released until its `exec`.
  private static func openAgain(_ path: String) throws -> ArchiveDatabase {
    for _ in 0..<100_000 {
      if let archive = try? ArchiveDatabase.open(at: path, for: .writing) { return archive }
    }
    return try ArchiveDatabase.open(at: path, for: .writing)
  }

  /// The file behind the archive.
  package var file: ArchiveFile { ArchiveFile(path) }

  /// Records a list of sites.
  package func list(_ sites: [Site], of network: NetworkID = testNetwork, at date: Date) throws {
    _ = try archive.recordSites(sites, network: network, at: date)
  }

  /// Walks a site with pages of a size, both readings where they are needed, and publishes it.
  ///
  /// - Parameters:
  ///   - seconds: How long before the date the walk begins.
  ///   - total: The `total` of the pages; by default the number of moderators.
  @discardableResult
  package func publish(
    _ roster: [Moderator], site: SiteRef = "math", at date: Date, after seconds: TimeInterval = 60,
    pageSize: Int = 100, total: Int?? = .none, by rules: ProofRules = .test
  ) throws -> Publication {
    let pages = pages(
      roster, at: date, pageSize: pageSize, total: total ?? .some(roster.count), by: rules)
    let walk = try begin(pages, site: site, at: date, after: seconds)
    return try archive.publish(
      walk, by: rules, acceptUnproven: true, at: date, requests: pages.count)
  }

  /// Walks a site whose page reports a wrong total, so that the roster is not published.
  package func fail(_ roster: [Moderator], site: SiteRef, at date: Date) throws {
    let pages = pages(roster, at: date, total: roster.count + 1)
      .filter { $0.evidence.reading == .first }
    let walk = try begin(pages, site: site, at: date)
    try archive.finishWalk(
      walk, verdict: Evidence(pages: pages.map(\.evidence)).verdict(by: .test), at: date,
      requests: 1)
  }

  /// Begins a walk before the date, by default a minute, and records its pages.
  ///
  /// - Returns: The unfinished walk.
  @discardableResult
  package func begin(
    _ pages: [RecordedPage], site: SiteRef = "math", at date: Date, after seconds: TimeInterval = 60
  ) throws -> Int {
    let walk = try archive.openWalk(
      site: site, run: run, at: date.addingTimeInterval(-seconds),
      maxAge: 0)
    for page in pages { try archive.record(page, walk: walk.id) }
    return walk.id
  }

  /// The pages of both readings of each role's list.
  ///
  /// - Parameter total: The `total` of the pages; where it is the number of moderators, each list has its own.
  package func pages(
    _ roster: [Moderator], at date: Date, pageSize: Int = 100, total: Int?,
    by rules: ProofRules = .test
  ) -> [RecordedPage] {
    let lists = Dictionary(grouping: roster, by: \.role).sorted { $0.key < $1.key }
    guard lists.count < 2 else {
      return lists.flatMap { list in
        listPages(
          list.value, of: list.key, at: date, pageSize: pageSize,
          total: total == roster.count ? list.value.count : total, by: rules, besideOthers: true)
      }
    }
    return listPages(
      roster, of: lists.first?.key ?? .moderator, at: date, pageSize: pageSize, total: total,
      by: rules)
  }

  /// The pages of both readings of one list.
  ///
  /// - Parameter besideOthers: Whether the roster has other lists, so that each is read twice.
  package func listPages(
    _ roster: [Moderator], of role: Role, at date: Date, pageSize: Int = 100, total: Int?,
    by rules: ProofRules = .test, besideOthers: Bool = false
  ) -> [RecordedPage] {
    func reading(_ items: [Moderator], _ reading: Reading) -> [RecordedPage] {
      let starts = items.isEmpty ? [0] : Array(stride(from: 0, to: items.count, by: pageSize))
      return starts.enumerated().map { index, start in
        let part = Array(items[start..<min(start + pageSize, items.count)])
        return RecordedPage(
          evidence: PageEvidence(
            reading: reading, role: role, page: index + 1,
            position: .position(ofPage: index + 1, after: start, in: rules.paging),
            userIDs: part.map(\.userID),
            hasMore: index + 1 < starts.count, total: total,
            sha256: Moderator.digest(of: part), fetchedAt: date), items: part)
      }
    }
    let first = reading(roster, .first)
    let needsSecond =
      besideOthers || Evidence(pages: first.map(\.evidence)).needsSecondReading(by: rules)
    return first + (needsSecond ? reading(roster.reversed(), .second) : [])
  }

  /// Records who was elected on a site, from a walk of one page.
  @discardableResult
  package func elect(_ ids: Set<Int>, site: SiteRef = "math", at date: Date) throws -> [Change] {
    let pages = pages(
      ids.sorted().map { Moderator(userID: $0, displayName: "Elected") }, at: date, total: ids.count
    )
    return try archive.setElected(
      Evidence(pages: pages.map(\.evidence)), by: .test, site: site,
      startedAt: date - 30, at: date)
  }

  /// The rows of a view as text by column name.
  package func rows(_ view: View) throws -> [[String: String]] {
    try archive.listing(view).rows.map {
      Dictionary(uniqueKeysWithValues: zip(view.columnNames, $0.map(\.description)))
    }
  }

  /// A walk of which the archive has nothing.
  package func unrecorded(
    _ roster: [Moderator], of site: SiteRef, _ date: Date, total: Int? = nil
  ) -> FinishedWalk {
    let pages = pages(roster, at: date, pageSize: 1_000, total: total ?? roster.count)
    let begun = BegunWalk(site: site, run: run, at: date.addingTimeInterval(-60))
    return FinishedWalk(.unrecorded(begun, pages), by: .test, at: date, requests: pages.count)
  }

  /// Closes the archive and changes the file with SQL.
  package func damage(_ sql: String) throws {
    try archive.close()
    try file.execute(sql)
  }

  /// Ends the run and closes the file.
  package func finish(at date: Date, outcome: String = "complete") throws {
    try archive.finishRun(
      run, at: date, outcome: outcome, requests: 12, retries: 0, quotaRemaining: 287)
    try archive.close()
  }
}

/// Runs the body with a new archive in a temporary folder, which is deleted afterwards.
package func withArchive(
  sites: [Site] = [.math], _ body: (ArchiveMaker) throws -> Void
) throws {
  try withTemporaryFolder { try body(ArchiveMaker($0, sites: sites)) }
}

extension PagePosition {
  /// The position of a page after some rows in a list of the only kind that a network has.
  fileprivate static func position(
    ofPage number: Int, after rows: Int, in kinds: Set<Paging>
  ) -> PagePosition {
    switch kinds.first ?? .numbered {
    case .numbered: .number(number)
    case .offset: .offset(rows)
    case .tokens: number == 1 ? .start : .token("\(number)")
    case .whole: .whole
    }
  }
}
