import AsyncHTTPClient
package import FoundationEssentials
import NIOCore
import NIOHTTP1

/// Sends requests over HTTP. A failure of the network is an answer, never an error.
///
/// Redirects are not followed, since the API sends none and a key must not be sent to another host;
/// TLS certificates are verified. Bodies are returned compressed for the caller to decompress,
/// because AsyncHTTPClient accepts a truncated stream as a whole one.
package struct HTTPTransport: ClientTransport {
  private let client: HTTPClient
  private let timeout: TimeAmount
  private let userAgent: String
  private let proxy: Proxy?

  /// The maximum size of a compressed body in bytes. The API compresses its responses, and a page
  /// of 100 moderators has about 100 KiB before that; with eight requests in flight this bounds the
  /// memory that a hostile server can use.
  package static let bodyLimit = 4 << 20

  /// Creates the HTTP client, runs the body, and always shuts the client down.
  ///
  /// - Parameters:
  ///   - timeout: Seconds for one request, from connecting to the last byte; up to twice as many
  ///     where a body stalls.
  ///   - connections: The maximum number of open connections.
  ///   - route: How every request travels, whatever its host.
  /// - Throws: ``TooFewDescriptors``, and what the body throws.
  package static func withTransport<Result>(
    timeout: TimeInterval, connections: Int, userAgent: String, route: Route = .direct,
    _ body: (HTTPTransport) async throws -> Result
  ) async throws -> Result {
    try OpenFiles.check()
    let timeout = TimeAmount.nanoseconds(Int64(timeout * 1e9))
    var configuration = HTTPClient.Configuration(taking: route, connectTimeout: timeout)
    configuration.decompression = .disabled
    // The client's own timeout covers only the head of the response; a body may stall after that.
    configuration.timeout.read = timeout
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections
    configuration.checkStatus()
    return try await HTTPClient.withHTTPClient(configuration: configuration) { client in
      try await body(
        HTTPTransport(client: client, timeout: timeout, userAgent: userAgent, proxy: route.proxy))
    }
  }

  package func send<Payload>(_ request: Request<Payload>) async throws -> Answer<Payload> {
    do {
      let response = try await exchange(request.url, request.headers)
      return try await AnswerReading.read(response, of: request)
    } catch let error as CancellationError {
      throw error
    } catch let error as BodyTooLong {
      var answer = Answer<Payload>(
        .temporary(Fault(.tooLarge, "the answer is longer than \(Self.bodyLimit >> 20) MiB")))
      answer.head = error.head
      return answer
    } catch {
      if Task.isCancelled { throw CancellationError() }
      let fault = Fault(describing: error, through: proxy)
      return Answer(fault.kind.concernsTheRun ? .permanent(fault) : .temporary(fault))
    }
  }

  private func exchange(_ url: String, _ headers: RequestHeaders) async throws -> RawResponse {
    var request = HTTPClientRequest(url: url)
    request.headers = ["User-Agent": userAgent, "Accept-Encoding": "gzip, deflate"]
    for (name, value) in headers.values { request.headers.replaceOrAdd(name: name, value: value) }
    let deadline = NIODeadline.now() + timeout
    let response = try await client.execute(request, deadline: deadline)
    var answer = RawResponse(
      status: Int(response.status.code),
      headers: Dictionary(
        response.headers.map { ($0.name.lowercased(), $0.value) },
        uniquingKeysWith: { first, _ in first }))
    for try await chunk in response.body {
      answer.body.append(contentsOf: chunk.readableBytesView)
      if answer.body.count > Self.bodyLimit { throw BodyTooLong(head: answer.head) }
      if NIODeadline.now() > deadline { throw HTTPClientError.deadlineExceeded }
    }
    return answer
  }
}

private struct BodyTooLong: Error {
  var head: AnswerHead
}
