import Archive
import FoundationEssentials
import Roster
import Sync
import TestKit

/// Compares an archive's content of ``TokenNetwork`` with the truth, and checks that runs of one
/// network do not change the other.
struct TokenAudit {
  private let sites: TokenSites
  private let ledger: Ledger
  /// The published roster of each site.
  private var known: [SiteRef: (publishedAt: Date, ids: Set<Int>)] = [:]
  private var others: [KnownSite] = []

  init(sites: TokenSites, ledger: Ledger) {
    self.sites = sites
    self.ledger = ledger
  }

  /// Before a run of the network.
  mutating func begin(_ archive: ArchiveDatabase) throws {
    try check(archive)
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
    ledger.expect(counts.complete == sites.hosts.count, "the last run ends with \(summary)")
    for host in sites.hosts {
      let roster = known[SiteRef(TokenNetwork.id, host)]?.ids
      ledger.expect(roster == Set(sites.roster(of: host).keys), "\(host) ends with \(roster ?? [])")
    }
  }

  /// New rosters were true when their first reading ended; all others are unchanged.
  mutating func check(_ archive: ArchiveDatabase) throws {
    for site in try archive.knownSites(of: TokenNetwork.id) {
      let (ref, published) = (site.site.ref, site.published)
      let rows = try archive.roster(of: ref).listing.rows
      let ids = Set(rows.compactMap { Int($0[2].description) })
      guard let published, published.publishedAt != known[ref]?.publishedAt else {
        ledger.expect(ids == known[ref]?.ids ?? [], "\(ref) has \(ids) and published nothing")
        continue
      }
      known[ref] = (published.publishedAt, ids)
      ledger.count { $0.published["tokens", default: 0] += 1 }
      ledger.expect(published.verdict == .complete, "\(ref) is \(published.verdict)")
      // Dates are whole seconds, and an answer takes some time.
      let (start, end) = (published.publishedAt - 3, published.publishedAt + 1)
      ledger.expect(
        sites.had(ids, on: ref.id, from: start, to: end),
        "\(ref) published \(ids.sorted()), which it did not have at \(published.publishedAt)")
      for row in rows {
        ledger.expect(
          sites.knows(row[4].description, on: ref.id), "\(ref) has somebody called \(row[4])")
      }
    }
  }
}
