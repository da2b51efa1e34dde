package import Archive
package import FoundationEssentials
package import Networks
package import Roster

/// How many requests a run on one network would send, without retries, from what the archive knows: a site takes
/// the pages that it had, and one that was never read as many as the others on average.
package struct RequestEstimates {
  private let options: SyncOptions
  private let network: any Network
  /// The pages of the sites that were read, where a request names the lists of a site.
  private let pages: [SiteRef: Int]
  /// Their mean; nil where none was read.
  private let usual: Double?

  /// - Parameter archive: Nil where there is none yet.
  /// - Throws: `ArchiveError`.
  package init(
    _ options: SyncOptions, _ network: any Network, _ archive: ArchiveDatabase?
  ) throws {
    (self.options, self.network) = (options, network)
    let namesLists = network.expectedCost(of: nil).opening > 0
    let counts = try namesLists ? archive?.pageCounts(of: network.id) ?? [:] : [:]
    pages = counts.mapValues { $0.first + $0.second }
    usual = pages.isEmpty ? nil : Double(pages.values.reduce(0, +)) / Double(pages.count)
  }

  /// Whether the requests for a site are a bound, because nobody knows how many lists it has.
  package func isBound(for site: SiteRef?) -> Bool {
    let cost = network.expectedCost(of: site)
    return usual == nil && !cost.listsAreIncluded && cost.lists.count > 1
  }

  /// The requests for one site; nil is one that nobody has named.
  ///
  /// - Parameters:
  ///   - size: How many moderators it has; nil where that is not known.
  ///   - isChecked: Whether it is only read if the answer that names its lists says that anything can have changed,
  ///     which hardly any site does in a night.
  package func requests(for site: SiteRef?, size: Int? = nil, isChecked: Bool = false) -> Double {
    let cost = network.expectedCost(of: site)
    if cost.listsAreIncluded || isChecked { return Double(cost.opening) }
    if let known = site.flatMap({ pages[$0] }).map(Double.init) ?? usual {
      return Double(cost.opening) + known
    }
    // Not rounded up by an addition: a damaged file may hold any number.
    let (whole, rest) = (size ?? 1).quotientAndRemainder(dividingBy: network.limits.pageSize)
    let first =
      cost.paging == .whole
      ? 1 : min(max(1, rest > 0 ? whole + 1 : whole), network.limits.mostPages)
    // All lists but the first are taken to have one page.
    let lists = cost.lists.upperBound
    let isReadTwice = network.rules.wantsSecondReading(
      pages: first, of: cost.paging, besideOthers: lists > 1)
    let both = options.elected && network.listsElected ? 2 : 1
    return Double(cost.opening + (first + lists - 1) * (isReadTwice ? 2 : 1) * both)
  }

  /// What a run asks for beside the lists of sites: the list of all sites and the value that all requests carry,
  /// where the archive has none that serves.
  ///
  /// - Parameter archive: Nil where there is none yet.
  /// - Throws: `ArchiveError`.
  package func others(in archive: ArchiveDatabase?, now: Date) throws -> Int {
    let bound = try archive?.api(of: network.id)
    let isSameAPI = bound.map { api in
      network.host.map { APIIdentity.mayBe(api, at: $0) } ?? true
    }
    let list = try archive?.latestSiteList(of: network.id)
    let isRecent =
      list.map {
        $0.isBelieved && abs(now.timeIntervalSince($0.fetchedAt)) < SyncOptions.siteListLifetime
      } ?? false
    let keepsList = isRecent && isSameAPI != false && !options.refreshSites
    var count = network.hasSiteList && !keepsList ? 1 : 0
    if let preparation = network.preparation {
      let kept = try bound.flatMap { try archive?.preparation(for: $0, named: preparation.name) }
      if kept == nil || isSameAPI == false { count += 1 }
    }
    return count
  }
}
