package import FoundationEssentials

/// Serves a sample network over HTTP/1.1, for any client of the real API. Requests and their log
/// are kept in memory only.
package struct SampleServer: Sendable {
  package let api: SampleAPI
  package let listener: SampleListener

  /// - Parameters:
  ///   - api: The API that answers the requests.
  ///   - host: The address to bind. Loopback, unless other machines need the network.
  ///   - port: 0 binds a free port.
  ///   - now: The present time, which limits use.
  package init(
    _ api: SampleAPI, host: String = "127.0.0.1", port: Int = 0,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.api = api
    listener = SampleListener(host: host, port: port, now: now) { request, time in
      api.respond(to: request, at: time)
    }
  }

  /// The latest requests; see `SampleAPI.log`.
  package var log: [RequestRecord] { api.log }

  /// The number of requests so far, including refused ones.
  package var requestCount: Int { api.requestCount }

  /// Serves until its task is cancelled or its service group shuts down; both are normal ends.
  ///
  /// - Parameter onListening: Called once, with the bound port.
  /// - Throws: The error of binding the address, for example that it is in use.
  package func run(onListening: @escaping @Sendable (_ port: Int) async -> Void) async throws {
    try await listener.run(onListening: onListening)
  }
}
