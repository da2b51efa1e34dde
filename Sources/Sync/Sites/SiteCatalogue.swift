import Archive
import FoundationEssentials
import Networks
import Roster
import Transport

/// Gets the two things a run needs before it can walk: what all requests carry, and the list of sites.
struct SiteCatalogue: Sendable {
  let archive: ArchiveDatabase
  let network: any Network
  let transport: any ClientTransport
  let time: any TimeSource
  let observer: any SyncObserver
  let gate: RunGate

  /// What all requests for rosters carry, made once and kept for good; nil where the network needs nothing.
  /// Costs one request the first time.
  ///
  /// An API that refuses to make one serves with the fallback, for good as well: it has fewer fields and
  /// other text, and a change would look like changes of every moderator.
  ///
  /// - Throws: ``SyncFailure/notPrepared(_:noun:)`` where none was made for another reason, which may pass.
  func prepared() async throws -> String? {
    guard let preparation = network.preparation, let api = gate.witness.identity else { return nil }
    if let kept = try archive.preparation(for: api, named: preparation.name) { return kept }
    let answer = try await transport.send(preparation.request)
    let made: String
    do {
      made = try answer.value()
    } catch {
      guard error.isRefusal else { throw SyncFailure.notPrepared(error, noun: preparation.noun) }
      made = preparation.fallback
    }
    if made == preparation.fallback { observer.warning(preparation.fallbackWarning) }
    // The first answer has told who the API is.
    try archive.savePreparation(
      made, for: gate.witness.identity ?? api, named: preparation.name)
    return made
  }

  /// The network's sites, asked for where the archive's list is older than a day or is not whole, or
  /// `refresh` says so.
  ///
  /// Where the list cannot be fetched, the archive's own list serves. A network without a list knows the
  /// sites that were named by their address.
  ///
  /// - Parameter names: What the user typed.
  /// - Throws: ``SyncFailure/noSites(_:)`` where there is none either.
  func sites(refresh: Bool, prepared: String?, named names: [String]) async throws -> [KnownSite] {
    guard hasList else {
      try recordAddresses(names)
      return try archive.knownSites(of: network.id)
    }
    let latest = try archive.latestSiteList(of: network.id)
    if refresh || isStale(latest) {
      do {
        let sites = try await fetchSites(prepared)
        try gate.pass()
        try record(sites)
      } catch let fault as Fault {
        observer.warning("The list of sites could not be fetched: \(fault.message).")
        guard latest != nil else {
          throw SyncFailure.noSites(fault)
        }
      }
    }
    return try archive.knownSites(of: network.id)
  }

  private var hasList: Bool { network.sitePage(1, size: nil, prepared: nil) != nil }

  /// Takes over the sites that were named by an address and are not known yet.
  private func recordAddresses(_ names: [String]) throws {
    let known = Set(try archive.knownSites(of: network.id).map(\.site.ref))
    let new = names.compactMap(network.site).filter { !known.contains($0.ref) }
    if new.isEmpty { return }
    try gate.pass()
    // Not the whole list: no other site is closed.
    _ = try archive.recordSites(new, network: network.id, at: time.now, isWhole: false)
  }

  /// What a run for all sites must say of the list of sites where it is not believed to be whole; nil where
  /// it is.
  func problem() throws -> SyncSummary.Problem? {
    guard hasList, let latest = try archive.latestSiteList(of: network.id), !latest.isBelieved
    else { return nil }
    return SyncSummary.Problem(site: nil, .siteList(latest))
  }

  private func isStale(_ latest: SiteListState?) -> Bool {
    guard let latest, latest.isBelieved else { return true }
    return abs(time.now.timeIntervalSince(latest.fetchedAt)) >= SyncOptions.siteListLifetime
  }

  /// A list of sites as it came.
  private struct List {
    var sites: [Site] = []
    /// How many there are, as its latest page says; nil where that does not say.
    var total: Int?
    /// Whether the last page says that none follows.
    var hasEnd = false

    /// Why it cannot hold all sites by its own word; nil where it does.
    var fault: String? {
      if !hasEnd { return "its has_more does not end" }
      guard let total else { return "it does not say how many sites there are" }
      return total == sites.count ? nil : "it holds \(sites.count) of the \(total) that it counts"
    }
  }

  /// All pages of the list; one, as long as the API keeps giving it whole.
  private func fetchSites(_ prepared: String?) async throws -> List {
    var list = List()
    var seen: Set<SiteRef> = []
    for number in 1...Self.mostPages {
      guard let request = network.sitePage(number, size: nil, prepared: prepared) else { break }
      let page = try await transport.send(request).value()
      let news = page.items.filter { seen.insert($0.ref).inserted }
      list.sites += news
      list.total = page.total
      list.hasEnd = !page.hasMore
      if list.hasEnd || news.isEmpty { break }
    }
    if list.sites.isEmpty { throw Fault(.undecodable, "the list of sites has none") }
    return list
  }

  private func record(_ list: List) throws {
    let update = try archive.recordSites(
      list.sites, network: network.id, at: time.now, total: list.total,
      isWhole: list.fault == nil)
    if let fault = list.fault {
      observer.warning("The list of sites is not whole: \(fault); no site is closed.")
    } else if let short = update.implausible {
      observer.warning(
        "The list of sites holds \(short.listed) of the \(short.known) that were known; "
          + "no site is closed."
      )
    }
    for site in update.closed { observer.warning("The site \(site.id) is gone from the list.") }
    for site in update.renamed {
      observer.warning("The site \(site.before.id) is now called \(site.after.id).")
    }
    for site in update.ambiguous {
      observer.warning(
        "An address of the site \(site.id) may be that of another known site, and the list of sites does "
          + "not tell clearly: the site is taken by its id.")
    }
  }

  /// Pages of 10,000 rows each, where the whole list has about 360.
  private static let mostPages = 5
}

extension Answer {
  /// The value of a good answer.
  ///
  /// - Throws: ``Fault`` for any other.
  func value() throws(Fault) -> Payload {
    if let payload { return payload }
    switch outcome {
    case .temporary(let fault), .permanent(let fault): throw fault
    case .throttled, .lockedOut:
      throw Fault(.throttled, "the API refuses again and again for the wait that it asked for")
    case .good: throw Fault(.undecodable, "the answer holds no value")
    }
  }
}
