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
  /// The key of the throttle for requests about a site: requests to the same server with the same
  /// API key share waits and quota. The site is nil for requests that are not about one.
  func throttleKey(for site: SiteRef?) -> String
  /// Where the API key of the requests comes from, for messages about it; nil without a key.
  var keyOrigin: String? { get }

  /// A value that all requests carry and an archive stores permanently, such as a filter; nil where
  /// there is none.
  var preparation: Preparation? { get }
  /// What answers with the fallback of the preparation lack; nil where they lack nothing.
  var partialAnswers: PartialAnswers? { get }

  /// One page of the list of sites, numbered from 1; nil where the network has no list: then
  /// ``site(at:)`` is the way to add a site.
  ///
  /// - Parameter size: Sites per page; nil for the API's maximum.
  func sitePage(_ number: Int, size: Int?, prepared: String?) -> Request<Page<Site>>?
  /// The site at an address, from the address alone; nil where only the list of sites maps
  /// addresses to sites, or where the text is not an address of a site.
  func site(at address: String) -> Site?

  /// How the pages of a roster are addressed.
  var paging: Paging { get }
  /// One page of a list of users.
  func page(_ query: RosterQuery) -> Request<Page<Moderator>>
  /// The parameters that determine the content of a roster's pages, besides site and position.
  /// Pages that were requested with different values must not be combined into one roster.
  func source(pageSize: Int, prepared: String?) -> String
  /// Checks whether the API still works as this program assumes; nil where there is no such check.
  var probe: (any NetworkProbe)? { get }

  /// Whether the API reports who was elected, as the list ``RosterQuery/List/elected``.
  var listsElected: Bool { get }
}

/// Limits of requests to a network.
package struct NetworkLimits: Hashable, Sendable {
  /// The maximum number of rows on one page of a roster.
  package var pageSize: Int
  /// The maximum number of pages of one reading: a roster with more is treated as endless.
  package var mostPages: Int
  /// Requests a day without a key, where a key allows more: a quota of at most this many means that
  /// the API ignores the key. nil where a key changes nothing.
  package var keylessQuota: Int?

  package init(pageSize: Int, mostPages: Int, keylessQuota: Int? = nil) {
    self.pageSize = pageSize
    self.mostPages = mostPages
    self.keylessQuota = keylessQuota
  }
}
