package import FoundationEssentials
package import Roster
import Synchronization

/// The settings of the sample forums.
package struct ForumConfiguration: Hashable, Sendable {
  /// The people of the forums: seed, day and number of sites.
  package var network: SampleConfiguration
  /// Requests of one address in a minute and in ten seconds; nil for no limit.
  package var perMinute: Int?
  package var perTenSeconds: Int?
  package var faults: [ServerFault<ForumFault>]

  package init(
    network: SampleConfiguration = SampleConfiguration(), perMinute: Int? = 200,
    perTenSeconds: Int? = 50, faults: [ServerFault<ForumFault>] = []
  ) {
    self.network = network
    self.perMinute = perMinute
    self.perTenSeconds = perTenSeconds
    self.faults = faults
  }
}

/// A forum for each site of a sample network, in the wire format of Discourse. The forum of the site
/// `cooking` is at `/forum/cooking`; its staff are the site's moderators.
///
/// An administrator's key is any that begins with `sample`, in the name of any user; so is a user's
/// own key, whose reader is logged in but no staff.
package final class SampleForums: Sendable {
  package let configuration: ForumConfiguration
  private let world: SampleWorld
  private let state: Mutex<State>

  package init(_ configuration: ForumConfiguration = ForumConfiguration()) {
    self.configuration = configuration
    world = configuration.network.network
    state = Mutex(State(configuration))
  }

  /// All that changes as the forums answer.
  struct State: Sendable {
    var tally: FaultTally<ForumFault>
    /// The forums in which ``ForumFault/swaps`` has happened.
    var swapped: Set<SiteID> = []
    /// The forums that were asked last.
    var forums = BoundedCache<SiteID, SampleForum>()
    var requestCount = 0
    var minute: RequestWindow?
    var tenSeconds: RequestWindow?

    init(_ configuration: ForumConfiguration) {
      tally = FaultTally(configuration.faults)
      minute = configuration.perMinute.map { RequestWindow($0, in: 60) }
      tenSeconds = configuration.perTenSeconds.map { RequestWindow($0, in: 10) }
    }
  }

  /// The number of requests so far, including refused ones.
  package var requestCount: Int { state.withLock { $0.requestCount } }

  /// The sites that have a forum, in the order of the network.
  var sites: [SiteID] { world.sites.map(\.site.id) }

  /// The staff of a forum at this moment; empty for an unknown one.
  package func staff(of site: SiteID) -> [ForumUser] {
    forum(site)?.staff ?? []
  }

  /// The names of a forum's automatic groups by their ids.
  package func groupNames(of site: SiteID) -> [Int: String] {
    let groups = forum(site)?.groups.filter(\.isAutomatic) ?? []
    return Dictionary(groups.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
  }

  /// The forum for a site; nil for an unknown one.
  func forum(_ id: SiteID) -> SampleForum? {
    let (kept, isSwapped) = state.withLock { ($0.forums[id], $0.swapped.contains(id)) }
    if let kept { return kept }
    guard let site = world.site(id)?.site else { return nil }
    var movement = Movement()
    if isSwapped { (movement.left, movement.joinedBack) = (1, 1) }
    let forum = SampleForum(site, MovingRoster(world.roster(of: id), moved: movement))
    state.withLock { $0.forums.keep(forum, as: id, elements: forum.staff.count) }
    return forum
  }

  /// Responds to one request that arrives at that time. Requests must be passed in the order of
  /// their times.
  package func respond(to request: SampleRequest, at now: Date) -> SampleResponse {
    var response = state.withLock { state in
      state.requestCount += 1
      return refusal(of: request, at: now, &state)
    }
    if response == nil { response = answer(request) }
    var sent = response ?? ForumError.notFound.response
    if state.withLock({ $0.tally.strikes(.malformed) }) {
      sent.body = Array(sent.body.dropLast(sent.body.count / 2 + 1))
    }
    if state.withLock({ $0.tally.strikes(.wrongType) }) {
      sent.contentType = SampleResponse.htmlType
    }
    sent.sign(configuration.network, format: "forums", at: now)
    sent.delay += configuration.network.latency
    return sent.packed(for: request)
  }

  func strikes(_ fault: ForumFault) -> Bool { state.withLock { $0.tally.strikes(fault) } }

  func swap(_ site: SiteID) {
    state.withLock { state in
      state.swapped.insert(site)
      state.forums.remove(site)
    }
  }

  /// What is refused before the forum looks at the request.
  private func refusal(
    of request: SampleRequest, at now: Date, _ state: inout State
  ) -> SampleResponse? {
    let waits = [
      ("ip_60_secs_limit", state.minute?.wait(request.client, at: now)),
      ("ip_10_secs_limit", state.tenSeconds?.wait(request.client, at: now)),
      ("ip_10_secs_limit", state.tally.strikes(.addressLimit) ? 10 : nil),
    ]
    if let (code, wait) = waits.first(where: { $0.1 != nil }), let wait {
      return .slowDown(code, seconds: wait)
    }
    if state.tally.strikes(.badGateway) {
      return .html("<html><head><title>502 Bad Gateway</title></head></html>\n", status: 502)
    }
    if state.tally.strikes(.readerLimit) { return ForumError.slowDown(seconds: 17).response }
    if state.tally.strikes(.readOnly) { return ForumError.readOnly.response }
    if state.tally.strikes(.htmlShell) { return .html(Self.shell, status: 200) }
    return nil
  }

  static let shell = "<!DOCTYPE html>\n<html><head></head><body></body></html>\n"
}

extension SampleResponse {
  /// The limit of an address, as the servers in front of a forum say it.
  fileprivate static func slowDown(_ code: String, seconds: Int) -> SampleResponse {
    let text =
      "Slow down, too many requests from this IP address.\n"
      + "Please retry again in \(seconds) seconds.\nError code: \(code).\n"
    var response = SampleResponse(
      status: 429, contentType: "text/plain", retryAfter: seconds, body: Array(text.utf8))
    response.more["discourse-rate-limit-error-code"] = code
    return response
  }
}
