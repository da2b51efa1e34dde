package import FoundationEssentials
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// Serves responses over HTTP/1.1 on one address, whatever API they belong to.
package struct SampleListener: Sendable {
  /// Responds to one request that arrives at that time.
  package typealias Responder = @Sendable (SampleRequest, Date) -> SampleResponse

  private let host: String
  private let port: Int
  private let now: @Sendable () -> Date
  private let responder: Responder

  /// - Parameters:
  ///   - host: The address to bind. Loopback, unless other machines need the network.
  ///   - port: 0 binds a free port.
  ///   - now: The present time, which limits use.
  package init(
    host: String = "127.0.0.1", port: Int = 0, now: @escaping @Sendable () -> Date = { Date() },
    responder: @escaping Responder
  ) {
    self.host = host
    self.port = port
    self.now = now
    self.responder = responder
  }

  /// Serves until its task is cancelled or its service group shuts down; both are normal ends.
  ///
  /// - Parameter onListening: Called once, with the bound port.
  /// - Throws: The error of binding the address, for example that it is in use.
  package func run(onListening: @escaping @Sendable (_ port: Int) async -> Void) async throws {
    // The server logs only connections, and an error for each connection that is open when it
    // stops.
    let logger = Logger(label: "sample") { _ in SwiftLogNoOpLogHandler() }
    // Not an `Application`, which would put the real time into the `Date` header of every response.
    let server = try HTTPServerBuilder.http1().buildServer(
      // Of two servers that reuse addresses, each can get the other's free port.
      configuration: ServerConfiguration(
        address: .hostname(host, port: port), reuseAddress: port != 0),
      eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger,
      responder: { request, writer, channel in
        let response = try await respond(to: request, on: channel)
        try await writer.write(response: response.head, body: response.body)
      },
      onServerRunning: { channel in
        await onListening(channel.localAddress?.port ?? port)
      })
    do {
      try await ServiceGroup(services: [server], logger: logger).run()
    } catch is CancellationError {
      return
    }
  }

  /// Serves while the body runs.
  ///
  /// - Parameter body: Gets the address of the root, such as `http://127.0.0.1:41234`.
  /// - Throws: Errors of the body and of binding the address.
  package func serving<Result: Sendable>(
    _ body: @escaping @Sendable (_ root: String) async throws -> Result
  ) async throws -> Result {
    let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        defer { continuation.finish() }
        try await run { port in continuation.yield(port) }
      }
      defer { group.cancelAll() }
      for await port in ports {
        return try await body("http://\(host):\(port)")
      }
      try await group.waitForAll()
      throw CancellationError()
    }
  }

  private func respond(
    to request: Request, on channel: any Channel
  ) async throws -> Response {
    let form =
      request.method == .post
      ? String(buffer: try await request.body.collect(upTo: Self.longestForm)) : ""
    var headers = Dictionary(
      request.headers.map { ($0.name.canonicalName, $0.value) },
      uniquingKeysWith: { first, _ in first })
    // The library takes this one out of the headers.
    headers["host"] = request.head.authority
    let asked = SampleRequest(
      target: request.uri.string, form: form, headers: headers,
      client: channel.remoteAddress?.ipAddress ?? "unknown")
    let answer = responder(asked, now())
    if answer.delay > .zero { try await Task.sleep(for: answer.delay) }
    return try await Delivering(answer, channel: channel).response
  }

  private static let longestForm = 1 << 20
}
