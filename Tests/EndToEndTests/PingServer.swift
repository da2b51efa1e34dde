import Hummingbird
import Synchronization

/// A monitoring service that takes every notification, and keeps them in order.
final class PingLog: Sendable {
  private let taken = Mutex<[(path: String, body: String)]>([])

  var paths: [String] { taken.withLock { $0.map(\.path) } }
  var bodies: [String] { taken.withLock { $0.map(\.body) } }

  /// Serves while the body runs.
  func withRunning<Result: Sendable>(
    _ body: @escaping @Sendable (_ address: String) async throws -> Result
  ) async throws -> Result {
    try await LoopbackServer<BasicRequestContext>.withRunning { [self] request, _ in
      let text = try await request.body.collect(upTo: 1 << 20)
      taken.withLock { $0.append((request.uri.path, String(buffer: text))) }
      return Response(status: .ok)
    } body: {
      try await body($0)
    }
  }
}
