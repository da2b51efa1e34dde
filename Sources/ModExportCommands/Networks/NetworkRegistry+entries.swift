import Archive
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
    address: try? WebAddress(base: APIEndpoint.stackExchange),
    keyVariable: "STACKEXCHANGE_KEY",
    // The API drops what is beyond 30 requests a second.
    rateLimit: (domain: "stackexchange.com", requestsPerSecond: 30),
    siteEstimate: (main: 180, withMeta: 360),
    profiles: ProfilePages(example: "/users/1") { page in
      page.host == "stackexchange.com" ? userID(in: page.path) : nil
    } user: { page, site in
      page.path(below: site).flatMap(userID).map { .id($0) }
    },
    recognises: { text in
      let host = Site.host(in: text)
      return isIDWithDot(text)
        || stackExchangeDomains.contains { host == $0 || host.hasSuffix(".\($0)") }
    },
    dump: DumpFormat(
      root: BadgeDump.root, fields: BadgeDump.fields,
      content: .tenures { records in
        let dump = BadgeDump(records)
        return { try dump.next() }
      }),
    make: { parts in
      StackExchangeNetwork(
        APIEndpoint(base: parts.address?.description ?? APIEndpoint.stackExchange, key: parts.key))
    })

  /// The domains of all its sites, whose addresses are those of no other network.
  private static let stackExchangeDomains = [
    "askubuntu.com", "mathoverflow.net", "serverfault.com", "stackapps.com", "stackexchange.com",
    "stackoverflow.com", "superuser.com",
  ]

  /// Whether a text has the form of those ids that look like a host: `meta.math`, `math.meta`, and
  /// `ru.stackoverflow`.
  private static func isIDWithDot(_ text: String) -> Bool {
    let labels = text.lowercased().split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count > 1, !text.contains("/") else { return false }
    return labels.last == "stackoverflow" || labels.count == 2 && labels.contains("meta")
  }

  /// The number in `/users/123/name`, or in its short form `/u/123`.
  private static func userID(in path: [String]) -> Int? {
    userPart(of: path).flatMap { Int($0) }
  }

  /// The `123` in `/users/123/name` or `/u/123`.
  private static func userPart(of path: [String]) -> String? {
    path.count > 1 && ["users", "u"].contains(path[0]) ? path[1] : nil
  }

  static let discourse = Self(
    id: DiscourseNetwork.id, rules: DiscourseNetwork.rules, address: nil,
    profiles: ProfilePages(example: "/u/name") { page, site in
      page.path(below: site).flatMap(userPart).map { .name($0, ignoringCase: true) }
    },
    recognises: { $0.contains("://") },
    make: { DiscourseNetwork(keys: $0.keys, unusable: $0.unusableKeys) })

  static let wikimedia = Self(
    id: WikiEndpoint.wikimedia, rules: MediaWikiNetwork.rules,
    address: try? WebAddress(base: "https://meta.wikimedia.org/w/api.php"),
    // Its rules allow 200 requests a minute to a client that names its operator.
    rateLimit: (domain: "wikimedia.org", requestsPerSecond: 3),
    siteEstimate: (main: 1_000, withMeta: 1_000),
    profiles: userPages, dump: wikiDump(central: WikiLog.rights.rawValue),
    make: { parts in
      guard let contact = parts.contact else { throw missingContact }
      guard let api = parts.address, api.path.hasSuffix("/api.php") else {
        throw CommandFailure(
          .usage,
          "--api-url of a farm of wikis must end with /api.php: '\(parts.address?.description ?? "")'."
        )
      }
      return MediaWikiNetwork(farm: api, program: program, contact: contact)
    })

  static let otherWikis = Self(
    id: WikiEndpoint.otherWikis, rules: MediaWikiNetwork.rules, address: nil,
    profiles: userPages,
    recognises: { text in (try? WebAddress(text))?.path.hasSuffix(".php") ?? false },
    dump: wikiDump(central: nil),
    make: { parts in
      let addresses = parts.sites.compactMap { try? WebAddress($0) }
      if parts.contact == nil, addresses.contains(where: WikiEndpoint.isWikimedia) {
        throw missingContact
      }
      return MediaWikiNetwork(program: program, contact: parts.contact)
    })

  /// Pages such as `/wiki/User:Name`. Their folder is not that of `api.php`, and each wiki has its own word
  /// for `User`.
  private static let userPages = ProfilePages(example: "/wiki/User:Name") { page, _ in
    guard let title = page.parameter("title") ?? page.path.first(where: { $0.contains(":") }),
      let colon = title.firstIndex(of: ":"), colon != title.startIndex
    else { return nil }
    let name = title[title.index(after: colon)...].prefix { $0 != "/" }
      .replacing("_", with: " ").drop { $0 == " " }
    guard let first = name.first else { return nil }
    return .name(first.uppercased() + name.dropFirst(), ignoringCase: false)
  }

  /// - Parameter central: The log in which a farm's stewards change rights at all its wikis.
  private static func wikiDump(central: String?) -> DumpFormat {
    let logs = DumpFormat.LogFormat(names: WikiLog.allCases.map(\.rawValue), central: central) {
      let dump = try WikiLogDump($0)
      return LogDump(
        siteID: dump.wikiID, address: dump.address,
        next: { try dump.next().map { ($0.log.rawValue, $0.entry) } }, count: { dump.count }
      ) {
        let (first, last, isWhole) = try dump.reach()
        return LogDumpReach(from: first, until: last, isWhole: isWhole)
      }
    }
    return DumpFormat(root: WikiLogDump.root, fields: WikiLogDump.fields, content: .logs(logs))
  }

  private static let missingContact = CommandFailure(
    .usage,
    "Wikimedia limits and blocks clients by the contact of their operator, and refuses those without one: "
      + "give your email address or web page with --contact, or $MODEXPORT_CONTACT.")

  private static let program = "modexport/\(modexportVersion)"
}
