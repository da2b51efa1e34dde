import Archive
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

  /// The requests for one site.
  ///
  /// - Parameters:
  ///   - cost: What one site of the network costs.
  ///   - lists: How many lists it has. All but the first are taken to have one page.
  ///   - size: How many moderators it has; nil where that is not known.
  init(
    _ cost: SiteCost, lists: Int, size: Int?, _ options: SyncOptions, _ network: any Network
  ) {
    opening = cost.opening
    if cost.listsAreIncluded {
      (opening, rosters) = (0, cost.opening)
      return
    }
    // Not rounded up by an addition: a damaged file may hold any number.
    let (whole, rest) = (size ?? 1).quotientAndRemainder(dividingBy: network.limits.pageSize)
    let pages =
      cost.paging == .whole
      ? 1 : min(max(1, rest > 0 ? whole + 1 : whole), network.limits.mostPages)
    rosters = pages + lists - 1
    secondReadings =
      network.rules.wantsSecondReading(pages: pages, of: cost.paging, besideOthers: lists > 1)
      ? rosters : 0
    elected = options.elected && network.listsElected ? rosters + secondReadings : 0
  }

  /// The requests for some sites with so many pages each, which a request names before.
  init(_ pages: UsualPages, of sites: Int, _ cost: SiteCost) {
    opening = cost.opening * sites
    rosters = pages.first(of: sites)
    secondReadings = pages.second(of: sites)
  }

  fileprivate mutating func add(_ other: RequestEstimate, times count: Int = 1) {
    opening += other.opening * count
    rosters += other.rosters * count
    secondReadings += other.secondReadings * count
    elected += other.elected * count
  }
}

/// The least and the most requests of a run: they differ where it is not known how many lists sites
/// have, because no site of the network was read yet.
package struct RequestBounds: Hashable, Sendable {
  package var least = RequestEstimate()
  package var most = RequestEstimate()

  init() {}

  init(_ estimate: RequestEstimate) {
    (least, most) = (estimate, estimate)
  }

  /// The requests for one site whose lists are not known.
  ///
  /// - Parameters:
  ///   - site: Nil for any site of the network.
  ///   - size: How many moderators it has; nil where that is not known.
  init(of site: SiteRef?, size: Int?, _ options: SyncOptions, _ network: any Network) {
    let cost = network.usualCost(of: site)
    least = RequestEstimate(
      cost, lists: cost.lists.lowerBound, size: size, options, network)
    most = RequestEstimate(cost, lists: cost.lists.upperBound, size: size, options, network)
  }

  /// The requests of a run into an archive that does not exist yet.
  ///
  /// - Parameters:
  ///   - count: How many sites it would read, each list with one page of moderators.
  ///   - named: Those of them whose names are known.
  package init(
    ofNewArchiveWith count: Int, named: [Site] = [], _ options: SyncOptions, _ network: any Network
  ) {
    for site in named { add(RequestBounds(of: site.ref, size: nil, options, network)) }
    add(
      RequestBounds(of: nil, size: nil, options, network), times: max(0, count - named.count))
    set(\.siteList, to: network.hasSiteList ? 1 : 0)
    set(\.preparation, to: network.preparation == nil ? 0 : 1)
  }

  mutating func add(_ other: RequestBounds, times count: Int = 1) {
    least.add(other.least, times: count)
    most.add(other.most, times: count)
  }

  mutating func set(_ part: WritableKeyPath<RequestEstimate, Int>, to count: Int) {
    least[keyPath: part] = count
    most[keyPath: part] = count
  }
}

/// The pages of the sites that were read, from which those of the others are estimated.
struct UsualPages: Hashable, Sendable {
  private let first: Double
  private let second: Double

  /// - Parameter sites: The pages of each; nil without any.
  init?(_ sites: some Collection<PageCounts>) {
    if sites.isEmpty { return nil }
    first = sites.reduce(0) { $0 + Double($1.first) } / Double(sites.count)
    second = sites.reduce(0) { $0 + Double($1.second) } / Double(sites.count)
  }

  func first(of sites: Int) -> Int { Int((first * Double(sites)).rounded()) }
  func second(of sites: Int) -> Int { Int((second * Double(sites)).rounded()) }
}
