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
    var facts: Logger.Metadata = [
      "request": "\(request.label)", "seconds": .seconds(time.now.timeIntervalSince(start)),
      "outcome": "\(answer.outcome.name)",
    ]
    if let backoff = answer.backoff { facts["backoff_seconds"] = .seconds(backoff) }
    if let quota = answer.quota { facts["quota_remaining"] = "\(quota.remaining)" }
    if let fault = answer.outcome.fault { facts["fault"] = "\(fault.message)" }
    logger.log(
      level: answer.outcome == .good ? .debug : .info, "answered", metadata: facts)
    return answer
  }
}

extension Logger.MetadataValue {
  /// A duration in seconds, in whole milliseconds.
  package static func seconds(_ seconds: Double) -> Logger.MetadataValue {
    "\((seconds * 1_000).rounded() / 1_000)"
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
