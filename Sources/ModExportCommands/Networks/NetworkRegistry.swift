package import Networks
package import Roster
import StackExchange

/// The networks that this program knows. It is the only place in the commands that names one.
package struct NetworkRegistry: Sendable {
  package var entries: [Entry]

  /// Those that the program ships with.
  package static let standard = NetworkRegistry(entries: [.stackExchange])

  package init(entries: [Entry]) {
    self.entries = entries
  }

  /// One network, before the address and the key are known.
  package struct Entry: Sendable {
    package var id: NetworkID
    package var rules: ProofRules
    /// The default address of its API.
    package var address: APIAddress
    /// The environment variable that holds the key for it.
    package var keyVariable: String
    /// What its terms allow; nil where they set no limit.
    package var rateLimit: RateLimit?
    /// The host whose pages `/users/N` are those of accounts; nil for none.
    package var profileHost: String?
    /// About how many sites there are, to estimate a first run; nil where nobody knows.
    package var usualSites: UsualSites?
    /// The network at an address, with a key or without one.
    package var make: @Sendable (APIAddress, APIKey?) -> any Network

    package init(
      id: NetworkID, rules: ProofRules, address: APIAddress, keyVariable: String,
      rateLimit: RateLimit?, profileHost: String? = nil, usualSites: UsualSites? = nil,
      make: @escaping @Sendable (APIAddress, APIKey?) -> any Network
    ) {
      self.id = id
      self.rules = rules
      self.address = address
      self.keyVariable = keyVariable
      self.rateLimit = rateLimit
      self.profileHost = profileHost
      self.usualSites = usualSites
      self.make = make
    }
  }

  /// About how many sites a network has.
  package struct UsualSites: Sendable {
    package var main: Int
    package var withMeta: Int
    /// When they were counted, such as "2026".
    package var year: Int
  }

  /// A limit of requests a second at a domain and its subdomains.
  package struct RateLimit: Sendable {
    package var domain: String
    package var requestsPerSecond: Int
  }

  /// What the rosters of each network can prove.
  package var rules: [NetworkID: ProofRules] {
    Dictionary(entries.map { ($0.id, $0.rules) }, uniquingKeysWith: { first, _ in first })
  }

  /// The addresses of the networks' own APIs by their hosts.
  package var addresses: [String: APIAddress] {
    Dictionary(
      entries.map { ($0.address.host, $0.address) }, uniquingKeysWith: { first, _ in first })
  }

  /// The network of a command that names none: the only one there is.
  ///
  /// - Throws: `CommandFailure` (64) where there are several.
  func onlyEntry() throws(CommandFailure) -> Entry {
    guard entries.count == 1, let entry = entries.first else {
      let ids = entries.map(\.id).joined(separator: ", ")
      throw CommandFailure(.usage, "Several networks can be asked (\(ids)): say which.")
    }
    return entry
  }
}

/// What `--help` says of the networks.
extension NetworkRegistry {
  /// Where their APIs are.
  var addressList: String { entries.map(\.address.url).joined(separator: ", ") }
  /// Where their keys are taken from.
  var keyVariableList: String { entries.map { "$\($0.keyVariable)" }.joined(separator: ", ") }
  /// What their terms allow, such as `30 to example.org`.
  var rateLimitList: String {
    entries.compactMap(\.rateLimit).map { "\($0.requestsPerSecond) to \($0.domain)" }
      .joined(separator: ", ")
  }
}

extension NetworkRegistry.Entry {
  /// The name of the file that holds the key, where files hold one: that of the variable in lowercase, with
  /// dashes.
  var credentialName: String { keyVariable.lowercased().replacing("_", with: "-") }

  /// Requests a second that the network's terms allow at an address; nil where they do not apply to it.
  package func mostRate(_ address: APIAddress) -> Int? {
    guard let rateLimit else { return nil }
    let isTheirs =
      address.host == rateLimit.domain || address.host.hasSuffix(".\(rateLimit.domain)")
    return isTheirs ? rateLimit.requestsPerSecond : nil
  }

  fileprivate static let stackExchange = Self(
    id: StackExchangeNetwork.id, rules: StackExchangeNetwork.rules,
    address: APIAddress(known: APIEndpoint.stackExchange, host: APIEndpoint().host),
    keyVariable: "STACKEXCHANGE_KEY",
    // The API drops what is beyond 30 requests a second.
    rateLimit: NetworkRegistry.RateLimit(domain: "stackexchange.com", requestsPerSecond: 30),
    profileHost: "stackexchange.com",
    usualSites: NetworkRegistry.UsualSites(main: 180, withMeta: 360, year: 2026),
    make: { address, key in StackExchangeNetwork(APIEndpoint(base: address.url, key: key)) })
}
