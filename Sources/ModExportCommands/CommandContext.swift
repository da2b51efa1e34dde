import Archive
package import Logging
import Networks
import Roster
import Sync
import Transport

/// What a running command works with: the console, set up by the global options.
///
/// It has the streams, the clock and the other parts of the console as its own.
@dynamicMemberLookup
package struct CommandContext: Sendable {
  /// The archive's place in the file system.
  package let archivePath: String
  private let verbosity: Verbosity
  /// Writes log messages to stderr.
  package private(set) var logger: Logger
  private let console: Console
  private let color: ColorMode

  /// The context of a command that was called with these options on this console.
  ///
  /// - Throws: `CommandFailure` (64) where a variable cannot be used.
  package init(_ options: GlobalOptions, on console: Console) throws(CommandFailure) {
    (archivePath, color) = (options.archive, options.color)
    verbosity = try Verbosity(options, console.environment)
    self.console = console
    let level = verbosity.logLevel
    logger = Logger(label: "modexport") { _ in
      LogWriter(logLevel: level, messages: console.messages, now: console.now)
    }
  }

  /// Whether stderr gets only errors.
  package var isQuiet: Bool { verbosity == .quiet }

  /// Whether a job prints what it did although all is well: to a person, or to someone who asked with
  /// `--verbose`. Others, such as cron, get only what is wrong.
  var reportsSuccess: Bool {
    switch verbosity {
    case .quiet: false
    case .detail(0): console.resultsAreOnTerminal
    case .detail: true
    }
  }

  /// The context of a job: if the job is not talkative, warnings of the log are left out, because the job ends with one
  /// line that says what is wrong.
  var quietedForCron: CommandContext {
    guard !reportsSuccess else { return self }
    var context = self
    context.logger.logLevel = .error
    return context
  }

  /// What the console has is the context's, too.
  package subscript<Value>(dynamicMember path: KeyPath<Console, Value>) -> Value {
    console[keyPath: path]
  }

  /// What results on stdout can look like.
  package var resultTerminal: Terminal { console.resultTerminal(color: color) }

  /// What progress and messages on stderr can look like.
  package var messageTerminal: Terminal { console.messageTerminal(color: color) }

  /// Whether a progress bar may be drawn on stderr.
  package var showsProgress: Bool {
    console.messagesAreOnTerminal && !isQuiet && console.environment["TERM"] != "dumb"
  }

  /// Runs a body with what shows on a terminal which file or table is being written.
  func showingProgress<Result>(_ body: (@escaping (String) -> Void) throws -> Result) rethrows
    -> Result
  {
    let (isShown, messages) = (showsProgress, console.messages)
    defer { if isShown { messages.showStatus("") } }
    return try body { name in if isShown { messages.showStatus("Writing \(name)") } }
  }

  /// Prints lists to stdout in the form that the user asked for. What is left out of a table is noted after it.
  package func printer(_ output: OutputOptions) -> ResultPrinter {
    printer(output.format, spreadsheetSafe: output.spreadsheetSafe, whole: "--csv")
  }

  /// Prints lists with their usual columns to stdout.
  ///
  /// - Parameter option: What shows all columns, whatever the width.
  package func printer(
    _ format: OutputFormat, spreadsheetSafe: Bool = false, whole option: String = "--json"
  ) -> ResultPrinter {
    ResultPrinter(
      format: format, spreadsheetSafe: spreadsheetSafe, results: console.results,
      terminal: resultTerminal
    ) { columns in
      let names = columns.joined(separator: ", ")
      note("Not shown for lack of room: \(names); a wider window or \(option) shows them.")
    }
  }

  /// Notes how to see the rest of a list that is not printed as a whole.
  func note(_ part: PartOfList) {
    if let sentence = part.sentence { note(sentence) }
  }

  /// Writes a sentence beside the result, a line on stderr after the results so far; nothing under `--quiet`.
  ///
  /// - Parameter commandLine: What to type, on one line of its own however long it is, so that it can be copied.
  package func note(_ sentence: String, commandLine: String? = nil) {
    console.results.flushBeforeNote()
    if isQuiet { return }
    let lines = WrappedText.lines(
      of: VisibleText.sanitized(sentence), columns: messageTerminal.columns)
    let command = commandLine.map { ["  " + VisibleText.sanitized($0)] } ?? []
    console.messages.write((lines + command).map { $0 + "\n" }.joined())
  }
}

