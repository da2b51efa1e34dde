package import FoundationEssentials
package import Roster
import Synchronization

/// The sample network with the wire format of the real API, version 2.3, without sockets.
///
/// A response is a function of the configuration, the requests so far and their times. All of these
/// are arguments: a server passes the real time, a simulation a simulated one.
package final class SampleAPI: Sendable {
  package let configuration: SampleConfiguration
  /// The network of the configured day, before any fault changes it.
  package let network: SampleWorld
  private let state: Mutex<APIState>

  /// - Parameter earlier: The same network before; what its faults have moved stays moved.
  package init(
    _ configuration: SampleConfiguration = SampleConfiguration(), after earlier: SampleAPI? = nil
  ) {
    self.configuration = configuration
    network = configuration.network
    state = Mutex(
      APIState(configuration, movements: earlier?.state.withLock { $0.movements } ?? [:]))
  }

  /// The path of the request log, a JSON array. Requests for it are not logged.
  package static let logPath = "/sample/requests"

  /// The latest requests, in the order of their responses: all of them up to `logLimit`, then at
  /// least that many.
  package var log: [RequestRecord] { state.withLock { $0.log } }

  /// How many requests the log keeps at least.
  package static let logLimit = 100_000

  /// The number of requests so far, including refused ones.
  package var requestCount: Int { state.withLock { $0.requestCount } }

  /// All moderators of the site at this moment, including the moves of faults, by creation date.
  package func roster(of site: SiteID) -> [SampleUser] {
    Array(movingRoster(of: site, moved: state.withLock { $0.movement(of: site) }))
  }

  /// Responds to one request that arrives at that time. Requests must be passed in the order of
  /// their times.
  package func respond(to request: SampleRequest, at now: Date) -> SampleResponse {
    var response = answer(request, at: now)
    response.sign(configuration, format: "2.3", at: now)
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

  /// Positions in an order that is slow to compute, from the cache where possible.
  func cached(_ key: OrderKey, make: () -> [Int]) -> [Int] {
    if let order = state.withLock({ $0.order(key) }) { return order }
    let order = make()
    state.withLock { $0.keep(order, as: key) }
    return order
  }
}

extension Call {
  /// Whether the request has a key: every key that begins with `sample` is accepted.
  fileprivate var isKeyed: Bool {
    get throws(APIError) {
      guard let key else { return false }
      guard key.hasPrefix("sample") else { throw .unknownKey }
      return true
    }
  }
}

extension Duration {
  /// A random part of this time, in whole microseconds.
  func share(seed: UInt64, _ first: UInt64, _ second: UInt64) -> Duration {
    var draw = Draw(seed, first, second, 8)
    return .microseconds(draw.int(below: max(1, Int(timeInterval * 1e6) + 1)))
  }
}
