/// A family of sites behind one kind of API, the `network` of every row.
package typealias NetworkID = String

/// The name of a site inside the program: its network and its id there.
///
/// It is the only name that requests, tables and documents use. Hosts, addresses and names of sites are
/// looked up once, at the command line. Two networks may give the same id to different sites.
package struct SiteRef: Hashable, Sendable {
  package var network: NetworkID
  package var id: SiteID

  /// The site of that id in that network.
  package init(_ network: NetworkID, _ id: SiteID) {
    self.network = network
    self.id = id
  }
}

extension SiteRef: CustomStringConvertible {
  /// As people write it where the id alone does not tell: `network:id`.
  package var description: String { "\(network):\(id)" }
}

extension SiteRef: Comparable {
  /// By network and then by id, in the order of their bytes, as SQLite sorts them.
  package static func < (one: SiteRef, other: SiteRef) -> Bool {
    precedes(one.network, other.network)
      || (one.network == other.network && precedes(one.id, other.id))
  }

  private static func precedes(_ one: String, _ other: String) -> Bool {
    one.utf8.lexicographicallyPrecedes(other.utf8)
  }
}
