import FoundationEssentials
import Roster
import Synchronization

/// A sample network some of whose servers lie.
struct LyingService: SampleService {
  let honest: any SampleService
  let lies: [Lie]
  private let tallies: Tallies

  /// A lie, and where it is told: written `NAME[=COUNT][@SITE]`.
  struct Lie: Sendable {
    var fault: ServerFault<ServerLie>
    /// As the network's addresses name it; nil for every site.
    var site: String?

    /// Nil for a text that names no lie.
    ///
    /// - Throws: `SampleFault.Unreadable` for a wrong count.
    init?(_ text: String) throws(SampleFault.Unreadable) {
      let parts = text.split(separator: "@", maxSplits: 1).map { String($0) }
      guard let first = parts.first, ServerLie(rawValue: String(first.prefix { $0 != "=" })) != nil
      else { return nil }
      fault = try ServerFault(first)
      site = parts.count > 1 ? parts[1] : nil
    }
  }

  /// Counts the requests of each lie.
  private final class Tallies: Sendable {
    let each: Mutex<[FaultTally<ServerLie>]>

    init(_ lies: [Lie]) {
      each = Mutex(lies.map { FaultTally([$0.fault]) })
    }
  }

  init(_ honest: any SampleService, _ lies: [Lie]) {
    (self.honest, self.lies, tallies) = (honest, lies, Tallies(lies))
  }

  var entrance: SampleEntrance { honest.entrance }
  var warnings: [String] { honest.warnings }

  func people(at site: String) -> [String: [SamplePerson]]? { honest.people(at: site) }

  func respond(to request: SampleRequest, at now: Date) -> SampleResponse {
    // The API names the site in the query, a forum in the second part of the path, a wiki in the first.
    let path = request.path.split(separator: "/").prefix(2).map { String($0) }
    let sites = [request.parameters["site"]].compactMap(\.self) + path
    var response = honest.respond(to: request, at: now)
    for (index, lie) in lies.enumerated() where lie.site.map(sites.contains) ?? true {
      guard tallies.each.withLock({ $0[index].strikes(lie.fault.kind) }) else { continue }
      response = lie.fault.kind.answer(insteadOf: response, at: now)
    }
    return response
  }
}
