package import Archive
package import FoundationEssentials
package import Networks
import Roster

/// The requests for the sites of an archive: a roster is taken to have its old size, or the pages that it
/// had, and a site that was never read as many pages as the others have on average.
package struct RequestEstimates {
  private let options: SyncOptions
  private let network: any Network
  /// The pages of the sites that were read, where a request names the lists of a site.
  private let pages: [SiteRef: PageCounts]
  private let usual: UsualPages?
  private let sites: [SiteRef: KnownSite]

  /// - Parameter sites: All sites of the network.
  /// - Throws: `ArchiveError`.
  package init(
    _ options: SyncOptions, sites: [KnownSite], network: any Network, archive: ArchiveDatabase
  ) throws {
    self.options = options
    self.network = network
    self.sites = Dictionary(sites.map { ($0.site.ref, $0) }) { first, _ in first }
    pages =
      network.usualCost(of: nil).opening > 0 ? try archive.pageCounts(of: network.id) : [:]
    usual = UsualPages(pages.values)
  }

  /// The requests for one site.
  package func estimate(of site: KnownSite) -> RequestBounds {
    let cost = network.usualCost(of: site.site.ref)
    if !cost.listsAreIncluded, let known = UsualPages(pages[site.site.ref].map { [$0] } ?? []) {
      return RequestBounds(RequestEstimate(known, of: 1, cost))
    }
    if isLikeOthers(site), let usual { return RequestBounds(RequestEstimate(usual, of: 1, cost)) }
    return RequestBounds(of: site.site.ref, size: site.published?.count, options, network)
  }

  /// Whether only other sites tell how many pages its lists may have.
  private func isLikeOthers(_ site: KnownSite) -> Bool {
    usual != nil && pages[site.site.ref] == nil
      && !network.usualCost(of: site.site.ref).listsAreIncluded
  }

  /// The requests of a plan.
  ///
  /// - Parameter now: The wall clock.
  /// - Throws: `ArchiveError`.
  package func estimate(
    of plan: SyncPlan, archive: ArchiveDatabase, now: Date
  ) throws -> RequestBounds {
    var sum = RequestBounds()
    let walks = plan.walks.map { sites[$0.ref] ?? KnownSite(site: $0) }
    for site in walks where !isLikeOthers(site) { sum.add(estimate(of: site)) }
    if let usual {
      // Together, so that nothing is rounded for each.
      let others = walks.filter(isLikeOthers)
      let cost = network.usualCost(of: others.first?.site.ref)
      sum.add(RequestBounds(RequestEstimate(usual, of: others.count, cost)))
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
    if network.hasSiteList, !keepsList { sum.set(\.siteList, to: 1) }
    if let preparation = network.preparation {
      let kept = try bound.flatMap { try archive.preparation(for: $0, named: preparation.name) }
      if kept == nil || isSameAPI == false { sum.set(\.preparation, to: 1) }
    }
    return sum
  }
}
