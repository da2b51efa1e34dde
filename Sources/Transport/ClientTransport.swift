/// Something that answers requests. Retry, throttle and log are transports around another one.
package protocol ClientTransport: Sendable {
  /// Sends the request, once or more often. A failure of the network or the API is an answer.
  ///
  /// - Throws: ``Stopped`` where the run must end before this request can be sent, and
  ///   `CancellationError`; what looks at answers throws an error of its own where an answer ends the run.
  func send<Payload>(_ request: Request<Payload>) async throws -> Answer<Payload>
}
