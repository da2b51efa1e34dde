/// Counts what became of requests, and ends a run to which the API never answered.
///
/// It stands outermost, so that it sees a request once, when all its tries are done.
package struct Watched: Transport {
  package let next: any Transport
  package let traffic: Traffic

  /// After so many requests without one usable answer the others would only take time.
  package static let mostLost = 3

  package init(_ next: any Transport, traffic: Traffic) {
    self.next = next
    self.traffic = traffic
  }

  package func send<Payload>(_ request: Request<Payload>) async throws -> Answer<Payload> {
    let counts = traffic.counts
    if counts.usable == 0, counts.lost >= Self.mostLost { throw Stopped(.unreachable) }
    let answer = try await next.send(request)
    traffic.note { counts in
      if !answer.outcome.isUsable { counts.lost += 1 }
      if let quota = answer.quota { counts.quotaRemaining = quota.remaining }
    }
    return answer
  }
}

extension Outcome {
  /// Whether the API itself has answered, be it with a refusal.
  var isUsable: Bool {
    switch self {
    case .good, .throttled, .lockedOut: true
    case .temporary(let fault), .permanent(let fault):
      fault.kind == .refused || fault.kind == .keyRefused || fault.kind == .server
    }
  }
}
