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

  /// The path below the address of a site; nil where the page lies elsewhere.
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
