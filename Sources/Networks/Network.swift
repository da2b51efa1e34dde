package import Roster
package import Transport

/// A family of sites behind one kind of API: all that a run has to know to read its rosters, and a proof to
/// judge them.
///
/// Adding a network is one target with a value that conforms to this protocol, and one line in the registry
/// of the commands. Nothing above knows a network by its name.
package protocol Network: Sendable {
  /// The `network` of its rows.
  var id: NetworkID { get }
  /// What its lists can prove.
  var rules: ProofRules { get }
  /// Who answers, and how much may be asked.
  var limits: NetworkLimits { get }

  /// Host and port of the API that answers for all sites, in lowercase; nil where each site answers for
  /// itself.
  var host: String? { get }
  /// Whose waits and quota the requests about a site share: what answers them, and the key that they carry.
  /// nil for requests that are about no site.
  func throttleKey(for site: SiteRef?) -> String
  /// Where the key comes from that requests carry, for messages about it; nil without one.
  var keyOrigin: String? { get }

  /// What all requests need beside, and an archive keeps for good; nil where they need nothing.
  var preparation: Preparation? { get }

  /// One page of the list of sites, numbered from 1; nil where the network has no list, so that
  /// ``site(at:)`` is how a site becomes known.
  ///
  /// - Parameter size: Sites of the page; nil for as many as are given.
  func sitePage(_ number: Int, size: Int?, prepared: String?) -> Request<Page<Site>>?
  /// The site that an address names by itself; nil where only the list of sites tells, or it is none.
  func site(at address: String) -> Site?

  /// How the pages of a roster follow each other.
  var paging: Paging { get }
  /// One page of a list of users.
  func page(_ query: RosterQuery) -> Request<Page<Moderator>>
  /// What decides what is on the pages of a roster, beside the site and the position: pages that were asked
  /// for otherwise make no roster together.
  func source(pageSize: Int, prepared: String?) -> String
  /// What asks the API whether it still is as this program assumes; nil where nothing does.
  var probe: (any NetworkProbe)? { get }

  /// Whether the network tells who was elected: ``RosterQuery/List/elected`` is then a list.
  var listsElected: Bool { get }
}

/// How much of a network may be asked.
package struct NetworkLimits: Hashable, Sendable {
  /// Rows of one page of a roster at the most.
  package var pageSize: Int
  /// Pages of one reading at the most: a roster that goes on after them has no end.
  package var mostPages: Int
  /// Requests a day without a key, where a key allows more: an answer that allows no more than these does
  /// not honour the key. nil where a key changes nothing.
  package var keylessQuota: Int?

  package init(pageSize: Int, mostPages: Int, keylessQuota: Int? = nil) {
    self.pageSize = pageSize
    self.mostPages = mostPages
    self.keylessQuota = keylessQuota
  }
}
