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
    let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        defer { continuation.finish() }
        try await server.run { port in continuation.yield(port) }
      }
      defer { group.cancelAll() }
      for await port in ports {
        return try await body("http://127.0.0.1:\(port)/2.3", server)
      }
      try await group.waitForAll()
      throw CancellationError()
    }
  }
}
