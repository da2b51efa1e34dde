package import Transport

/// Asks a live API whether what this program assumes of it holds.
package protocol NetworkProbe: Sendable {
  /// Requests of one probe at the most, retries included.
  var mostRequests: Int { get }

  /// Asks everything that there is to ask, one thing after the other. Where the requests run out before
  /// that, or the API wants to be left alone, refuses the key or does not answer, the rest stays unasked.
  ///
  /// - Parameters:
  ///   - transport: Sends a request, with retries and within the limits of the run.
  ///   - traffic: Counts what it sends.
  /// - Throws: `CancellationError`.
  func ask(
    _ transport: any ClientTransport, traffic: Traffic, time: any TimeSource
  ) async throws -> ProbeResult
}

/// What a probe found.
package struct ProbeResult: Sendable {
  /// One for each assumption, in the order in which people read them.
  package var findings: [ProbeFinding]
  /// Whether any question was answered.
  package var hasAnswer: Bool
  /// Why not everything was asked, other than for want of requests; nil where it was.
  package var stopped: Stopped.Reason?
  /// The software that answered, as it calls itself; nil where it does not.
  package var server: String?

  package init(
    findings: [ProbeFinding], hasAnswer: Bool, stopped: Stopped.Reason?, server: String?
  ) {
    self.findings = findings
    self.hasAnswer = hasAnswer
    self.stopped = stopped
    self.server = server
  }
}
