package import Roster
package import Transport

/// A family of sites behind one kind of API: all that a run needs to read its rosters and to check
/// whether they are complete.
///
/// Adding a network is one target with a value that conforms to this protocol, and one line in the
/// registry of the commands. No code above this layer depends on the name of a network.
package protocol Network: Sendable {
  /// The value of `network` in its rows.
  var id: NetworkID { get }
  /// The rules of completeness for its lists.
  var rules: ProofRules { get }
  /// The API's host, and the limits of requests to it.
  var limits: NetworkLimits { get }

  /// Host and port of the API that answers for all sites, in lowercase; nil where each site has an
  /// API of its own.
  var host: String? { get }
  /// Whether each site has a server of its own, beside an API at ``host`` that lists them, if there is one.
  var hasServerOfEachSite: Bool { get }
  /// The key of the throttle for requests about a site: requests to the same server with the same
  /// API key share waits and quota. The site is nil for requests that are not about one.
  func throttleKey(for site: SiteRef?) -> String
  /// Where the API key of the requests comes from, for messages about it; nil without a key.
  var keyOrigin: String? { get }

  /// A value that all requests carry and an archive stores permanently, such as a filter; nil where
  /// there is none.
  var preparation: Preparation? { get }
  /// What answers lack that are partial; nil where none is.
  var partialAnswers: PartialAnswers? { get }

  /// One page of the list of sites; nil where the network has no list: then ``site(at:)`` is the way
  /// to add a site.
  ///
  /// - Parameters:
  ///   - position: Where the page begins; nil for the first one.
  ///   - size: Sites per page; nil for the API's maximum.
  func sitePage(
    at position: PagePosition?, size: Int?, prepared: String?
  ) -> Request<Page<Site>>?
  /// The site at an address, from the address alone; nil where only the list of sites maps
  /// addresses to sites, or where the text is not an address of a site.
  func site(at address: String) -> Site?
  /// The address of the site that answers at an address or has its page there, in the form of
  /// ``site(at:)``, asked of its server; nil where no site of this network is there.
  ///
  /// - Throws: `Fault` where the server does not say; otherwise as ``ClientTransport/send(_:)``.
  func address(
    askedAt address: WebAddress, through transport: any ClientTransport
  ) async throws -> WebAddress?

  /// The lists of a site, after the requests that are needed to know them: none where all sites have
  /// the same.
  ///
  /// - Throws: `Fault` where such a request fails, or the site has no list that this reader may see;
  ///   otherwise as ``ClientTransport/send(_:)``.
  func lists(
    of site: Site, _ context: ListContext, through transport: any ClientTransport
  ) async throws -> SiteLists
  /// The logs of who held a role at a site, and when; none where the network has no such log.
  ///
  /// - Parameter site: Nil for the logs about all sites.
  /// - Throws: `Fault` where the site's address cannot be used.
  func logs(of site: Site?) throws -> [HistoryLog]
  /// About what one site costs before its lists are known; the site is nil for any.
  func expectedCost(of site: SiteRef?) -> SiteCost

  /// Whether the API reports who was elected, as ``SiteLists/elected``.
  var listsElected: Bool { get }
}

/// What most networks have none of.
extension Network {
  package var host: String? { nil }
  package var hasServerOfEachSite: Bool { host == nil }
  package var keyOrigin: String? { nil }
  package var preparation: Preparation? { nil }
  package var partialAnswers: PartialAnswers? { nil }
  package var listsElected: Bool { false }

  /// Always nil: the list of sites has their addresses.
  package func address(
    askedAt address: WebAddress, through transport: any ClientTransport
  ) async throws -> WebAddress? { nil }

  /// There is no such log.
  package func logs(of site: Site?) throws -> [HistoryLog] { [] }

  /// Always nil: no list has all sites.
  package func sitePage(
    at position: PagePosition?, size: Int?, prepared: String?
  ) -> Request<Page<Site>>? { nil }
}

extension Network {
  /// Whether the network has a list of its sites.
  package var hasSiteList: Bool { sitePage(at: nil, size: nil, prepared: nil) != nil }

  /// The sites among texts that the user typed that are named by an address and not known yet, and known
  /// ones that are named by another scheme or another spelling of their host, with that address.
  package func sites(newIn names: [String], beside known: [Site]) -> [Site] {
    let directory = SiteDirectory(sites: known)
    return names.compactMap { name in
      switch directory.resolve(name) {
      case .ambiguous: return nil
      case .found(var found):
        guard name.contains("://"), let named = site(at: name), named.id == found.id,
          named.url != found.url
        else { return nil }
        found.url = named.url
        return found
      case .unknown:
        guard let named = site(at: name) else { return nil }
        let id = WebAddress.withoutWWW(named.id)
        guard var same = known.first(where: { WebAddress.withoutWWW($0.id) == id }) else {
          return named
        }
        same.url = named.url
        return same
      }
    }
  }

  /// Whether all requests share one throttle, so that a refusal or a wait at one site is one for all.
  package func isShared(throttle key: String) -> Bool { key == throttleKey(for: nil) }
}

/// What the requests for one site are, as far as that is known before they are sent.
package struct SiteCost: Hashable, Sendable {
  /// Requests that name the lists.
  package var opening: Int
  /// How many lists a site usually has, one for each role.
  package var lists: ClosedRange<Int>
  package var paging: Paging
  /// Whether the answer that names the lists contains them.
  package var listsAreIncluded: Bool

  /// By default one list with pages that needs no request before.
  package init(
    opening: Int = 0, lists: ClosedRange<Int> = 1...1, paging: Paging,
    listsAreIncluded: Bool = false
  ) {
    self.opening = opening
    self.lists = lists
    self.paging = paging
    self.listsAreIncluded = listsAreIncluded
  }
}

/// Limits of requests to a network.
package struct NetworkLimits: Hashable, Sendable {
  /// The maximum number of rows on one page of a roster.
  package var pageSize: Int
  /// The maximum number of pages of one reading: a roster with more is treated as endless.
  package var mostPages: Int
  /// Requests a second to one server that its operators ask for or that are polite; nil where the
  /// usual rate is.
  package var politeRate: Int?
  /// Requests in flight to one server, in the same way.
  package var politeConcurrency: Int?
  /// Requests a day without a key, where a key allows more: a quota of at most this many means that
  /// the API ignores the key. nil where a key changes nothing.
  package var keylessQuota: Int?

  package init(
    pageSize: Int, mostPages: Int, politeRate: Int? = nil, politeConcurrency: Int? = nil,
    keylessQuota: Int? = nil
  ) {
    self.pageSize = pageSize
    self.politeRate = politeRate
    self.politeConcurrency = politeConcurrency
    self.mostPages = mostPages
    self.keylessQuota = keylessQuota
  }
}
