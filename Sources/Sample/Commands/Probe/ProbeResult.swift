import Transport

/// The result of a probe.
struct ProbeResult: Sendable {
  /// One finding for each assumption, in the order in which they are shown.
  var findings: [ProbeFinding]
  /// Whether any question was answered.
  var hasAnswer: Bool
  /// Why the probe ended early, other than by the limit of requests; nil where it did not.
  var stopped: Stopped.Reason?
  /// What a server answered that is not the API; nil where the API answered, or nobody.
  var otherServer: Fault?

  init(
    findings: [ProbeFinding], hasAnswer: Bool, stopped: Stopped.Reason?, otherServer: Fault? = nil
  ) {
    self.otherServer = otherServer
    self.findings = findings
    self.hasAnswer = hasAnswer
    self.stopped = stopped
  }
}
