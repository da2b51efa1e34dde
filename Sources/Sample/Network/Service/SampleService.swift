package import FoundationEssentials

/// A sample network in one wire format, as a listener serves it.
package protocol SampleService: Sendable {
  /// Where clients begin.
  var entrance: SampleEntrance { get }
  /// One sentence for each fault that can change no answer.
  var warnings: [String] { get }
  /// Responds to one request that arrives at that time. Requests must be passed in the order of their times.
  func respond(to request: SampleRequest, at now: Date) -> SampleResponse
  /// Who holds which role on a site at this moment, by the role's name there.
  ///
  /// - Parameter site: As the network's addresses name it.
  /// - Returns: Nil for an unknown site.
  func people(at site: String) -> [String: [SamplePerson]]?
}

/// Where clients of a network begin, as paths of its server.
package enum SampleEntrance: Hashable, Sendable {
  /// One API knows all sites.
  case api(String)
  /// Each site has an API of its own.
  case sites([String])

  package var paths: [String] {
    switch self {
    case .api(let path): [path]
    case .sites(let paths): paths
    }
  }
}

/// Somebody who is really there, whatever the answers of the network say.
package struct SamplePerson: Hashable, Sendable {
  package var id: Int
  package var name: String
  /// Whether they are an employee; false where the network has none.
  package var isStaff = false
}

extension SampleService {
  package var warnings: [String] { [] }

  /// Responds to one request, as ``respond(to:at:)`` does, and to `/sample/people/SITE` with who is really there:
  /// a member for each role, whose value is a list of objects with `id`, `name` and `staff`.
  package func answer(to request: SampleRequest, at now: Date) -> SampleResponse {
    guard request.path.hasPrefix(Self.peoplePath) else { return respond(to: request, at: now) }
    let site = String(request.path.dropFirst(Self.peoplePath.count))
    guard let people = people(at: site) else {
      return .json(WireJSON.object(["error": "There is no such site."]).bytes, status: 404)
    }
    let members = people.sorted { $0.key < $1.key }.map { role, people in
      let rows = people.map {
        WireJSON.object(["id": .number($0.id), "name": .text($0.name), "staff": .flag($0.isStaff)])
      }
      return (name: role, value: WireJSON.list(rows))
    }
    return .json(WireJSON.members(members).bytes)
  }

  /// Before the name of a site.
  private static var peoplePath: String { "/sample/people/" }
}

extension SampleListener {
  /// Serves a sample network.
  ///
  /// - Parameters:
  ///   - host: The address to bind. Loopback, unless other machines need the network.
  ///   - port: 0 binds a free port.
  ///   - now: The present time, which limits use.
  package init(
    _ service: any SampleService, host: String, port: Int, now: @escaping @Sendable () -> Date
  ) {
    self.init(host: host, port: port, now: now) { service.answer(to: $0, at: $1) }
  }
}

extension SampleAPI: SampleService {
  package var entrance: SampleEntrance { .api("/2.3") }

  package var warnings: [String] { configuration.warnings }

  /// The moderators.
  package func people(at site: String) -> [String: [SamplePerson]]? {
    guard network.site(site) != nil else { return nil }
    return [
      "moderators": roster(of: site).map {
        SamplePerson(id: $0.userID, name: $0.displayName, isStaff: $0.isStaff)
      }
    ]
  }
}

extension SampleForums: SampleService {
  package var entrance: SampleEntrance { .sites(sites.map { "/forum/\($0)" }) }

  /// The members of the automatic groups, by the group's name there.
  package func people(at site: String) -> [String: [SamplePerson]]? {
    guard let forum = forum(site) else { return nil }
    let roles = forum.groups.filter(\.isAutomatic).map { group in
      (group.name, forum.members(of: group).map { SamplePerson(id: $0.id, name: $0.username) })
    }
    return Dictionary(roles) { first, _ in first }
  }
}

extension SampleWikis: SampleService {
  /// Each wiki lists all of them.
  package var entrance: SampleEntrance { .api("/\(wikis.first?.database ?? "meta")/api.php") }

  /// The members of each group that nobody is in by rule.
  package func people(at site: String) -> [String: [SamplePerson]]? {
    guard let wiki = wiki(site) else { return nil }
    let roles = wiki.groups.filter { !$0.isImplicit }.map { group in
      (group.name, wiki.members(of: group.name).map { SamplePerson(id: $0.id, name: $0.name) })
    }
    return Dictionary(roles) { first, _ in first }
  }
}
