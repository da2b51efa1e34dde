import Archive
import FoundationEssentials
import Networks
package import Roster
import Transport

/// The two things that a run needs before it can walk: the prepared value of all requests, and the list of sites.
extension SyncRun {
  /// Asks for one row of the list of sites where the archive has a list and only an answer can
  /// identify the API: nothing that the archive keeps of another API may be used, neither the filter
  /// nor the pages of unfinished walks.
  ///
  /// - Throws: ``SyncFailure/noSites(_:)`` where the API did not answer.
  func identifyAPI() async throws {
    guard witness.needsAnswer, try archive.latestSiteList(of: network.id) != nil,
      let request = network.sitePage(at: nil, size: 1, prepared: nil)
    else { return }
    let answer = try await transport.send(request)
    guard witness.needsAnswer else { return }
    do {
      _ = try answer.value()
    } catch {
      throw SyncFailure.noSites(error)
    }
  }

  /// The value that all requests for rosters carry, created once and stored permanently; nil where
  /// the network has none. Costs one request the first time.
  ///
  /// Where the API refuses to create one, the fallback is stored permanently instead, unless the
  /// archive has had a usual one: then the fallback serves for this run only, and the next run asks
  /// again, at the cost of one request.
  ///
  /// - Throws: ``SyncFailure/notPrepared(_:noun:)`` where it could not be created for another
  ///   reason; a later run may succeed.
  func prepared() async throws -> String? {
    guard let preparation = network.preparation, let api = witness.identity else { return nil }
    if let kept = try archive.preparation(for: api, named: preparation.name) { return kept }
    let answer = try await transport.send(preparation.request)
    let made: String
    do {
      made = try answer.value()
    } catch {
      guard error.isRefusal else { throw SyncFailure.notPrepared(error, noun: preparation.noun) }
      made = preparation.fallback
    }
    if made == preparation.fallback {
      observer.warning(preparation.fallbackWarning)
      let hadUsual = try archive.hasHadPreparation(
        otherThan: made, named: preparation.name)
      if hadUsual { return made }
    }
    // The first answer has identified the API.
    try archive.savePreparation(
      made, for: witness.identity ?? api, named: preparation.name)
    return made
  }

  /// When the list of sites is read.
  enum ListReading {
    /// The archive's serves.
    case none
    /// While the sites of the archive's are walked.
    case meanwhile
    /// Before any site is walked.
    case first
  }

  /// The list is read anew where the archive's is older than a day, incomplete or of another API, and where the user
  /// asks for it. The one of the night before tells what to walk meanwhile; an older one does not, so that runs that
  /// end early do not put the list off for ever.
  var listReading: ListReading {
    get throws {
      guard network.hasSiteList else { return .none }
      guard let latest = try archive.latestSiteList(of: network.id), latest.isBelieved,
        try !options.refreshSites && !needsTime && !changesAPI
      else { return .first }
      let age = abs(time.now.timeIntervalSince(latest.fetchedAt))
      if age < SyncOptions.siteListLifetime { return .none }
      let isForAll = options.names.isEmpty && age < 2 * SyncOptions.siteListLifetime
      return isForAll ? .meanwhile : .first
    }
  }

  /// Reads the list of sites and records it. Where it cannot be read, the archive's own is used.
  ///
  /// - Parameter walking: Done while the answers are awaited, and before they are recorded: a site may have another id in them.
  /// - Returns: Why the list could not be read.
  /// - Throws: ``SyncFailure/noSites(_:)`` where the archive has no list either, or where the
  ///   archive is to change to an API that does not answer; what `walking` throws.
  func renewList(
    _ prepared: String?, while walking: () async throws -> Void = {}
  ) async throws -> Fault? {
    async let fetched = fetchSites(prepared)
    try await walking()
    let latest = try archive.latestSiteList(of: network.id)
    let changesAPI = try self.changesAPI
    do {
      let sites = try await fetched
      if sites.isCached, let latest, sites.readAt <= latest.fetchedAt {
        throw Fault(fromCacheAt: sites.readAt, before: "the latest list")
      }
      try acceptAPI()
      try record(sites)
      return nil
    } catch {
      guard let fault = Fault(ofOneSite: error) else { throw error }
      observer.warning("The list of sites could not be fetched: \(fault.message).")
      guard latest != nil, !changesAPI || witness.hasAnswer else {
        throw SyncFailure.noSites(fault)
      }
      return fault
    }
  }

