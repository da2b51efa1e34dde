import FoundationEssentials
package import Logging
import Roster

/// Writes log messages to stderr, a line each: `2026-11-20T03:00:00Z notice: message key=value`.
package struct LogWriter: LogHandler {
  /// The least important messages that are written.
  package var logLevel: Logger.Level
  /// Standard error.
  let messages: MessageStream
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
    let words = facts.sorted { $0.key < $1.key }
      .map { " \($0.key)=\(Self.quoted($0.value.description))" }
    let message = VisibleText.sanitized(event.message.description)
    messages.write("\(now().rfc3339) \(event.level): \(message)\(words.joined())\n")
  }

  /// A value as it is where it is one plain word, else between quotes.
  private static func quoted(_ value: String) -> String {
    let visible = VisibleText.sanitized(value)
    let isPlain = !visible.isEmpty && !visible.contains { $0.isWhitespace || $0 == "\"" }
    return isPlain ? visible : "\"\(visible.replacing("\"", with: "\\\""))\""
  }
}
