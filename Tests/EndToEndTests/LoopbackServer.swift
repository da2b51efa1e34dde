import Hummingbird
import Logging
import NIOCore

/// A real HTTP server on a free port of loopback.
enum LoopbackServer<Context: InitializableFromSource>
where Context: RequestContext, Context.Source == ApplicationRequestContextSource {
  /// Serves while the body runs.
  ///
  /// - Parameter body: Gets the server's address, without a path.
  static func withRunning<Result: Sendable>(
    _ respond: @escaping @Sendable (Request, Context) async throws -> Response,
    body: @escaping @Sendable (_ address: String) async throws -> Result
  ) async throws -> Result {
    let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
    let application = Application(
      responder: CallbackResponder(callback: respond),
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { channel in continuation.yield(channel.localAddress?.port ?? 0) },
      logger: Logger(label: "loopback") { _ in SwiftLogNoOpLogHandler() })
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        defer { continuation.finish() }
        try await application.run()
      }
      defer { group.cancelAll() }
      for await port in ports { return try await body("http://127.0.0.1:\(port)") }
      try await group.waitForAll()
      throw CancellationError()
    }
  }
}
