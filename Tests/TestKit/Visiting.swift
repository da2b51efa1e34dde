import Testing
package import Transport

/// A way to a server over real sockets.
package protocol Visiting: Sendable {
  var transport: HTTPTransport { get }
}

extension Visiting {
  package func send<Payload>(_ request: Request<Payload>) async throws -> Answer<Payload> {
    try await transport.send(request)
  }

  /// The payload of the answer, which the test requires.
  package func get<Payload>(_ request: Request<Payload>) async throws -> Payload {
    let answer = try await send(request)
    return try #require(answer.payload, "\(answer.outcome)")
  }
}
