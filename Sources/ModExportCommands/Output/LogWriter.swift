package import FoundationEssentials
package import Logging
import Roster
import Tables

/// How messages on stderr are written.
package enum LogFormat: String, Hashable, Sendable, CaseIterable {
  /// `2026-11-20T03:00:00Z notice: message key=value`
  case text
  /// One object a line: time, level, message, metadata.
  case json
}

/// Writes log messages to stderr, a line each.
package struct LogWriter: LogHandler {
  package var logLevel: Logger.Level
  package var metadata: Logger.Metadata = [:]
  package var metadataProvider: Logger.MetadataProvider?
  private let format: LogFormat
  private let messages: MessageStream
  private let now: @Sendable () -> Date

  /// - Parameters:
  ///   - logLevel: The least important messages that are written.
  ///   - messages: Standard error.
  ///   - now: The wall clock.
  package init(
    format: LogFormat, logLevel: Logger.Level, messages: MessageStream,
    now: @escaping @Sendable () -> Date
  ) {
    self.format = format
    self.logLevel = logLevel
    self.messages = messages
    self.now = now
  }

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
      time: now().rfc3339, level: event.level.rawValue, message: event.message.description,
      metadata: facts.mapValues(\.description))
    messages.write((format == .json ? line.json : line.text) + "\n")
  }
}

/// One message with its facts.
struct LogLine: Hashable, Sendable {
  var time: String
  var level: String
  var message: String
  var metadata: [String: String]

  var text: String {
    let facts = metadata.sorted { $0.key < $1.key }.map { " \($0.key)=\(Self.quoted($0.value))" }
    return "\(time) \(level): \(VisibleText.sanitized(message))\(facts.joined())"
  }

  var json: String {
    let facts = metadata.sorted { $0.key < $1.key }.map { ($0.key, JSONValue.text($0.value)) }
    return JSONValue.object([
      ("level", .text(level)), ("message", .text(message)), ("metadata", .object(facts)),
      ("time", .text(time)),
    ]).line
  }

  /// A value as it is where it is one plain word, else between quotes.
  private static func quoted(_ value: String) -> String {
    let visible = VisibleText.sanitized(value)
    let isPlain = !visible.isEmpty && !visible.contains { $0.isWhitespace || $0 == "\"" }
    return isPlain ? visible : "\"\(visible.replacing("\"", with: "\\\""))\""
  }
}
