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
    return try await server.listener.serving { try await body("\($0)/2.3", server) }
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
    try await SampleListener(responder: responder).serving(body)
  }
}
