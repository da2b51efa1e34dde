import Archive
import FoundationEssentials
import Roster
import Sync
import TestKit

/// Compares an archive's content of a ``ListNetwork`` with the truth, and checks that runs of one
/// network do not change the other.
struct ListAudit {
  private let sites: ListSites
  private let ledger: Ledger
  /// The published roster of each site.
  private var known: [SiteRef: (publishedAt: Date, ids: Set<Int>, grade: Grade?)] = [:]
  private var acceptsUnproven = false
  private var others: [KnownSite] = []

  init(sites: ListSites, ledger: Ledger) {
    self.sites = sites
    self.ledger = ledger
  }

  /// Before a run of the network.
  mutating func begin(_ archive: ArchiveDatabase, _ options: SyncOptions) throws {
    try check(archive)
    acceptsUnproven = options.acceptUnproven
    others = try archive.knownSites(of: testNetwork)
  }

  /// After it.
  mutating func finish(_ summary: SyncSummary, _ archive: ArchiveDatabase, isFinal: Bool) throws {
    try check(archive)
    ledger.expect(
      try archive.knownSites(of: testNetwork) == others,
      "a run of one network moved another's sites")
    let counts = summary.sites
    ledger.expect(
      counts.requested == counts.complete + counts.incomplete + counts.failed + counts.skipped
        + counts.unproven, "the counts of sites do not add up: \(counts)")
    guard isFinal else { return }
    let published = counts.complete + counts.unproven
    ledger.expect(published == sites.hosts.count, "the last run ends with \(summary)")
    for host in sites.hosts {
      let last = known[SiteRef(sites.network.id, host)]
      ledger.expect(
        last?.ids == Set(sites.roster(of: host).keys), "\(host) ends with \(last?.ids ?? [])")
      ledger.expect(last?.grade == highestGrade, "\(host) ends as \(last?.grade as Any)")
    }
  }

  /// New rosters were true when their first reading ended; all others are unchanged.
  mutating func check(_ archive: ArchiveDatabase) throws {
    for site in try archive.knownSites(of: sites.network.id) {
      let (ref, published) = (site.site.ref, site.published)
      let rows = try archive.roster(of: ref).listing.rows
      let ids = Set(rows.compactMap { Int($0[2].description) })
      guard let published, published.publishedAt != known[ref]?.publishedAt else {
        ledger.expect(ids == known[ref]?.ids ?? [], "\(ref) has \(ids) and published nothing")
        continue
      }
      check(published, ids, of: ref, after: known[ref]?.grade)
      known[ref] = (published.publishedAt, ids, published.verdict.grade)
      ledger.expect(
        try archive.currentGrade(of: ref) == published.verdict.grade, "\(ref) has another grade")
      for row in rows {
        ledger.expect(
          sites.knows(row[4].description, on: ref.id), "\(ref) has somebody called \(row[4])")
      }
    }
  }

  /// The grade of a roster of this kind where nothing is missing.
  private var highestGrade: Grade {
    switch sites.network.kind {
    case .numbered, .counted, .offset, .tokens: .complete
    case .lagging: .corroborated
    case .whole: .published
    }
  }

  /// A grade claims no more than what was true.
  private func check(
    _ published: KnownSite.PublishedRoster, _ ids: Set<Int>, of ref: SiteRef, after old: Grade?
  ) {
    let verdict = published.verdict
    ledger.count {
      $0.published["\(ref.network) \(verdict.grade?.rawValue ?? "")", default: 0] += 1
    }
    guard let grade = verdict.grade, grade <= highestGrade else {
      return ledger.fail("\(ref) is \(verdict)")
    }
    let isAccepted = verdict.needsAcceptance || !grade.mayReplace(old)
    ledger.expect(!isAccepted || acceptsUnproven, "\(ref) is \(verdict) after \(old as Any)")
    if grade == .corroborated {
      ledger.expect(
        sites.hasTold(ids.count, on: ref.id), "\(ref) has \(ids.count), which no total says")
    }
    // Dates are whole seconds, and an answer takes some time.
    let (start, end) = (published.publishedAt - 3, published.publishedAt + 1)
    // A list without pages is read once, and cannot show whom it leaves out.
    let isTrue =
      sites.network.kind == .whole
      ? sites.knew(ids, on: ref.id, from: start, to: end)
      : sites.had(ids, on: ref.id, from: start, to: end)
    ledger.expect(
      isTrue,
      "\(ref) published \(ids.sorted()) as \(grade), which it did not have at "
        + "\(published.publishedAt)")
  }
}
