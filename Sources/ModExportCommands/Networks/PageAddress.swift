package import Roster

/// The address of a page of a site, such as `https://math.example.org/users/123/name`.
package struct PageAddress: Hashable, Sendable {
  /// Lowercase, without the port.
  package let host: String
  /// The parts of the path, decoded.
  package let path: [String]
  private let place: String
  private let query: Substring

  /// Nil for a text that is no http or https address.
  package init?(_ text: String) {
    guard text.contains("://"), let address = try? WebAddress(text) else { return nil }
    host = address.hostName
    place = address.siteID
    path = address.path.split(separator: "/").map { PercentEncoding.decoded($0) ?? String($0) }
    query = address.query[...]
  }

  /// The path below the address of a site; nil where the page is elsewhere.
  package func path(below site: Site) -> [String]? {
    let folder = Site.place(in: site.url)
    guard place == folder || place.hasPrefix("\(folder)/") else {
      // Another address of the same site.
      return site.aliases.contains { Site.host(in: $0) == host } ? path : nil
    }
    return Array(path.dropFirst(folder.count { $0 == "/" }))
  }

  /// The decoded value of a parameter after the `?`.
  package func parameter(_ name: String) -> String? {
    query.split(separator: "&").first { $0.hasPrefix("\(name)=") }.flatMap {
      PercentEncoding.decoded($0.dropFirst(name.count + 1).replacing("+", with: " "))
    }
  }

  /// The sites that the page may belong to, of sites on its host and port: those in whose folder it lies
  /// come first.
  func owners(among sites: [Site]) -> [Site] {
    let server = place.prefix { $0 != "/" }
    let here = sites.filter { site in
      Site.place(in: site.url).prefix { $0 != "/" } == server
        || site.aliases.contains { Site.host(in: $0) == host }
    }
    let below = here.filter { path(below: $0) != nil }
      .sorted { Site.place(in: $0.url).count > Site.place(in: $1.url).count }
    return below + here.filter { path(below: $0) == nil }
  }
}

/// How the addresses of people's pages look in a network.
package struct ProfilePages: Sendable {
  /// Such a page below the address of its site, such as `/users/1`.
  package var example: String
  /// The account whose page an address is that belongs to no single site; nil for any other address.
  package var account: @Sendable (PageAddress) -> Int? = { _ in nil }
  /// Whose page an address of a site is; nil where it is not that of a user.
  package var user: @Sendable (PageAddress, Site) -> User?

  /// Of a network without such pages.
  package static let none = ProfilePages(example: "", user: { _, _ in nil })

  /// The user of a site whom an address names.
  package enum User: Hashable, Sendable {
    case id(Int)
    /// The name that the network shows; some do not distinguish capitals in addresses.
    case name(String, ignoringCase: Bool)
  }
}