extension CommandContext {
  /// Opens the archive for reading, calls the body with it, and closes it.
  ///
  /// - Parameter toVerify: Whether it may have other tables and views than the program's, because it is verified first.
  /// - Throws: `ArchiveError` where it cannot be opened or closed, and what the body throws.
  func readArchive<Result>(
    toVerify: Bool = false, _ body: (ArchiveDatabase) throws -> Result
  ) throws -> Result {
    let archive = try ArchiveDatabase.open(at: archivePath, for: .reading, toVerify: toVerify)
    return try with([archive]) { try body(archive) }
  }

  /// Opens the archive for reading, as `readArchive(_:)` does; Ctrl-C, a termination signal and a
  /// hang-up stop what the body does with it.
  ///
  /// - Parameter loss: What a stop means for the result, as a sentence without its beginning.
  /// - Throws: `CommandFailure` with the signal's exit code after a signal.
  func readArchiveUntilStopped<Result>(
    _ loss: String, _ body: (ArchiveDatabase) throws -> Result
  ) throws -> Result {
    try readArchivesUntilStopped(at: [archivePath], loss) { try body($0[0]) }
  }

  /// As `readArchiveUntilStopped(_:_:)`, with several archives.
  func readArchivesUntilStopped<Result>(
    at paths: [String], _ loss: String, _ body: ([ArchiveDatabase]) throws -> Result
  ) throws -> Result {
    try untilStopped(loss) { interruption in
      let archives = try paths.map { try ArchiveDatabase.open(at: $0, for: .reading) }
      for archive in archives { interruption.interrupts(archive) }
      return try with(archives) { try body(archives) }
    }
  }

  /// Opens the archive for writing, as `writeArchive(_:)` does; signals stop it as in `readArchiveUntilStopped(_:_:)`.
  ///
  /// - Throws: `CommandFailure` with the signal's exit code after a signal.
  func writeArchiveUntilStopped<Result>(
    _ loss: String, _ body: (ArchiveDatabase) throws -> Result
  ) throws -> Result {
    try untilStopped(loss) { interruption in
      try writeArchive { archive in
        interruption.interrupts(archive)
        return try body(archive)
      }
    }
  }

  private func untilStopped<Result>(
    _ loss: String, _ body: (Interruption) throws -> Result
  ) throws -> Result {
    let interruption = Interruption()
    defer { interruption.end() }
    do {
      return try body(interruption)
    } catch let error as CancellationError {
      guard let signal = interruption.signal else { throw error }
      throw CommandFailure(ExitStatus(signal: signal), "Stopped; \(loss)")
    }
  }

  /// Opens the archive, which must exist, for writing, calls the body with it, and closes it.
  ///
  /// - Parameter toVerify: As for `readArchive(toVerify:_:)`.
  /// - Throws: `ArchiveError` where it cannot be opened or closed, and what the body throws.
  func writeArchive<Result>(
    toVerify: Bool = false, _ body: (ArchiveDatabase) throws -> Result
  ) throws -> Result {
    // Opening for writing would create a missing archive.
    try readArchive(toVerify: toVerify) { _ in }
    let archive = try ArchiveDatabase.open(at: archivePath, for: .writing, toVerify: toVerify)
    return try with([archive]) { try body(archive) }
  }

  /// Calls the body, and closes the archives also where it fails: others may be waiting for the writer's lock.
  private func with<Result>(
    _ archives: [ArchiveDatabase], _ body: () throws -> Result
  ) throws -> Result {
    defer { for archive in archives { try? archive.close() } }
    let result = try body()
    for archive in archives { try archive.close() }
    return result
  }
}

extension APIIdentity {
  /// Why a run would be refused, as a sentence; nil where the address alone does not show that.
  ///
  /// - Parameters:
  ///   - host: Where the run sends its requests; nil where each site has an API of its own.
  ///   - bound: The identity of the archive's API; nil for any.
  static func refusal(ofRunAt host: String?, bound: String?) -> String? {
    do {
      try check(host: host, bound: bound)
      return nil
    } catch {
      return "A run would be refused: \(CommandFailure(error))"
    }
  }
}
