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
