import FoundationEssentials
import Logging
import Roster
import Tables
import Transport

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
    if case .stringConvertible(let fact as LogFact) = value { return json(fact) }
    return .text(value.description)
  }

  private static func json(_ fact: LogFact) -> JSONValue {
    switch fact {
    case .text(let text): .text(text)
    case .integer(let number): .integer(number)
    case .decimal(let number): .decimal(number)
    case .bool(let value): .bool(value)
    case .absent: .cell(.null)
    case .object(let facts):
      .object(facts.sorted { $0.key < $1.key }.map { ($0.key, json($0.value)) })
    }
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
