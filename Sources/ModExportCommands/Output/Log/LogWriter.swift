package import FoundationEssentials
package import Logging
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
  package var logLevel: Logger.Level
  package var metadata: Logger.Metadata = [:]
  package var metadataProvider: Logger.MetadataProvider?
  private let format: LogFormat
  private let messages: MessageStream
  private let run: RunNumber
  private let now: @Sendable () -> Date

  /// - Parameters:
  ///   - logLevel: The least important messages that are written.
  ///   - messages: Standard error.
  ///   - run: The run that the process makes.
  ///   - now: The wall clock.
  package init(
    format: LogFormat, logLevel: Logger.Level, messages: MessageStream,
    run: RunNumber = RunNumber(), now: @escaping @Sendable () -> Date
  ) {
    self.run = run
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
