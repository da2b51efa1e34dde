package import Archive
package import FoundationEssentials
package import Networks
package import Roster

/// How many requests a run would send: an estimate from what the archive knows, without any request.
package struct RequestEstimate: Hashable, Sendable {
  /// Requests that find out which lists a site has.
  package var opening = 0
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

  init() {}

  /// All of them, without retries.
  package var total: Int { opening + rosters + secondReadings + elected + siteList + preparation }

  /// The requests of a run into an archive that does not exist yet.
  ///
  /// - Parameters:
  ///   - count: How many sites it would read, each list with one page of moderators.
  ///   - named: Those of them whose names are known.
  package init(
    ofNewArchiveWith count: Int, named: [Site] = [], _ options: SyncOptions, _ network: any Network
  ) {
    for site in named {
      add(RequestEstimate(of: site.ref, size: nil, lists: nil, options, network))
    }
    let site = RequestEstimate(of: nil, size: nil, lists: nil, options, network)
    let others = max(0, count - named.count)
    opening += site.opening * others
    rosters += site.rosters * others
    secondReadings += site.secondReadings * others
    elected += site.elected * others
    siteList = network.hasSiteList ? 1 : 0
    preparation = network.preparation == nil ? 0 : 1
  }

  /// The requests for one site.
  ///
  /// - Parameters:
  ///   - site: Nil for any site of the network.
  ///   - size: How many moderators it has; nil where that is not known.
  ///   - lists: How many lists it has; nil where that is not known.
  init(
    of site: SiteRef?, size: Int?, lists: Int?, _ options: SyncOptions, _ network: any Network
  ) {
    let cost = network.usualCost(of: site)
    opening = cost.opening
    if cost.listsAreIncluded {
      (opening, rosters) = (0, cost.opening)
      return
    }
    let lists = max(1, lists ?? cost.lists)
    // Not rounded up by an addition: a damaged file may hold any number.
    let (whole, rest) = (size ?? 1).quotientAndRemainder(dividingBy: network.limits.pageSize)
    let pages =
      cost.paging == .whole
      ? 1 : min(max(1, rest > 0 ? whole + 1 : whole), network.limits.mostPages)
    rosters = pages + lists - 1
    secondReadings =
      network.rules.wantsSecondReading(
        pages: pages, of: cost.paging, besideOthers: lists > 1) ? rosters : 0
    elected = options.elected && network.listsElected ? rosters + secondReadings : 0
  }

  fileprivate mutating func add(_ other: RequestEstimate) {
    opening += other.opening
    rosters += other.rosters
    secondReadings += other.secondReadings
    elected += other.elected
  }
}

/// The requests for the sites of an archive: a roster is taken to have its old size, and a site as many
/// lists as it had, or as the mirrored ones have on average.
package struct RequestEstimates {
  private let options: SyncOptions
  private let network: any Network
  private let lists: [SiteRef: Int]
  private let usualLists: Int?
  private let sites: [SiteRef: KnownSite]

  /// - Parameter sites: All sites of the network.
  /// - Throws: `ArchiveError`.
  package init(
    _ options: SyncOptions, sites: [KnownSite], network: any Network, archive: ArchiveDatabase
  ) throws {
    self.options = options
    self.network = network
    self.sites = Dictionary(sites.map { ($0.site.ref, $0) }) { first, _ in first }
    let lists =
      network.usualCost(of: nil).opening > 0 ? try archive.listCounts(of: network.id) : [:]
    let mean = Double(lists.values.reduce(0, +)) / Double(lists.count)
    usualLists = lists.isEmpty ? nil : Int(mean.rounded())
    self.lists = lists
  }

  /// The requests for one site.
  package func estimate(of site: KnownSite) -> RequestEstimate {
    RequestEstimate(
      of: site.site.ref, size: site.published?.count, lists: lists[site.site.ref] ?? usualLists,
      options, network)
  }

  /// The requests of a plan.
  ///
  /// - Parameter now: The wall clock.
  /// - Throws: `ArchiveError`.
  package func estimate(
    of plan: SyncPlan, archive: ArchiveDatabase, now: Date
  ) throws -> RequestEstimate {
    var sum = RequestEstimate()
    for site in plan.walks { sum.add(estimate(of: sites[site.ref] ?? KnownSite(site: site))) }
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
    if network.hasSiteList, !keepsList { sum.siteList = 1 }
    if let preparation = network.preparation {
      let kept = try bound.flatMap { try archive.preparation(for: $0, named: preparation.name) }
      if kept == nil || isSameAPI == false { sum.preparation = 1 }
    }
    return sum
  }
}
