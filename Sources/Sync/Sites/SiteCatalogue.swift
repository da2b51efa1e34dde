import Archive
import FoundationEssentials
import Roster
import StackExchange
import Transport

/// Gets the two things a run needs before it can walk: the archive's filter and the list of sites.
struct SiteCatalogue: Sendable {
  let archive: ArchiveDatabase
  let api: APIEndpoint
  let transport: any ClientTransport
  let time: any TimeSource
  let observer: any SyncObserver
  let gate: RunGate

  /// The filter of this archive, made once and kept for good. Costs one request the first time.
  ///
  /// An API that refuses to make one serves with the well-known safe one, for good as well: it has
  /// fewer fields and other text, and a change of filter would look like changes of every moderator.
  ///
  /// - Throws: ``SyncFailure/noFilter(_:)`` where none was made for another reason, which may pass.
  func filter() async throws -> Filter {
    if let id = try keptFilter() {
      return Filter(id: id, isSafe: id == Filter.wellKnownSafe.id)
    }
    let answer = try await transport.send(api.makeFilter())
    let filter: Filter
    do {
      filter = try answer.value()
    } catch {
      switch error.kind {
      case .refused: filter = .wellKnownSafe
      default: throw SyncFailure.noFilter(error)
      }
    }
    if filter.isSafe {
      observer.warning("The API makes no unsafe filter; the text of a safe one is decoded.")
    }
    let kept = filter.isSafe ? .wellKnownSafe : filter
    try archive.saveFilter(kept.id, for: gate.witness.identity, named: Filter.rosterName)
    return kept
  }

  /// The filter that was made before for the API that is taken to answer.
  private func keptFilter() throws -> String? {
    try archive.filter(for: gate.witness.identity, named: Filter.rosterName)
  }

  /// The network's sites, asked for where the archive's list is older than a day or is not whole, or
  /// `refresh` says so.
  ///
  /// Where `/sites` fails, the archive's own list serves.
  ///
  /// - Throws: ``SyncFailure/noSites(_:)`` where there is none either.
  func sites(refresh: Bool, filter: Filter) async throws -> [KnownSite] {
    let latest = try archive.latestSiteList(of: stackExchangeNetwork)
    if refresh || isStale(latest) {
      do {
        let sites = try await fetchSites(filter)
        try gate.pass()
        try record(sites)
      } catch let fault as Fault {
        observer.warning("The list of sites could not be fetched: \(fault.message).")
        guard latest != nil else {
          throw SyncFailure.noSites(fault)
        }
      }
    }
    return try archive.knownSites(of: stackExchangeNetwork)
  }

  /// What a run for all sites must say of the list of sites where it is not believed to be whole; nil where
  /// it is.
  func problem() throws -> SyncSummary.Problem? {
    guard let latest = try archive.latestSiteList(of: stackExchangeNetwork),
      !latest.isBelieved
    else { return nil }
    return SyncSummary.Problem(
      site: nil, reason: "sites_incomplete", detail: "the list of sites \(latest.fault)")
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
  private func fetchSites(_ filter: Filter) async throws -> List {
    var list = List()
    var seen: Set<SiteRef> = []
    for number in 1...Self.mostPages {
      let page = try await transport.send(api.sites(page: number, filter: filter)).value()
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
      list.sites, network: stackExchangeNetwork, at: time.now, total: list.total,
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

extension SiteListState {
  /// What a list that is not believed lacks, as far as the archive tells.
  fileprivate var fault: String {
    guard let total else { return "holds \(items), and nothing says how many there are" }
    if total != items { return "holds \(items) of the \(total) that it counts" }
    return lacking > 0
      ? "lacks \(lacking) of the sites that were open" : "has a has_more that does not end"
  }
}

extension Filter {
  /// The name under which an archive keeps its filter. The number grows when other fields are asked
  /// for, so that an older filter is not taken for the new one.
  static let rosterName = "roster-1"
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
