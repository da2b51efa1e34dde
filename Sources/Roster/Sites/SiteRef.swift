/// A family of sites behind one kind of API, the `network` of every row.
package typealias NetworkID = String

/// The name of a site inside the program: its network and its id there.
///
/// It is the only identifier in requests, tables and documents. Hosts, addresses and names of sites
/// are resolved once, by the command line. Different sites of two networks may have the same id.
package struct SiteRef: Hashable, Sendable {
  package var network: NetworkID
  package var id: SiteID

  /// The site with this id in this network.
  package init(_ network: NetworkID, _ id: SiteID) {
    self.network = network
    self.id = id
  }
}

extension SiteRef: CustomStringConvertible {
  /// The form for command lines where the id alone is ambiguous: `network:id`.
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
