import Synchronization
package import Transport

/// Answers requests with a closure of the request's label and its number, from 0.
package final class ScriptedTransport: ClientTransport {
  private let respond: @Sendable (String, Int) async throws -> RawResponse
  private let labels = Mutex<[String]>([])

  package init(_ respond: @escaping @Sendable (String, Int) async throws -> RawResponse) {
    self.respond = respond
  }

  /// The labels of the requests, in order.
  package var requests: [String] { labels.withLock { $0 } }

  package func send<Payload>(_ request: Request<Payload>) async throws -> Answer<Payload> {
    let number = labels.withLock { labels in
      labels.append(request.label)
      return labels.count - 1
    }
    return request.read(try await respond(request.label, number))
  }
}

extension RawResponse {
  /// An error of the API of Stack Exchange.
  package static func error(_ id: Int, _ name: String, _ message: String) -> RawResponse {
    let text = #"{"error_id":\#(id),"error_name":"\#(name)","error_message":"\#(message)"}"#
    return RawResponse(status: 400, body: Array(text.utf8))
  }
}
