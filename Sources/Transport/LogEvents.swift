package import Logging
package import Tables

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

extension JSONValue {
  /// A duration in seconds, in whole milliseconds.
  package static func seconds(_ seconds: Double) -> JSONValue {
    .decimal((seconds * 1_000).rounded() / 1_000)
  }
}

extension Logger {
  /// Writes an event with its facts, which keep their types in a log of JSON.
  ///
  /// - Parameter message: The event for people: a few words, or a sentence.
  package func log(
    _ event: EventName, _ level: Logger.Level, _ message: @autoclosure () -> String,
    _ facts: @autoclosure () -> [String: JSONValue] = [:]
  ) {
    guard level >= logLevel else { return }
    var metadata = facts().mapValues { Logger.MetadataValue.stringConvertible($0) }
    metadata[Self.eventKey] = .string(event.rawValue)
    log(level: level, "\(message())", metadata: metadata)
  }

  /// The key of the event's name in the metadata.
  package static var eventKey: String { "event" }
}
