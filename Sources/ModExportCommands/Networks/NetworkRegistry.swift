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
    /// Requests a second that its terms allow at an address; nil where they say nothing of that address.
    package var mostRate: @Sendable (APIAddress) -> Int?
    /// The network at an address, with a key or without one.
    package var make: @Sendable (APIAddress, APIKey?) -> any Network

    package init(
      id: NetworkID, rules: ProofRules, address: APIAddress, keyVariable: String,
      mostRate: @escaping @Sendable (APIAddress) -> Int?,
      make: @escaping @Sendable (APIAddress, APIKey?) -> any Network
    ) {
      self.id = id
      self.rules = rules
      self.address = address
      self.keyVariable = keyVariable
      self.mostRate = mostRate
      self.make = make
    }
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

extension NetworkRegistry.Entry {
  fileprivate static let stackExchange = Self(
    id: StackExchangeNetwork.id, rules: StackExchangeNetwork.rules,
    address: APIAddress(known: APIEndpoint.stackExchange, host: APIEndpoint().host),
    keyVariable: "STACKEXCHANGE_KEY",
    // The API drops what is beyond 30 requests a second.
    mostRate: { address in
      let isTheirs =
        address.host == "stackexchange.com" || address.host.hasSuffix(".stackexchange.com")
      return isTheirs ? 30 : nil
    },
    make: { address, key in StackExchangeNetwork(APIEndpoint(base: address.url, key: key)) })
}
