import Archive
import Discourse
import FoundationEssentials
import MediaWiki
import Networks
import Roster
import SampleNetwork
import StackExchange
import Sync
import Synchronization
import Testing
import Transport

/// A real network whose requests the sample network answers in process.
enum ServedNetwork: CaseIterable {
  case exchange, forums, keyedForums, wikis, farm

  /// Whether all sites have one server, so that its refusals and its clock concern them all.
  var hasOneAPI: Bool { self == .exchange }
  /// Whether the sites limit a client together.
  var limitsTogether: Bool { self == .exchange || self == .farm }

  /// What an honest site proves.
  var grade: Grade {
    switch self {
    case .exchange, .keyedForums: .complete
    case .wikis, .farm: .corroborated
    case .forums: .published
    }
  }

  private var kind: SampleKind {
    switch self {
    case .exchange: .exchange
    case .forums, .keyedForums: .forums
    case .wikis, .farm: .wikis
    }
  }

  /// The network's people on one day, with faults as `modexport-sample serve` takes them.
  func service(_ people: SampleConfiguration, faults: [String] = []) throws -> any SampleService {
    try SampleSetup(
      kind, network: people, limits: SampleSetup.Limits(rate: 0, quota: 0), faults: faults
    ).service()
  }

  /// The network of these sites.
  func network(of sites: [SiteID]) throws -> any Network {
    let contact = try #require(OperatorContact("tests@example.org"))
    switch self {
    case .exchange: return StackExchangeNetwork(APIEndpoint(base: Self.root + "/2.3"))
    case .forums: return DiscourseNetwork()
    case .keyedForums:
      let keys = sites.map { (host(of: $0), APIKey("system:sample", origin: "the tests")) }
      return DiscourseNetwork(keys: Dictionary(keys) { first, _ in first })
    case .wikis: return MediaWikiNetwork(program: "modexport/1.0", contact: contact)
    case .farm:
      let api = try WebAddress(base: "\(Self.root)/\(folder(of: sites[0]))/api.php")
      return MediaWikiNetwork(farm: api, program: "modexport/1.0", contact: contact)
    }
  }

  private static let root = "http://sample.test"

  private func host(of site: SiteID) -> String { "\(site).test" }

  /// The name of a site in the paths of the sample network.
  func folder(of site: SiteID) -> String {
    kind == .wikis ? SampleWikis.database(of: site) : site
  }

  /// The site as a user types it.
  func name(of site: SiteID) -> String {
    switch self {
    case .exchange, .farm: folder(of: site)
    case .forums, .keyedForums: "https://\(host(of: site))/"
    case .wikis: "https://\(host(of: site))/w/api.php"
    }
  }

  func ref(of site: SiteID, in network: any Network) -> SiteRef {
    network.site(at: name(of: site))?.ref ?? SiteRef(network.id, folder(of: site))
  }

  /// The site that a request asks, and what it asks of the sample network.
  func target(of url: String, among sites: [SiteID]) -> (site: SiteID?, target: String) {
    let rest = url.drop { $0 != ":" }.dropFirst(3)
    let (host, path) = (rest.prefix { $0 != "/" }, rest.drop { $0 != "/" })
    switch self {
    case .exchange:
      return (
        sites.first { path.contains("site=\($0)&") || path.hasSuffix("site=\($0)") }, String(path)
      )
    case .farm: return (sites.first { path.hasPrefix("/\(folder(of: $0))/w/") }, String(path))
    case .forums, .keyedForums, .wikis:
      let site = sites.first { self.host(of: $0) == host }
      let place = site.map { self.folder(of: $0) } ?? ""
      return (site, (kind == .forums ? "/forum/" : "/") + place + path)
    }
  }

  /// The keys of the roster that is true by a service without faults.
  ///
  /// - Parameter before: The published roster: see `PublishedStaff.page(of:beside:)`.
  func truth(of site: SiteID, by service: any SampleService, before: Set<Moderator.Key>) -> Set<
    Moderator.Key
  > {
    if let forums = service as? SampleForums {
      let staff = forums.staff(of: site)
      func ids(_ holds: (ForumUser) -> Bool) -> [Int] { staff.filter(holds).map(\.id) }
      let admins = ids(\.isAdmin)
      if self == .keyedForums {
        return keys(["admin": admins, "moderator": ids(\.isModerator)], before: [])
      }
      return keys(
        [
          "admin": admins, "moderator": ids { $0.isModerator && !$0.isAdmin },
          "category_moderator": ids { !$0.categories.isEmpty },
        ], before: before)
    }
    let people = service.people(at: folder(of: site)) ?? [:]
    if self == .exchange {
      return keys([Role.moderator.rawValue: people.values.joined().map(\.id)], before: [])
    }
    let groups = people.filter { !["bot", "patroller"].contains($0.key) }
    return keys(groups.mapValues { $0.map(\.id) }, before: [])
  }

  /// - Parameter before: Who was a moderator and is listed as an admin only may still be one.
  func keys(_ ids: [String: [Int]], before: Set<Moderator.Key>) -> Set<Moderator.Key> {
    let listed = ids.flatMap { role, ids in
      ids.map { Moderator.Key($0, as: Role(rawValue: role)) }
    }
    let kept = ids["admin", default: []].map {
      Moderator.Key($0)
    }
    return Set(listed).union(before.intersection(kept))
  }
}

extension SampleService {
  /// The answer to a request, as a simulated connection brings it; nil where it is cut short.
  ///
  /// - Parameter target: What the request asks of the sample network.
  func response<Payload>(
    to request: Request<Payload>, at target: String, _ now: Date
  ) -> RawResponse? {
    let headers = request.headers.values.map { ($0.key.lowercased(), $0.value) }
    let asked = SampleRequest(
      target: target, headers: Dictionary(headers, uniquingKeysWith: { first, _ in first }))
    let sample = respond(to: asked, at: now)
    guard sample.delivery == .whole else { return nil }
    return RawResponse(
      status: sample.status,
      headers: Dictionary(sample.headers.map { ($0.name, $0.value) }) { first, _ in first },
      body: sample.body)
  }
}

/// The sites whose rosters a run publishes.
final class PublishedSites: SyncObserver {
  private let storage = Mutex<Set<SiteRef>>([])

  var sites: Set<SiteRef> { storage.withLock { $0 } }

  func published(_ publication: Publication, of site: SiteRef, seconds: TimeInterval) {
    storage.withLock { _ = $0.insert(site) }
  }

  func warning(_ sentence: String) {}
}
