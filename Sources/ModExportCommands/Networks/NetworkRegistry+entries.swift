import Discourse
import MediaWiki
import Networks
import Roster
import StackExchange

extension NetworkRegistry {
  /// Those that the program ships with.
  package static let standard = NetworkRegistry(
    entries: [.stackExchange, .otherWikis, .wikimedia, .discourse])
}

/// The only place in the commands that names a network.
extension NetworkRegistry.Entry {
  static let stackExchange = Self(
    id: StackExchangeNetwork.id, rules: StackExchangeNetwork.rules,
    address: APIAddress(known: APIEndpoint.stackExchange, host: APIEndpoint().host),
    keyVariable: "STACKEXCHANGE_KEY",
    // The API drops what is beyond 30 requests a second.
    rateLimit: NetworkRegistry.RateLimit(domain: "stackexchange.com", requestsPerSecond: 30),
    profileHost: "stackexchange.com",
    usualSites: NetworkRegistry.UsualSites(main: 180, withMeta: 360, year: 2026),
    recognises: { text in
      let host = Site.host(in: text)
      return stackExchangeDomains.contains { host == $0 || host.hasSuffix(".\($0)") }
    },
    make: { parts in
      StackExchangeNetwork(
        APIEndpoint(base: parts.address?.url ?? APIEndpoint.stackExchange, key: parts.key))
    })

  /// The domains of all its sites, whose addresses are those of no other network.
  private static let stackExchangeDomains = [
    "askubuntu.com", "mathoverflow.net", "serverfault.com", "stackapps.com", "stackexchange.com",
    "stackoverflow.com", "superuser.com",
  ]

  static let discourse = Self(
    id: DiscourseNetwork.id, rules: DiscourseNetwork.rules, address: nil,
    recognises: { $0.contains("://") },
    make: { DiscourseNetwork(keys: $0.keys) })

  static let wikimedia = Self(
    id: WikiEndpoint.wikimedia, rules: MediaWikiNetwork.rules,
    address: APIAddress(
      known: "https://meta.wikimedia.org/w/api.php", host: "meta.wikimedia.org"),
    // Its rules allow 200 requests a minute to a client that names its operator.
    rateLimit: NetworkRegistry.RateLimit(domain: "wikimedia.org", requestsPerSecond: 3),
    usualSites: NetworkRegistry.UsualSites(main: 1_000, withMeta: 1_000, year: 2026),
    make: { parts in
      guard let contact = parts.contact else { throw missingContact }
      guard let address = parts.address, let api = BaseAddress(address.url),
        api.path.hasSuffix("/api.php")
      else {
        throw CommandFailure(
          .usage,
          "--api-url of a farm of wikis must end with /api.php: '\(parts.address?.url ?? "")'.")
      }
      return MediaWikiNetwork(farm: api, program: program, contact: contact)
    })

  static let otherWikis = Self(
    id: WikiEndpoint.otherWikis, rules: MediaWikiNetwork.rules, address: nil,
    recognises: { text in BaseAddress(text)?.path.hasSuffix("/api.php") ?? false },
    make: { parts in
      let addresses = parts.sites.compactMap { BaseAddress($0) }
      if parts.contact == nil, addresses.contains(where: WikiEndpoint.isWikimedia) {
        throw missingContact
      }
      return MediaWikiNetwork(program: program, contact: parts.contact)
    })

  private static let missingContact = CommandFailure(
    .usage,
    "Wikimedia limits and blocks clients by the contact of their operator, and refuses those without one: "
      + "give your email address or web page with --contact, or $MODEXPORT_CONTACT.")

  private static let program = "modexport/\(modexportVersion)"
}
