import FoundationEssentials
package import Logging

/// Logs every request and its outcome. Keys are never logged.
package struct Logged: ClientTransport {
  package let next: any ClientTransport
  package let logger: Logger
  package let time: any TimeSource

  package init(_ next: any ClientTransport, logger: Logger, time: any TimeSource) {
    self.next = next
    self.logger = logger
    self.time = time
  }

  package func send<Payload>(_ request: Request<Payload>) async throws -> Answer<Payload> {
    let start = time.now
    logger.trace("sending", metadata: ["request": "\(request.label)"])
    let answer = try await next.send(request)
    let milliseconds = Int(time.now.timeIntervalSince(start) * 1_000)
    var metadata: Logger.Metadata = [
      "request": "\(request.label)", "milliseconds": "\(milliseconds)",
      "outcome": "\(answer.outcome.name)",
    ]
    if let backoff = answer.backoff { metadata["backoff"] = "\(backoff)" }
    if let quota = answer.quota { metadata["quota_remaining"] = "\(quota.remaining)" }
    if let fault = answer.outcome.fault { metadata["fault"] = "\(fault.message)" }
    logger.log(level: answer.outcome == .good ? .debug : .info, "answered", metadata: metadata)
    return answer
  }
}

extension Outcome {
  /// The outcome in one word, for logs.
  package var name: String {
    switch self {
    case .good: "good"
    case .throttled: "throttled"
    case .lockedOut: "locked_out"
    case .temporary(let fault), .permanent(let fault): fault.kind.rawValue
    }
  }

  /// The fault of the outcome, if it has one.
  package var fault: Fault? {
    switch self {
    case .temporary(let fault), .permanent(let fault): fault
    case .good, .throttled, .lockedOut: nil
    }
  }
}
