import Archive
import FoundationEssentials
import Roster
import StackExchange
import Transport

/// Gets the two things a run needs before it can walk: the archive's filter and the list of sites.
struct SiteCatalogue: Sendable {
  let archive: Archive
  let api: APIEndpoint
  let transport: any Transport
  let time: any TimeSource
  let observer: any SyncObserver

  /// The filter of this archive, made once and kept for good. Costs one request the first time.
  ///
  /// Where none can be made the well-known safe one serves, for this run only.
  func filter() async throws -> Filter {
    if let id = try archive.filter(for: api.host, named: Filter.rosterName) {
      return Filter(id: id, isSafe: false)
    }
    let answer = try await transport.send(api.makeFilter())
    if let fault = answer.outcome.fault, fault.kind == .keyRefused {
      throw SyncFailure.keyRefused(fault)
    }
    guard let filter = answer.payload, !filter.isSafe else {
      let reason = answer.outcome.fault?.message ?? "the answer holds none"
      observer.warning("No filter could be made (\(reason)); the text of a safe one is decoded.")
      return .wellKnownSafe
    }
    try archive.saveFilter(filter.id, for: api.host, named: Filter.rosterName)
    return filter
  }

  /// The network's sites, asked for where the archive's list is older than a day or `refresh` says so.
  ///
  /// Where `/sites` fails, the archive's own list serves.
  ///
  /// - Throws: ``SyncFailure/noSites(_:)`` where there is none either.
  func sites(refresh: Bool, filter: Filter) async throws -> [KnownSite] {
    let fetchedAt = try archive.siteListFetchedAt(network: stackExchangeNetwork)
    if refresh || isStale(fetchedAt) {
      do {
        try record(try await fetchSites(filter))
      } catch let fault as Fault {
        if fault.kind == .keyRefused { throw SyncFailure.keyRefused(fault) }
        observer.warning("The list of sites was not to be had: \(fault.message).")
        guard fetchedAt != nil else {
          throw SyncFailure.noSites(fault)
        }
      }
    }
    return try archive.knownSites(network: stackExchangeNetwork)
  }

  private func isStale(_ fetchedAt: Date?) -> Bool {
    guard let fetchedAt else { return true }
    return time.now.timeIntervalSince(fetchedAt) >= SyncOptions.siteListLifetime
  }

  /// All pages of the list; one, as long as the API keeps giving it whole.
  private func fetchSites(_ filter: Filter) async throws -> [Site] {
    var sites: [Site] = []
    for number in 1...Self.mostPages {
      let page = try await transport.send(api.sites(page: number, filter: filter)).value()
      sites += page.items
      if !page.hasMore { return sites }
    }
    throw Fault(.undecodable, "the list of sites does not end after \(Self.mostPages) pages")
  }

  private func record(_ sites: [Site]) throws {
    let update = try archive.recordSites(sites, network: stackExchangeNetwork, at: time.now)
    if let short = update.implausible {
      observer.warning(
        "The list of sites holds \(short.listed) where \(short.known) were known; no site is closed."
      )
    }
    for site in update.closed { observer.warning("The site \(site) is gone from the list.") }
    for site in update.renamed {
      observer.warning("The site \(site.before) is now called \(site.after).")
    }
  }

  private static let mostPages = 100
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
