import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// Sends single texts to a monitoring service: without the throttle, the key and the retries of the API.
package enum Notifier {
  /// For one attempt.
  private static let timeout = TimeAmount.seconds(10)
  /// Services recommend a few attempts, since a lost notification is a false alarm. These are the pauses
  /// before the second one and the third.
  private static let pauses: [Duration] = [.milliseconds(500), .milliseconds(1_500)]

  /// Posts a text.
  ///
  /// - Parameters:
  ///   - route: How requests to the host of the URL travel.
  ///   - pause: Waits between two attempts, so that a service that is just being restarted is reached.
  /// - Returns: Nil if the service took it with a status of 2xx, else why it did not, as a sentence without
  ///   its end. A failure of the network is no error.
  package static func post(
    _ text: String, to url: String, userAgent: String, route: Route = .direct,
    pause: (Duration) async throws -> Void
  ) async -> String? {
    var reason: String?
    for pauseBefore in [nil] + pauses {
      if let pauseBefore {
        do { try await pause(pauseBefore) } catch { return reason }
      }
      reason = await send(text, url, userAgent, route)
      if reason == nil { return nil }
    }
    return reason
  }

  private static func send(
    _ text: String, _ url: String, _ userAgent: String, _ route: Route
  ) async -> String? {
    let configuration = HTTPClient.Configuration(taking: route, connectTimeout: timeout)
    do {
      return try await HTTPClient.withHTTPClient(configuration: configuration) { client in
        var request = HTTPClientRequest(url: url)
        request.method = .POST
        request.headers = ["User-Agent": userAgent, "Content-Type": "text/plain; charset=utf-8"]
        request.body = .bytes(Array(text.utf8))
        let response = try await client.execute(request, timeout: timeout)
        let status = Int(response.status.code)
        return (200..<300).contains(status) ? nil : "it answered with HTTP status \(status)"
      }
    } catch {
      return Fault(describing: error, through: route.proxy).message
    }
  }
}
