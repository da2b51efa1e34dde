package import FoundationEssentials
package import Roster
import Synchronization

/// The sample network behind the wire format of the real API, version 2.3, without sockets.
///
/// What it answers is a function of its configuration, the requests so far and their times, all of
/// which are arguments: a server asks it with the real time, a simulation with a made-up one.
package final class SampleAPI: Sendable {
  package let configuration: SampleConfiguration
  /// The network of the configured day, before any fault moves it.
  package let network: SampleWorld
  private let state: Mutex<APIState>

  /// - Parameter earlier: The same network before; whom its faults have moved stays moved.
  package init(
    _ configuration: SampleConfiguration = SampleConfiguration(), after earlier: SampleAPI? = nil
  ) {
    self.configuration = configuration
    network = configuration.network
    state = Mutex(
      APIState(configuration, movements: earlier?.state.withLock { $0.movements } ?? [:]))
  }

  /// Where the log of requests can be read, as a JSON array. Asking for it is not logged.
  package static let logPath = "/sample/requests"

  /// The latest requests, in the order in which they were answered: at least `logLimit` of them, where
  /// there have been so many.
  package var log: [RequestRecord] { state.withLock { $0.log } }

  /// How many requests are remembered one by one.
  package static let logLimit = 100_000

  /// What the network calls itself in the `Server` header, such as
  /// `modexport-sample-network/2.3 (seed 42)`: the version is the wire format's, and the seed tells
  /// networks apart whatever their address.
  package static func serverName(seed: UInt64) -> String {
    "modexport-sample-network/2.3 (seed \(seed))"
  }

  /// All requests so far, refused ones included.
  package var requestCount: Int { state.withLock { $0.requestCount } }

  /// Everybody who moderates the site now: the network's roster as faults have moved it, by creation
  /// date.
  package func roster(of site: SiteID) -> [SampleUser] {
    Array(movingRoster(of: site, moved: state.withLock { $0.movement(of: site) }))
  }

  /// Answers one request that comes at that time. Requests must come in the order of their times.
  package func respond(to request: SampleRequest, at now: Date) -> SampleResponse {
    var response = answer(request, at: now)
    response.date = (now + configuration.clockOffset.timeInterval).httpDate
    response.server = Self.serverName(seed: configuration.seed)
    return response
  }

  private func answer(_ request: SampleRequest, at now: Date) -> SampleResponse {
    if request.path == Self.logPath { return .json(logJSON) }
    var record = RequestRecord(request, at: now)
    var response: SampleResponse
    if let call = Call(request, in: network) {
      record.method = call.route.method
      record.site = call.site
      response = answer(call, at: now, &record)
    } else {
      response = refuse(.noMethod, &record).packed
    }
    response.delay += configuration.latency + jitter(request)
    record.status = response.status
    record.answeredAt = now + response.delay.timeInterval
    state.withLock { $0.record(record) }
    return response
  }

  private var logJSON: [UInt8] {
    var writer = WireWriter()
    writer.array { writer in
      for record in log { record.write(to: &writer) }
    }
    return writer.bytes
  }

  private func jitter(_ request: SampleRequest) -> Duration {
    guard configuration.jitter > .zero else { return .zero }
    let number = state.withLock { UInt64($0.requestCount) }
    return configuration.jitter.share(seed: configuration.seed, Draw.key(request.path), number)
  }

  func movingRoster(of site: SiteID, moved movement: Movement) -> MovingRoster {
    MovingRoster(network.roster(of: site), moved: movement)
  }
}

extension SampleAPI {
  private func answer(
    _ call: Call, at now: Date, _ record: inout RequestRecord
  ) -> SampleResponse {
    let isKeyed: Bool
    do { isKeyed = try call.isKeyed } catch { return refuse(error, &record).packed }
    let turn = state.withLock { $0.admit(call, isKeyed: isKeyed, at: now) }
    record.faults = turn.hits.faults.map(\.kind.rawValue)
    if call.hasKeyInQuery, turn.hits.contains(.keyInQueryRefused) {
      return refuse(.keyInQuery, &record).packed
    }
    if let refusal = turn.refusal {
      record.answer = refusal.name
      return SampleResponse.error(refusal.apiError).packed
    }
    let seeds = (configuration.seed, Draw.key(call.identity), UInt64(turn.number))
    if let page = FaultyAnswer.substitute(for: turn.hits) {
      record.answer = "fault"
      return FaultyDelivery(turn.hits).carry(page, seeds: seeds)
    }
    var response = goodAnswer(call, isKeyed: isKeyed, turn, at: now, &record)
    response.announce(turn.hits)
    let sent = FaultyDelivery(turn.hits).carry(FaultyBody.spoil(response, turn.hits), seeds: seeds)
    if turn.hits.spoilTheAnswer { record.answer = "fault" }
    return sent
  }

  private func goodAnswer(
    _ call: Call, isKeyed: Bool, _ turn: APIState.Turn, at now: Date,
    _ record: inout RequestRecord
  ) -> SampleResponse {
    do {
      var page = try page(for: call, isKeyed: isKeyed, turn)
      if !turn.hits.spoilTheAnswer {
        page.envelope.backoff = state.withLock { $0.finish(call, turn, at: now) }
        record.backoff = page.envelope.backoff
      }
      return .json(page.envelope.json(page.style, items: page.items))
    } catch {
      return refuse(error, &record)
    }
  }

  private func refuse(_ error: APIError, _ record: inout RequestRecord) -> SampleResponse {
    record.answer = error.name
    return .error(error)
  }

  /// Positions in an order that is costly to make, from the cache where it has been made before.
  func cached(_ key: OrderKey, make: () -> [Int]) -> [Int] {
    if let order = state.withLock({ $0.order(key) }) { return order }
    let order = make()
    state.withLock { $0.keep(order, as: key) }
    return order
  }
}

extension Call {
  /// Whether a key came with it: any that begins with `sample` is known.
  fileprivate var isKeyed: Bool {
    get throws(APIError) {
      guard let key else { return false }
      guard key.hasPrefix("sample") else { throw .unknownKey }
      return true
    }
  }
}

extension Duration {
  /// A drawn part of this time, in whole microseconds.
  func share(seed: UInt64, _ first: UInt64, _ second: UInt64) -> Duration {
    var draw = Draw(seed, first, second, 8)
    return .microseconds(draw.int(below: max(1, Int(timeInterval * 1e6) + 1)))
  }
}
