package import Archive
package import FoundationEssentials
package import Networks
import Roster

/// How many requests a run would send: an estimate from what the archive knows, without any request.
package struct RequestEstimate: Hashable, Sendable {
  /// Pages of rosters, in a first reading.
  package var rosters = 0
  /// The same pages again, where the rules of completeness ask for a second reading.
  package var secondReadings = 0
  /// Pages of the lists of who was elected, with their second readings.
  package var elected = 0
  /// 1 where the list of sites would be fetched, else 0.
  package var siteList = 0
  /// 1 where the value that all requests carry would be created, else 0.
  package var preparation = 0

  /// All of them, without retries.
  package var total: Int { rosters + secondReadings + elected + siteList + preparation }

  /// The requests of a plan.
  ///
  /// - Parameters:
  ///   - sites: All sites of the archive: a roster is taken to have its old size.
  ///   - now: The wall clock.
  /// - Throws: `ArchiveError`.
  package init(
    _ plan: SyncPlan, _ options: SyncOptions, sites: [KnownSite], network: any Network,
    archive: ArchiveDatabase, now: Date
  ) throws {
    let sizes = Dictionary(sites.map { ($0.site.ref, $0.published?.count) }) { first, _ in first }
    for site in plan.walks {
      add(RequestEstimate(ofSize: sizes[site.ref] ?? nil, options, network))
    }
    let bound = try archive.api(of: network.id)
    let isSameAPI = bound.map { api in
      network.host.map { APIIdentity.mayBe(api, at: $0) } ?? true
    }
    let list = try archive.latestSiteList(of: network.id)
    let isRecent =
      list.map {
        $0.isBelieved && abs(now.timeIntervalSince($0.fetchedAt)) < SyncOptions.siteListLifetime
      } ?? false
    let keepsList = isRecent && isSameAPI != false && !options.refreshSites
    if Self.hasList(network), !keepsList { siteList = 1 }
    if let preparation = network.preparation {
      let kept = try bound.flatMap { try archive.preparation(for: $0, named: preparation.name) }
      if kept == nil || isSameAPI == false { self.preparation = 1 }
    }
  }

  /// The requests of a run into an archive that does not exist yet.
  ///
  /// - Parameter count: How many sites it would read, each with one page of moderators.
  package init(ofNewArchiveWith count: Int, _ options: SyncOptions, _ network: any Network) {
    let site = RequestEstimate(ofSize: nil, options, network)
    rosters = site.rosters * count
    secondReadings = site.secondReadings * count
    elected = site.elected * count
    siteList = Self.hasList(network) ? 1 : 0
    preparation = network.preparation == nil ? 0 : 1
  }

  /// The requests for one site.
  ///
  /// - Parameter size: How many moderators it has; nil where that is not known.
  package init(ofSize size: Int?, _ options: SyncOptions, _ network: any Network) {
    // Not rounded up by an addition: a damaged file may hold any number.
    let (whole, rest) = (size ?? 1).quotientAndRemainder(dividingBy: network.limits.pageSize)
    let pages =
      network.paging == .whole
      ? 1 : min(max(1, rest > 0 ? whole + 1 : whole), network.limits.mostPages)
    rosters = pages
    secondReadings =
      network.rules.wantsSecondReading(pages: pages, of: network.paging) ? pages : 0
    elected = options.elected && network.listsElected ? rosters + secondReadings : 0
  }

  private static func hasList(_ network: any Network) -> Bool {
    network.sitePage(1, size: nil, prepared: nil) != nil
  }

  private mutating func add(_ other: RequestEstimate) {
    rosters += other.rosters
    secondReadings += other.secondReadings
    elected += other.elected
  }
}
