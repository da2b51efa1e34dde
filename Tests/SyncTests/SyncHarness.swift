import Archive
import FoundationEssentials
import Logging
import Networks
import Roster
import StackExchange
import Sync
import Synchronization
import TestKit
import Testing
import Transport

/// Runs syncs one after the other on one archive, in simulated time, against an API that a closure
/// implements.
final class SyncHarness {
  /// One request as the closure gets it.
  struct Call: Sendable {
    var method: String
    var site: SiteID
    var page: Int
    var isAscending: Bool
    /// How often the same request was sent before in this run.
    var repeats: Int
    var label: String
  }

  /// The result of one run.
  struct Measurement {
    var summary: SyncSummary?
    var failure: SyncFailure?
    var warnings: [String] = []
    /// The requests, with their times in seconds since the start of the run.
    var sent: [(label: String, after: TimeInterval)] = []

    var rosters: [String] {
      sent.map(\.label).filter { $0.hasPrefix("users/moderators?") }
    }
  }

  let path: String
  var base = "http://sync.test/2.3"
  /// Moves with each run, and by assignment.
  var now = Date(unixSeconds: 1_800_000_000)

  init(in folder: String) {
    path = "\(folder)/sync.sqlite"
  }

  func sync(
    _ options: SyncOptions = SyncOptions(.all(withMeta: true)),
    limits: ThrottleLimits = ThrottleLimits(), retries: RetryPolicy = RetryPolicy(retries: 2),
    stopAfter: TimeInterval? = nil, key: APIKey? = nil,
    _ answer: @escaping @Sendable (Call) -> RawResponse?
  ) throws -> Measurement {
    let (path, base, start) = (path, base, now)
    let record = Record()
    let (outcome, end) = try Simulation.run(seed: 1, start: start) { world in
      let archive = try ArchiveDatabase.open(at: path, for: .writing)
      let network = StackExchangeNetwork(APIEndpoint(base: base, key: key))
      let wire = HarnessWire(world: world, start: start, record: record, answer: answer)
      let requests = try RequestStack(
        wire, network: network, archive: archive, limits: limits, retries: retries,
        adoptsAPI: options.adoptsAPI, time: world,
        logger: Logger(label: "sync") { _ in SwiftLogNoOpLogHandler() }, random: { world.random() })
      let run = SyncRun(
        archive: archive, network: network, requests: requests, options: options, observer: record)
      var outcome = Measurement()
      do {
        outcome.summary = try await Self.run(run, requests, stopAfter: stopAfter, in: world)
      } catch let failure as SyncFailure {
        outcome.failure = failure
      }
      try archive.close()
      return (outcome, world.now)
    }
    now = end
    var result = outcome
    result.sent = record.sent
    result.warnings = record.warnings
    return result
  }

  private static func run(
    _ run: SyncRun, _ requests: RequestStack, stopAfter: TimeInterval?, in world: Simulation
  ) async throws -> SyncSummary {
    guard let stopAfter else { return try await run.run() }
    async let _ = stop(requests, after: stopAfter, in: world)
    return try await run.run()
  }

  private static func stop(
    _ requests: RequestStack, after seconds: TimeInterval, in world: Simulation
  ) async {
    do { try await world.sleep(seconds: seconds) } catch { return }
    await requests.throttles.stop(for: .signal(15))
  }

  /// The ids of a site's roster in the archive.
  func roster(of site: SiteID) throws -> [Int] {
    let archive = try ArchiveDatabase.open(at: path, for: .reading)
    defer { try? archive.close() }
    return try archive.currentUsers(of: SiteRef(test: site))?[.moderator]?.sorted() ?? []
  }

  /// The date of the newest roster in the archive.
  func newestRoster() throws -> Date {
    let archive = try ArchiveDatabase.open(at: path, for: .reading)
    defer { try? archive.close() }
    return try #require(try archive.newestRoster()).readAt
  }

  /// The API that the archive is bound to.
  func boundAPI() throws -> String? {
    let archive = try ArchiveDatabase.open(at: path, for: .reading)
    defer { try? archive.close() }
    return try archive.api(of: testNetwork)
  }

