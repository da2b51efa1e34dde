package import FoundationEssentials

/// Everything through which a command meets its user, so that tests can stand in for all of it.
package struct Console: Sendable {
  /// Standard output.
  package var results: ResultStream
  /// Standard error.
  package var messages: MessageStream
  /// Whether standard output is a terminal.
  package var resultsAreOnTerminal: Bool
  /// Whether standard error is a terminal.
  package var messagesAreOnTerminal: Bool
  /// What the terminal says of its width.
  package var windowColumns: Int?
  /// The process's environment.
  package var environment: [String: String]
  /// The networks that can be asked and proven.
  package var networks: NetworkRegistry
  /// The wall clock.
  package var now: @Sendable () -> Date
  /// Where the user's days begin and end. Asked for when it is needed, since finding it out takes a
  /// part of the time of a short command.
  package var timeZone: @Sendable () -> TimeZone
  /// Waits so long, or throws `CancellationError`.
  package var sleep: @Sendable (Duration) async throws -> Void

  /// A console made of its parts, for tests; the program has `ofProcess()`.
  package init(
    results: ResultStream, messages: MessageStream, resultsAreOnTerminal: Bool = false,
    messagesAreOnTerminal: Bool = false, windowColumns: Int? = nil,
    environment: [String: String] = [:], networks: NetworkRegistry = .standard,
    now: @escaping @Sendable () -> Date,
    timeZone: @escaping @autoclosure @Sendable () -> TimeZone = .gmt,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.results = results
    self.messages = messages
    self.resultsAreOnTerminal = resultsAreOnTerminal
    self.messagesAreOnTerminal = messagesAreOnTerminal
    self.windowColumns = windowColumns
    self.environment = environment
    self.networks = networks
    self.now = now
    self.timeZone = timeZone
    self.sleep = sleep
  }

  /// The console of this process.
  package static func ofProcess() -> Console {
    let (output, errors): (Int32, Int32) = (1, 2)
    let outputSink = FileDescriptorSink(descriptor: output, name: "standard output")
    let errorSink = FileDescriptorSink(descriptor: errors, name: "standard error")
    return Console(
      results: ResultStream(outputSink), messages: MessageStream(errorSink),
      resultsAreOnTerminal: System.isTerminal(output),
      messagesAreOnTerminal: System.isTerminal(errors),
      windowColumns: System.windowColumns(output) ?? System.windowColumns(errors),
      environment: ProcessInfo.processInfo.environment, now: { Date() },
      timeZone: .current)
  }

  /// What results on stdout can look like.
  package func resultTerminal(color: ColorMode) -> Terminal {
    Terminal(
      isTerminal: resultsAreOnTerminal, windowColumns: windowColumns, environment: environment,
      color: color)
  }

  /// What progress and messages on stderr can look like.
  package func messageTerminal(color: ColorMode) -> Terminal {
    Terminal(
      isTerminal: messagesAreOnTerminal, windowColumns: windowColumns, environment: environment,
      color: color)
  }
}
