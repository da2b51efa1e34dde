package import Logging

/// The events of a log. In JSON every line has the name of one; the manual describes them.
package enum EventName: String, Hashable, Sendable, CaseIterable {
  /// A run was recorded in the archive; nothing was requested yet.
  case runStarted = "run_started"
  /// It is known which sites the run walks.
  case runPlanned = "run_planned"
  case requestSent = "request_sent"
  case answerReceived = "answer_received"
  case retryScheduled = "retry_scheduled"
  /// The API asked for a wait.
  case waitRequested = "wait_requested"
  /// A roster changed while it was read, and will be read again.
  case rereadScheduled = "reread_scheduled"
  case rosterPublished = "roster_published"
  /// How far a long run is, once a minute.
  case progress
  /// Something was not as expected, and the run continues.
  case warning
  /// A problem that remains after the run.
  case problem
  /// The last event of a run.
  case runFinished = "run_finished"
  /// A sentence beside the result of a command.
  case note
  /// A command other than a run failed, or the command line is wrong.
  case commandFailed = "command_failed"
}

/// A fact of an event: it keeps its type in JSON.
package enum LogFact: Hashable, Sendable, CustomStringConvertible {
  case text(String)
  case integer(Int)
  /// Seconds and other numbers with a fraction.
  case decimal(Double)
  case bool(Bool)
  case absent
  case object([String: LogFact])

  /// The fact in a log of text.
  package var description: String {
    switch self {
    case .text(let text): text
    case .integer(let number): "\(number)"
    case .decimal(let number): "\(number)"
    case .bool(let value): "\(value)"
    case .absent: "none"
    case .object(let facts):
      facts.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }.joined(separator: ",")
    }
  }

  package init(_ number: Int?) { self = number.map(LogFact.integer) ?? .absent }
  package init(_ text: String?) { self = text.map(LogFact.text) ?? .absent }

  /// A duration in seconds, in whole milliseconds.
  package static func seconds(_ seconds: Double) -> LogFact {
    .decimal((seconds * 1_000).rounded() / 1_000)
  }
}

extension Logger {
  /// Writes an event with its facts.
  ///
  /// - Parameter message: The event for people: a few words, or a sentence.
  package func log(
    _ event: EventName, _ level: Logger.Level, _ message: @autoclosure () -> String,
    _ facts: @autoclosure () -> [String: LogFact] = [:]
  ) {
    guard level >= logLevel else { return }
    var metadata = facts().mapValues { Logger.MetadataValue.stringConvertible($0) }
    metadata[Self.eventKey] = .string(event.rawValue)
    log(level: level, "\(message())", metadata: metadata)
  }

  /// The key of the event's name in the metadata.
  package static var eventKey: String { "event" }
}
