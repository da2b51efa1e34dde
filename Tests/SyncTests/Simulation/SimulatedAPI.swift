import FoundationEssentials
import Roster
import SampleNetwork
import TestKit
import Transport

/// The sample network behind a simulated connection: answers are those that `HTTPTransport` would
/// return.
struct SimulatedAPI: ClientTransport {
  let api: SampleAPI
  let world: Simulation
  let ledger: Ledger
  let run: Scenario.Run
  let refusesFilters: Bool

  /// The address that requests begin with.
  static let base = "http://sample.test/2.3"
  /// Another API, with other users.
  static let otherBase = "http://other.test/2.3"
  private static let origin = "http://sample.test"

  func send<Payload>(_ request: Request<Payload>) async throws -> Answer<Payload> {
    let start = world.now
    let number = try ledger.send(request.label, method: request.method, at: start)
    do {
      let answer = try await exchange(request, from: start)
      try ledger.receive(
        Ledger.Received(answer), number: number, method: request.method, at: world.now)
      return answer
    } catch {
      ledger.lose(number)
      throw error
    }
  }

  private func exchange<Payload>(
    _ request: Request<Payload>, from start: Date
  ) async throws -> Answer<Payload> {
    try await world.sleep(seconds: run.travel * world.random())
    if refusesFilters, request.method == "filters/create" {
      return Answer(.permanent(Fault(.refused, "the API makes no filters")))
    }
    let target = String(request.url.dropFirst(Self.origin.count))
    let headers = request.headers.values.map { ($0.key.lowercased(), $0.value) }
    let asked = SampleRequest(
      target: target, headers: Dictionary(headers, uniquingKeysWith: { first, _ in first }))
    let (response, faults) = try ledger.ask(api, asked, at: world.now)
    let back = run.travel * world.random() + response.delay / .seconds(1)
    switch response.delivery {
    case .reset:
      try await world.sleep(seconds: back)
      return Answer(.temporary(Fault(.connection, "the connection failed: reset")))
    case .cut:
      return try await arriving(after: back, start) {
        Answer(.temporary(Fault(.cutShort, "the connection was closed early")))
      }
    case .stall:
      return try await arriving(after: .infinity, start) { whole(response, request, faults) }
    case .endless:
      return try await arriving(after: back + 1, start) {
        Answer(.temporary(Fault(.tooLarge, "the answer is longer than 4 MiB")))
      }
    case .trickle(let piece, let pause):
      let pieces = Double((response.body.count + piece - 1) / piece)
      return try await arriving(after: back + pieces * (pause / .seconds(1)), start) {
        whole(response, request, faults)
      }
    case .whole:
      return try await arriving(after: back, start) { whole(response, request, faults) }
    }
  }

  /// The response after a number of seconds, or a timeout.
  private func arriving<Payload>(
    after seconds: TimeInterval, _ start: Date, _ answer: () -> Answer<Payload>
  ) async throws -> Answer<Payload> {
    let deadline = start.addingTimeInterval(run.timeout)
    guard world.now.addingTimeInterval(seconds) < deadline else {
      try await world.sleep(until: deadline)
      return Answer(.temporary(Fault(.timeout, "no whole answer in time")))
    }
    try await world.sleep(seconds: seconds)
    return answer()
  }

  /// A body that decompresses to more than the limit is not decompressed here, which would take
  /// longer than a whole history.
  private func whole<Payload>(
    _ response: SampleResponse, _ request: Request<Payload>, _ faults: [String]
  ) -> Answer<Payload> {
    if faults.contains(SampleFault.Kind.gzipBomb.rawValue), response.status == 200 {
      return Answer(.temporary(Fault(.tooLarge, "the answer unpacks to more than 6 MiB")))
    }
    let headers = Dictionary(response.headers.map { ($0.name, $0.value) }) { first, _ in first }
    return request.read(
      RawResponse(status: response.status, headers: headers, body: response.body))
  }
}