  func site(_ id: SiteID) throws -> KnownSite? {
    let archive = try ArchiveDatabase.open(at: path, for: .reading)
    defer { try? archive.close() }
    return try archive.knownSites(of: testNetwork).first { $0.site.id == id }
  }
}

/// The requests and warnings of one run.
private final class Record: SyncObserver {
  private let storage = Mutex<(sent: [(label: String, after: TimeInterval)], warnings: [String])>(
    ([], []))

  var sent: [(label: String, after: TimeInterval)] { storage.withLock { $0.sent } }
  var warnings: [String] { storage.withLock { $0.warnings } }

  /// Records a request; returns how often the same was sent before.
  func send(_ label: String, after seconds: TimeInterval) -> Int {
    storage.withLock { storage in
      defer { storage.sent.append((label, seconds)) }
      return storage.sent.count { $0.label == label }
    }
  }

  func published(_ publication: Publication, of site: SiteRef, seconds: TimeInterval) {}

  func warning(_ sentence: String) {
    storage.withLock { $0.warnings.append(sentence) }
  }
}

private struct HarnessWire: ClientTransport {
  let world: Simulation
  let start: Date
  let record: Record
  let answer: @Sendable (SyncHarness.Call) -> RawResponse?

  func send<Payload>(_ request: Request<Payload>) async throws -> Answer<Payload> {
    let repeats = record.send(request.label, after: world.now.timeIntervalSince(start))
    try await world.sleep(seconds: 0.1)
    guard let response = answer(SyncHarness.Call(request.label, repeats: repeats)) else {
      return Answer(.temporary(Fault(.connection, "the connection failed")))
    }
    return request.read(response)
  }
}

extension SyncHarness.Call {
  fileprivate init(_ label: String, repeats: Int) {
    let parts = label.split(separator: "?", maxSplits: 1)
    var query: [Substring: Substring] = [:]
    for pair in parts.dropFirst().joined().split(separator: "&") {
      let sides = pair.split(separator: "=", maxSplits: 1)
      query[sides[0]] = sides.count > 1 ? sides[1] : ""
    }
    self.init(
      method: String(parts[0]), site: String(query["site"] ?? ""),
      page: query["page"].flatMap { Int($0) } ?? 1, isAscending: query["order"] == "asc",
      repeats: repeats, label: label)
  }

  /// The answers of an API without faults.
  ///
  /// - Parameters:
  ///   - rosters: The ids of each site, by site.
  ///   - pageSize: Rows of a page.
  ///   - total: Maps the true number of rows to the reported `total`.
  func answer(
    _ rosters: [SiteID: [Int]], pageSize: Int = 100, total: (Int) -> Int? = { $0 }
  ) -> RawResponse {
    switch method {
    case "filters/create":
      return .json(#""items":[{"filter":"abc","filter_type":"unsafe","included_fields":[]}]"#)
    case "sites":
      let sites = rosters.keys.sorted().map { id in
        #"{"api_site_parameter":"\#(id)","name":"Site \#(id)","#
          + #""site_url":"https://\#(id).example","site_type":"main_site"}"#
      }
      let asked = label.firstMatch(of: /pagesize=(\d+)/).flatMap { Int($0.1) } ?? sites.count
      return .json(
        #""items":[\#(sites.prefix(asked).joined(separator: ","))],"total":\#(sites.count)"#,
        hasMore: asked < sites.count)
    default:
      let ids = rosters[site, default: []].sorted()
      let ordered = isAscending ? ids : ids.reversed()
      let rows = ordered.dropFirst((page - 1) * pageSize).prefix(pageSize)
      let items = rows.map { #"{"user_id":\#($0),"display_name":"user \#($0)"}"# }
      let said = total(ids.count).map { #","total":\#($0)"# } ?? ""
      return .json(
        #""items":[\#(items.joined(separator: ","))]\#(said)"#,
        hasMore: page * pageSize < ids.count)
    }
  }
}

extension RawResponse {
  /// A good answer with these fields.
  static func json(_ fields: String, hasMore: Bool = false) -> RawResponse {
    let text =
      #"{\#(fields),"has_more":\#(hasMore),"quota_max":10000,"quota_remaining":9000}"#
    return RawResponse(status: 200, body: Array(text.utf8))
  }
}
