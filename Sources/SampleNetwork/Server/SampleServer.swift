package import FoundationEssentials
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import Synchronization

/// Serves a sample network over HTTP/1.1, so that anything that speaks to the real API can be tried on
/// it. It holds its requests, and their log, only in memory.
package struct SampleServer: Sendable {
  package let api: SampleAPI
  private let host: String
  private let port: Int
  private let now: @Sendable () -> Date

  /// - Parameters:
  ///   - api: What answers.
  ///   - host: The address to bind. Loopback, unless the network is meant for others too.
  ///   - port: 0 picks a free one.
  ///   - now: The time that limits go by.
  package init(
    _ api: SampleAPI, host: String = "127.0.0.1", port: Int = 0,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.api = api
    self.host = host
    self.port = port
    self.now = now
  }

  /// The latest requests, as `SampleAPI.log` has them.
  package var log: [RequestRecord] { api.log }

  /// All requests so far, refused ones included.
  package var requestCount: Int { api.requestCount }

  /// Serves until its task is cancelled or its service group shuts down; either is a normal end.
  ///
  /// - Parameter onListening: Called once, with the bound port.
  /// - Throws: What binding the address throws, such as that it is in use.
  package func run(onListening: @escaping @Sendable (_ port: Int) async -> Void) async throws {
    // What it would say is about connections, and an error where a stop finds one open.
    let logger = Logger(label: "sample-api") { _ in SwiftLogNoOpLogHandler() }
    // Not an `Application`, which would put the real time into the `Date` header of every answer.
    let server = try HTTPServerBuilder.http1().buildServer(
      configuration: ServerConfiguration(address: .hostname(host, port: port)),
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

  private func respond(
    to request: Request, on channel: any Channel
  ) async throws -> Response {
    let form =
      request.method == .post
      ? String(buffer: try await request.body.collect(upTo: Self.longestForm)) : ""
    let asked = SampleRequest(
      target: request.uri.string, form: form, authorization: request.headers[.authorization],
      client: channel.remoteAddress?.ipAddress ?? "unknown")
    let answer = api.respond(to: asked, at: now())
    if answer.delay > .zero { try await Task.sleep(for: answer.delay) }
    return try await Delivering(answer, channel: channel).response
  }

  private static let longestForm = 1 << 20
}