  /// Records sites that were named by an address and are not known yet, and new addresses of known ones.
  ///
  /// - Throws: ``SyncFailure``, where a name matches no site or several.
  func recordAddresses(_ names: [String]) throws {
    let known = try archive.knownSites(of: network.id).map(\.site)
    let new = network.sites(newIn: names, beside: known)
    if new.isEmpty { return }
    // A selection that is refused must leave nothing.
    _ = try SyncPlan.meant(by: names, among: known.updated(with: new))
    try acceptAPI()
    for site in new where known.contains(where: { $0.ref == site.ref }) {
      observer.warning("The site \(site.id) is asked at \(site.url) from now on.")
    }
    // This list is partial: it must not close other sites.
    _ = try archive.recordSites(new, network: network.id, at: time.now, isWhole: false)
  }

  /// Asks sites for the first answer of their lists until one has told the time, where dates are to be corrected by it and
  /// there is no list of sites whose answer tells it.
  ///
  /// - Throws: ``SyncFailure``, ``Stopped``, `CancellationError`, `ArchiveError`.
  func askTime() async throws {
    guard !network.hasSiteList, options.redates, try needsTime else { return }
    let sites = try archive.knownSites(of: network.id)
    for site in sites.filter({ $0.publishedAt != nil }).prefix(Self.mostAskedForTime) {
      if witness.believesClock { return }
      do {
        let lists = try await network.lists(of: site.site, ListContext(), through: transport)
        guard !witness.believesClock, let list = lists.rosters.first else { return }
        let query = PageQuery(at: list.paging.first, pageSize: 1, reading: .first)
        _ = try await list.page(query, transport)
      } catch is Fault {
        continue
      }
    }
  }

  /// Servers that do not answer take a while each.
  private static let mostAskedForTime = 10

  /// The problem of a run for all sites whose list of sites may be incomplete; nil where the list
  /// is complete.
  func siteListProblem() throws -> SyncSummary.Problem? {
    guard network.hasSiteList, let latest = try archive.latestSiteList(of: network.id),
      !latest.isBelieved
    else { return nil }
    return SyncSummary.Problem(site: nil, .siteList(latest))
  }

  /// A list of sites as fetched.
  private struct List {
    var sites: [Site] = []
    /// The `total` of the latest page; nil where it has none.
    var total: Int?
    /// Whether the last page reports that none follows.
    var hasEnd = false
    /// When its oldest page was true.
    var readAt = Date.distantFuture
    /// Whether one of its pages came from a cache.
    var isCached = false

    /// Why the list is incomplete by its own fields; nil where it is not.
    var fault: String? {
      if !hasEnd { return "has_more is true on its last page" }
      guard let total else { return "it does not report a total" }
      return total == sites.count ? nil : "it contains \(sites.count) of a total of \(total) sites"
    }
  }

  /// All pages of the list; the APIs return the whole list as one page.
  private func fetchSites(_ prepared: String?) async throws -> List {
    var list = List()
    var seen: Set<SiteRef> = []
    var position: PagePosition?
    for _ in 1...Self.mostPages {
      guard let request = network.sitePage(at: position, size: nil, prepared: prepared) else {
        break
      }
      let answer = try await transport.send(request)
      let (page, age) = (try answer.value(), answer.head?.age ?? 0)
      list.readAt = min(list.readAt, time.now - age)
      list.isCached = list.isCached || age > 0
      let news = page.items.filter { seen.insert($0.ref).inserted }
      list.sites += news
      list.total = page.total
      list.hasEnd = !page.hasMore
      if list.hasEnd || news.isEmpty { break }
      position = page.next
    }
    if list.sites.isEmpty { throw Fault(.undecodable, "the list of sites is empty") }
    return list
  }

  private func record(_ list: List) throws {
    let update = try archive.recordSites(
      list.sites, network: network.id, at: list.readAt, total: list.total,
      isWhole: list.fault == nil)
    if let fault = list.fault {
      observer.warning("The list of sites is incomplete: \(fault); no site is closed.")
    } else if let short = update.implausible {
      observer.warning(
        "The list of sites contains \(short.listed) of \(short.known) known sites; "
          + "no site is closed."
      )
    }
    for site in update.closed {
      observer.warning("The site \(site.id) is no longer in the list of sites.")
    }
    for site in update.renamed {
      observer.warning("The site \(site.before.id) is now called \(site.after.id).")
    }
    for site in update.ambiguous {
      observer.warning(
        "The list of sites does not make clear whether an address of the site \(site.id) is that of "
          + "another known site: the site is matched by its id.")
    }
  }

  /// The maximum number of pages, of 10,000 rows each; the whole list has about 360.
  private static let mostPages = 5
}

extension [Site] {
  /// These sites with those in their places that are the same, and the new ones.
  package func updated(with sites: [Site]) -> [Site] {
    let refs = Set(sites.map(\.ref))
    return filter { !refs.contains($0.ref) } + sites
  }
}
