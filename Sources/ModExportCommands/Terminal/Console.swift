package import FoundationEssentials

/// All input and output of a command: streams, environment, clock. Tests replace them.
package struct Console: Sendable {
  /// Standard output.
  package var results: ResultStream
  /// Standard error.
  package var messages: MessageStream
  /// Reads standard input to its end, or as many bytes as the argument says; nil where it cannot be
  /// read.
  package var input: @Sendable (Int) -> [UInt8]? = { _ in [] }
  /// Whether standard output is a terminal.
  package var resultsAreOnTerminal = false
  /// Whether standard error is a terminal.
  package var messagesAreOnTerminal = false
  /// The width that the terminal reports.
  package var windowColumns: Int?
  /// The process's environment.
  package var environment: [String: String] = [:]
  /// The networks that can be mirrored and verified.
  package var networks = NetworkRegistry.standard
  /// The wall clock.
  package var now: @Sendable () -> Date
  /// Waits for a duration, or throws `CancellationError`.
  package var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

  /// The console of this process.
  package static func ofProcess() -> Console {
    let (output, errors): (Int32, Int32) = (1, 2)
    let outputSink = FileDescriptorSink(descriptor: output, name: "standard output")
    let errorSink = FileDescriptorSink(descriptor: errors, name: "standard error")
    return Console(
      results: ResultStream(outputSink), messages: MessageStream(errorSink),
      input: { System.bytes(ofDescriptor: 0, atMost: $0) },
      resultsAreOnTerminal: System.isTerminal(output),
      messagesAreOnTerminal: System.isTerminal(errors),
      windowColumns: System.windowColumns(output) ?? System.windowColumns(errors),
      environment: ProcessInfo.processInfo.environment, now: { Date() })
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
