package import Transport

/// Checks this program's assumptions about an API against the live API.
package protocol NetworkProbe: Sendable {
  /// The maximum number of requests of one probe, retries included.
  var mostRequests: Int { get }

  /// Sends its questions one after the other. It stops early where the limit of requests is
  /// reached, the API asks for a wait, refuses the key or does not answer, or another server
  /// answers.
  ///
  /// - Parameters:
  ///   - transport: Sends a request, with retries and within the run's limits.
  ///   - traffic: Counts the requests.
  /// - Throws: `CancellationError`.
  func ask(
    _ transport: any ClientTransport, traffic: Traffic, time: any TimeSource
  ) async throws -> ProbeResult
}

/// The result of a probe.
package struct ProbeResult: Sendable {
  /// One finding for each assumption, in the order in which they are shown.
  package var findings: [ProbeFinding]
  /// Whether any question was answered.
  package var hasAnswer: Bool
  /// Why the probe ended early, other than by the limit of requests; nil where it did not.
  package var stopped: Stopped.Reason?
  /// The server software, from the `Server` header; nil without that header.
  package var server: String?
  /// What a server answered that is not the API; nil where the API answered, or nobody.
  package var otherServer: Fault?

  package init(
    findings: [ProbeFinding], hasAnswer: Bool, stopped: Stopped.Reason?, server: String?,
    otherServer: Fault? = nil
  ) {
    self.otherServer = otherServer
    self.findings = findings
    self.hasAnswer = hasAnswer
    self.stopped = stopped
    self.server = server
  }
}
