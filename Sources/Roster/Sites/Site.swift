package import FoundationEssentials

/// The id of a site within its network, such as `stackoverflow`.
package typealias SiteID = String

/// One community, as in its network's list of sites.
package struct Site: Hashable, Sendable {
  package var ref: SiteRef
  /// Unescaped.
  package var name: String
  /// Without a trailing slash, such as `https://stackoverflow.com`.
  package var url: String
  /// The network that it belongs to.
  package var network: NetworkID { ref.network }
  /// Its id within the network.
  package var id: SiteID { ref.id }
  /// Whether it is a main site or the meta site of one.
  package var type: SiteType
  /// `normal`, `closed_beta`, `open_beta`, `linked_meta`, or a value that a later version of the
  /// API returns.
  package var state: String?
  /// The audience of the site, in its own words.
  package var audience: String?
  /// Absent on meta sites and on some betas.
  package var launchDate: Date?
  /// Former addresses, such as `http://beer.example.org`.
  package var aliases: [String]

  /// A site; only id, name and address are required.
  package init(
    _ ref: SiteRef, name: String, url: String,
    type: SiteType = .main, state: String? = nil, audience: String? = nil,
    launchDate: Date? = nil, aliases: [String] = []
  ) {
    self.ref = ref
    self.name = name
    self.url = url
    self.type = type
    self.state = state
    self.audience = audience
    self.launchDate = launchDate
    self.aliases = aliases
  }
}

/// What a site is for. The set is open: unknown values are stored unchanged.
package struct SiteType: RawRepresentable, Hashable, Sendable {
  /// A community of its own.
  package static let main = SiteType(rawValue: "main_site")
  /// Where a community discusses its main site.
  package static let meta = SiteType(rawValue: "meta_site")

  package var rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }
}

extension Site {
  /// The host in an address with or without scheme, port and path: lowercase, without a final dot; empty
  /// for a text that is no address.
  package static func host(in text: String) -> String { address(in: text)?.hostName ?? "" }

  /// The host with the port and the folder that stand in an address: what tells sites on one host
  /// apart, such as `example.org/forum`. A text that is no address is its own place.
  package static func place(in text: String) -> String { address(in: text)?.siteID ?? text }

  private static func address(in text: String) -> WebAddress? {
    try? WebAddress(text.hasPrefix("//") ? "https:\(text)" : text)
  }

  /// Whether the site has a server, or a folder of one, of its own, whose address is its id. Another
  /// folder of that host may be another site.
  package var hasOwnServer: Bool {
    let id = WebAddress.withoutWWW(id)
    let place = WebAddress.withoutWWW(Self.place(in: url))
    return id == place || id.hasPrefix("\(place)/")
  }
}

extension Site {
  /// Whether it is at another address than the same site was, whatever the scheme.
  package func hasMoved(from url: String) -> Bool {
    WebAddress.withoutWWW(Self.place(in: self.url)) != WebAddress.withoutWWW(Self.place(in: url))
  }

  /// A site with a server of its own at another address, under which its history goes on. The one before is a former one.
  ///
  /// - Parameter address: That of a forum, or of a wiki's `api.php`.
  /// - Returns: Nil where a wiki's address is not that of its `api.php` or `index.php`.
  package func moved(to address: WebAddress) -> Site? {
    let place = Self.place(in: url)
    let end = id.hasSuffix("/api.php") ? "/api.php" : ""
    var path = address.path[...]
    if !end.isEmpty {
      guard path.hasSuffix("/api.php") || path.hasSuffix("/index.php") else { return nil }
      path = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
    }
    let base = address.replacing(path: String(path))
    var site = self
    site.ref.id = base.siteID + end
    site.url = base.description
    if name == id { site.name = site.id }
    let former = base.siteID == place ? aliases : aliases + [url]
    site.aliases = former.filter { Self.place(in: $0) != base.siteID }
    return site
  }
}

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
