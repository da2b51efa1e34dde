package import FoundationEssentials
package import Roster
import Synchronization

/// The settings of the sample wikis.
package struct WikiConfiguration: Hashable, Sendable {
  /// The people of the wikis: seed, day and number of sites.
  package var network: SampleConfiguration
  /// The day after which each change is in the logs.
  package var loggedFrom: Int
  /// Requests of one address in a minute, on all wikis together; nil for no limit.
  package var perMinute: Int?
  /// Whether clients need a contact in their `User-Agent`.
  package var requiresContact: Bool
  package var faults: [ServerFault<WikiFault>]

  package init(
    network: SampleConfiguration = SampleConfiguration(), loggedFrom: Int = 0,
    perMinute: Int? = 200,
    requiresContact: Bool = true, faults: [ServerFault<WikiFault>] = []
  ) {
    self.network = network
    self.loggedFrom = loggedFrom
    self.perMinute = perMinute
    self.requiresContact = requiresContact
    self.faults = faults
  }
}

/// A farm of wikis, one for each main site of a sample network, in the wire format of MediaWiki's
/// `api.php`. The wiki of the site `cooking` is at `/cookingwiki/api.php`; its sysops and bureaucrats
/// are the site's moderators.
package final class SampleWikis: Sendable {
  package let configuration: WikiConfiguration
  private let world: SampleWorld
  /// All wikis, without their users.
  let wikis: [SampleWiki]
  private let places: [String: Int]
  private let state: Mutex<State>

  package init(_ configuration: WikiConfiguration = WikiConfiguration()) {
    self.configuration = configuration
    world = configuration.network.network
    wikis = world.sites.filter { $0.parent == nil }.enumerated().map { index, site in
      SampleWiki(site: site.site, index: index)
    }
    places = Dictionary(wikis.enumerated().map { ($1.database, $0) }) { first, _ in first }
    state = Mutex(State(configuration))
  }

  /// The same wikis on a later day: of their histories, only the days between are computed.
  package func on(day: Int) -> SampleWikis {
    precondition(day >= configuration.network.day, "histories do not go back")
    var configuration = configuration
    configuration.network.day = day
    let later = SampleWikis(configuration)
    let histories = state.withLock(\.histories)
    later.state.withLock { $0.histories = histories }
    return later
  }

  /// All that changes as the wikis answer.
  struct State: Sendable {
    var tally: FaultTally<WikiFault>
    /// The users that ``WikiFault/rename`` has renamed, by wiki.
    var renamed: [String: Int] = [:]
    /// The wikis that were asked last, with their users.
    var wikis = BoundedCache<String, SampleWiki>()
    /// The histories that were asked for last, up to this day or an earlier one; those of ten rosters of 25,000
    /// have room.
    var histories = BoundedCache<String, WikiHistory>(most: 1_000_000)
    var requestCount = 0
    var minute: RequestWindow?

    init(_ configuration: WikiConfiguration) {
      tally = FaultTally(configuration.faults)
      minute = configuration.perMinute.map { RequestWindow($0, in: 60) }
    }
  }

  /// The number of requests so far, including refused ones.
  package var requestCount: Int { state.withLock { $0.requestCount } }

  /// The members of a group of the wiki for a site at this moment, by name.
  package func members(of group: String, at site: SiteID) -> [WikiUser] {
    wiki(Self.database(of: site))?.members(of: group) ?? []
  }

  /// The databases of the wikis that everybody can read.
  package var readableDatabases: [String] {
    wikis.filter { !$0.isPrivate }.map(\.database)
  }

  /// The name of the database of the wiki for a site.
  package static func database(of site: SiteID) -> String { SampleWiki.database(of: site) }

  /// The wiki with this database and its users; nil for an unknown one.
  func wiki(_ database: String) -> SampleWiki? {
    let (kept, renamed) = state.withLock { ($0.wikis[database], $0.renamed[database]) }
    if let kept { return kept }
    guard let place = places[database] else { return nil }
    var wiki = wikis[place]
    var users = WikiUser.users(world.roster(of: wiki.site.id))
    if let index = users.firstIndex(where: { $0.id == renamed }) {
      users[index].name = "Ωmega \(users[index].id)"
    }
    wiki.admit(users)
    state.withLock { [wiki] in $0.wikis.keep(wiki, as: database, elements: wiki.users.count) }
    return wiki
  }

  /// The name of the database of the wiki whose log has changes of rights at other wikis.
  package var centralDatabase: String? { wikis.first?.database }

  /// Who held which groups up to the day of the network, without users that a fault renamed.
  func history(of wiki: SampleWiki) -> WikiHistory {
    let kept = state.withLock { $0.histories[wiki.database] }
    if let kept, kept.day == world.day { return kept }
    func users(on day: Int) -> [WikiUser] {
      WikiUser.users(world.roster(of: wiki.site.id, on: day))
    }
    let first = min(configuration.loggedFrom, world.day)
    var history = kept ?? WikiHistory(wiki.database, of: users(on: first), on: first)
    while history.day < world.day { history.goOn(with: users(on: history.day + 1)) }
    state.withLock { [history] in
      $0.histories.keep(history, as: wiki.database, elements: history.rows.count)
    }
    return history
  }

  /// The tenures that the logs tell of the wiki for a site.
  package func tenures(of site: SiteID) -> [WikiTenure] {
    places[Self.database(of: site)].map { history(of: wikis[$0]).tenures } ?? []
  }

  /// Responds to one request that arrives at that time. Requests must be passed in the order of
  /// their times.
  package func respond(to request: SampleRequest, at now: Date) -> SampleResponse {
    let refused = state.withLock { state in
      state.requestCount += 1
      return refusal(of: request, at: now, &state)
    }
    var response =
      refused ?? answer(request)
      ?? .html("<!DOCTYPE html>\n<html><body>No wiki found</body></html>\n", status: 404)
    if strikes(.malformed) { response.body = Array(response.body.dropLast(9)) }
    response.sign(configuration.network, format: "wikis", at: now)
    response.delay += configuration.network.latency
    return response.packed(for: request)
  }

  func strikes(_ fault: WikiFault) -> Bool { state.withLock { $0.tally.strikes(fault) } }

  func rename(_ user: WikiUser, of wiki: SampleWiki) {
    state.withLock { state in
      state.renamed[wiki.database] = user.id
      state.wikis.remove(wiki.database)
    }
  }

  /// What the servers in front of the wikis refuse.
  private func refusal(
    of request: SampleRequest, at now: Date, _ state: inout State
  ) -> SampleResponse? {
    let wait = state.minute?.wait(request.client, at: now)
    if wait != nil || state.tally.strikes(.http429) {
      return .html("<html>Too many requests</html>\n", status: 429, retryAfter: wait ?? 30)
    }
    let agent = request.headers["user-agent"] ?? ""
    let isNamed = ["@", "://", "User:"].contains { agent.contains($0) }
    if configuration.requiresContact, !isNamed || state.tally.strikes(.clientRefused) {
      let text = "Please set a user-agent and respect our robot policy.\n"
      return SampleResponse(status: 403, contentType: "text/plain", body: Array(text.utf8))
    }
    if state.tally.strikes(.unavailable) {
      return .html("<html>Our servers are having a problem</html>\n", status: 503, retryAfter: 3)
    }
    return nil
  }
}
