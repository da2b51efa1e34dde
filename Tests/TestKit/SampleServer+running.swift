package import SampleNetwork

extension SampleServer {
  /// Serves a sample network on a free port of loopback while the body runs.
  ///
  /// - Parameter body: Gets the base of the API, such as `http://127.0.0.1:41234/2.3`, and the server.
  /// - Throws: Errors of the body and of binding the port.
  package static func withRunning<Result: Sendable>(
    _ configuration: SampleConfiguration = SampleConfiguration(),
    _ body: @escaping @Sendable (_ base: String, SampleServer) async throws -> Result
  ) async throws -> Result {
    let server = SampleServer(SampleAPI(configuration))
    return try await Serving.untilDone(
      { try await server.run(onListening: $0) }, { try await body("\($0)/2.3", server) })
  }
}

extension SampleListener {
  /// Serves responses on a free port of loopback while the body runs.
  ///
  /// - Parameter body: Gets the address of the root, such as `http://127.0.0.1:41234`.
  /// - Throws: Errors of the body and of binding the port.
  package static func withRunning<Result: Sendable>(
    _ responder: @escaping SampleListener.Responder,
    _ body: @escaping @Sendable (_ root: String) async throws -> Result
  ) async throws -> Result {
    let listener = SampleListener(responder: responder)
    return try await Serving.untilDone({ try await listener.run(onListening: $0) }, body)
  }
}

/// A server that runs as long as a body.
private enum Serving {
  static func untilDone<Result: Sendable>(
    _ serve: @escaping @Sendable (@escaping @Sendable (Int) async -> Void) async throws -> Void,
    _ body: @escaping @Sendable (_ root: String) async throws -> Result
  ) async throws -> Result {
    let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        defer { continuation.finish() }
        try await serve { port in continuation.yield(port) }
      }
      defer { group.cancelAll() }
      for await port in ports {
        return try await body("http://127.0.0.1:\(port)")
      }
      try await group.waitForAll()
      throw CancellationError()
    }
  }
}
