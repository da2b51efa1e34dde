package import Networks
package import Roster
import Sync

/// The networks that this program knows. Only `NetworkRegistry+entries.swift` names them.
package struct NetworkRegistry: Sendable {
  package var entries: [Entry]

  /// One network, before the address and the key are known.
  package struct Entry: Sendable {
    package var id: NetworkID
    package var rules: ProofRules
    /// The default address of the API that answers for all sites, or has the list of them; nil where
    /// each site has an API of its own and no list names them all.
    package var address: WebAddress?
    /// The environment variable that holds the key for that API; nil where it takes none.
    var keyVariable: String?
    /// What its terms allow at a domain and its subdomains; nil where they set no limit.
    package var rateLimit: (domain: String, requestsPerSecond: Int)?
    /// About how many sites there are, to estimate a first run; nil where nobody knows.
    package var siteEstimate: (main: Int, withMeta: Int)?
    /// The pages of its people.
    package var profiles = ProfilePages.none
    /// Whether a text that the user typed is the address of one of its sites.
    package var recognises: @Sendable (String) -> Bool = { _ in false }
    /// How its sites publish their past; nil where they do not.
    package var dump: DumpFormat?
    /// The network with what the user gives for it; throws `CommandFailure` (64) where it needs more.
    package var make: @Sendable (NetworkParts) throws -> any Network
  }

  /// What options and settings give for a network.
  package struct NetworkParts: Sendable {
    /// Nil where each site has an API of its own.
    package var address: WebAddress?
    package var key: APIKey?
    /// The keys of single sites.
    package var keys: [SiteID: APIKey] = [:]
    /// What is wrong with the keys that single sites should have.
    package var unusableKeys: [SiteID: String] = [:]
    package var contact: OperatorContact?
    /// The sites as the user typed them; empty where none is named.
    package var sites: [String] = []

    package init(address: WebAddress?) { self.address = address }
  }

  /// What the rosters of each network can prove.
  package var rules: [NetworkID: ProofRules] {
    Dictionary(entries.map { ($0.id, $0.rules) }, uniquingKeysWith: { first, _ in first })
  }

  /// The addresses of the networks' own APIs by their hosts.
  package var addresses: [String: WebAddress] {
    Dictionary(
      entries.compactMap(\.address).map { ($0.host, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// What to call APIs by their hosts and identities: the sample network by its name, others by their addresses.
  func words(ofAPIs identities: Set<String>) -> [String] {
    let samples = identities.filter(APIIdentity.isSampleNetwork)
    return samples.sorted().map { "\($0), whose sites and people are made up" }
      + identities.subtracting(samples).sorted().map { addresses[$0]?.description ?? $0 }
  }

  /// The default network.
  package var first: Entry { entries[0] }

  /// The network with this id.
  ///
  /// - Throws: `CommandFailure` (64) where there is none.
  package func entry(_ id: NetworkID) throws(CommandFailure) -> Entry {
    if let entry = entries.first(where: { $0.id == id }) { return entry }
    throw CommandFailure(.usage, "There is no network '\(id)': use one of \(idList).")
  }
}

/// What `--help` says of the networks.
extension NetworkRegistry {
  /// Their names.
  var idList: String { entries.map(\.id).joined(separator: ", ") }
  /// Where the first one's API is.
  var defaultAddress: String { first.address?.description ?? "" }
  /// Where their keys are taken from.
  var keyVariableList: String {
    entries.compactMap(\.keyVariable).map { "$\($0)" }.joined(separator: ", ")
  }
  /// What their terms allow, such as `30 to example.org`.
  var rateLimitList: String {
    entries.compactMap(\.rateLimit).map { "\($0.requestsPerSecond) to \($0.domain)" }
      .joined(separator: ", ")
  }
}

extension NetworkRegistry.Entry {
  /// Requests a second that the network's terms allow at an address; nil where they do not apply to it.
  package func mostRate(_ address: WebAddress) -> Int? {
    guard let rateLimit else { return nil }
    let isTheirs =
      address.hostName == rateLimit.domain || address.hostName.hasSuffix(".\(rateLimit.domain)")
    return isTheirs ? rateLimit.requestsPerSecond : nil
  }
}
