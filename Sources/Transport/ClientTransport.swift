/// Sends requests and returns answers. Retry, throttle and log are transports that wrap another
/// one.
package protocol ClientTransport: Sendable {
  /// Sends the request once or several times. A failure of the network or the API is an answer and
  /// not an error.
  ///
  /// - Throws: ``Stopped`` where the run must end before this request can be sent;
  ///   `CancellationError`; a transport that checks answers throws its own error where an answer
  ///   ends the run.
  func send<Payload>(_ request: Request<Payload>) async throws -> Answer<Payload>
}
