import FoundationEssentials
package import Logging
import Roster
import Synchronization
import Tables
import Transport

/// How messages on stderr are written.
package enum LogFormat: String, Hashable, Sendable, CaseIterable {
  /// `2026-11-20T03:00:00Z notice: message key=value`
  case text
  /// One object a line: time, level, event, run, message, and the event's facts.
  case json
}

/// Writes log messages to stderr, a line each.
package struct LogWriter: LogHandler {
  let format: LogFormat
  /// The least important messages that are written.
  package var logLevel: Logger.Level
  /// Standard error.
  let messages: MessageStream
  /// The run that the process makes.
  var run = RunNumber()
  /// The wall clock.
  let now: @Sendable () -> Date
  package var metadata: Logger.Metadata = [:]
  package var metadataProvider: Logger.MetadataProvider?

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    var facts = metadata
    for more in [metadataProvider?.get(), event.metadata] {
      facts.merge(more ?? [:]) { $1 }
    }
    if let error = event.error, facts["error"] == nil { facts["error"] = "\(error)" }
    let line = LogLine(
      time: now(), level: event.level, run: run.value, message: event.message.description,
      metadata: facts)
    messages.write((format == .json ? line.json : line.text) + "\n")
  }

  /// Writes why a command failed: the lines as they are, or one event of the log where that is JSON.
  /// Writes nothing where it did not fail.
  func write(failure ending: Ending) {
    switch format {
    case .text: messages.write(ending.message)
    case .json:
      let sentences = ending.message.split(separator: "\n").joined(separator: "\n")
      guard !sentences.isEmpty else { return }
      Logger(label: "modexport") { _ in self }.log(
        .commandFailed, .error, String(sentences.trimmingPrefix("Error: ")),
        ["exit_code": .integer(Int(ending.code))])
    }
  }
}

/// One message with its facts.
struct LogLine: Sendable {
  var time: Date
  var level: Logger.Level
  /// The number of the run that the process makes; nil outside of one.
  var run: Int?
  var message: String
  /// The facts, and the event's name under ``Logger/eventKey``.
  var metadata: Logger.Metadata

  /// One line for people: time, level, message, facts.
  var text: String {
    let facts = metadata.filter { $0.key != Logger.eventKey }.sorted { $0.key < $1.key }
      .map { " \($0.key)=\(Self.quoted($0.value.description))" }
    return "\(time.rfc3339) \(level): \(VisibleText.sanitized(message))\(facts.joined())"
  }

  /// One JSON object on a line. The members that every event has come first and cannot be replaced by
  /// facts.
  var json: String {
    let unnamed: EventName = level < .warning ? .note : .warning
    let event = metadata[Logger.eventKey]?.description ?? unnamed.rawValue
    let common: [(String, JSONValue)] = [
      ("time", .text(time.rfc3339WithMilliseconds)), ("level", .text(level.rawValue)),
      ("event", .text(event)), ("run", .integer(run)), ("message", .text(message)),
    ]
    let facts = metadata.filter { key, _ in
      key != Logger.eventKey && !common.contains { $0.0 == key }
    }
    return JSONValue.object(
      common + facts.sorted { $0.key < $1.key }.map { ($0.key, Self.value(of: $0.value)) }
    ).line
  }

  /// Facts keep their types; everything else is text.
  private static func value(of value: Logger.MetadataValue) -> JSONValue {
    if case .stringConvertible(let fact as JSONValue) = value { return fact }
    return .text(value.description)
  }

  /// A value as it is where it is one plain word, else between quotes.
  private static func quoted(_ value: String) -> String {
    let visible = VisibleText.sanitized(value)
    let isPlain = !visible.isEmpty && !visible.contains { $0.isWhitespace || $0 == "\"" }
    return isPlain ? visible : "\"\(visible.replacing("\"", with: "\\\""))\""
  }
}

extension Date {
  /// RFC 3339 in UTC with milliseconds, such as `2026-11-20T03:00:00.250Z`.
  fileprivate var rfc3339WithMilliseconds: String {
    let milliseconds = Int((timeIntervalSince1970 * 1_000).rounded(.down))
    let second = unixSeconds
    let rest = String(min(max(milliseconds - second * 1_000, 0), 999))
    let zeros = String(repeating: "0", count: 3 - rest.count)
    return "\(Date(unixSeconds: second).rfc3339.dropLast()).\(zeros)\(rest)Z"
  }
}

/// The number of the run that this process makes, for its log.
package final class RunNumber: Sendable {
  private let number = Mutex<Int?>(nil)

  package init() {}

  /// Nil before the run has begun, and in commands that make none.
  package var value: Int? { number.withLock { $0 } }

  func set(_ value: Int) {
    number.withLock { $0 = value }
  }
}
