import ArgumentParser
package import Logging

/// The options that every command takes.
package struct GlobalOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The archive. (default: $MODEXPORT_ARCHIVE, else modexport.sqlite)", valueName: "file"),
    completion: .file())
  var archive: String?

  @Flag(name: .shortAndLong, help: "Say nothing but errors on stderr.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Say more on stderr; twice for each request.")
  var verbose: Int

  @Option(help: ArgumentHelp("How messages on stderr are written.", valueName: "format"))
  var logFormat = LogFormat.text

  /// `--color`
  @Option(help: ArgumentHelp("When to use colours; NO_COLOR is honoured.", valueName: "when"))
  package var color = ColorMode.auto

  package init() {}

  package mutating func validate() throws {
    if quiet, verbose > 0 { throw ValidationError("Use --quiet or --verbose, not both.") }
    if archive == "" { throw ValidationError("--archive needs the path of a file.") }
  }

  /// The archive's place: `--archive`, else `$MODEXPORT_ARCHIVE`, else `modexport.sqlite` in the
  /// working directory.
  package func archivePath(in environment: [String: String]) -> String {
    if let archive { return archive }
    let named = environment["MODEXPORT_ARCHIVE"] ?? ""
    return named.isEmpty ? "modexport.sqlite" : named
  }

  /// The least important messages that are still shown.
  package var logLevel: Logger.Level {
    switch (quiet, verbose) {
    case (true, _): .error
    case (false, 0): .notice
    case (false, 1): .info
    case (false, 2): .debug
    default: .trace
    }
  }

  /// Whether a progress bar may be drawn on the console's stderr.
  package func showsProgress(on console: Console) -> Bool {
    console.messagesAreOnTerminal && !quiet && logFormat == .text
      && console.environment["TERM"] != "dumb"
  }

  /// The logger that writes to the console's stderr.
  package func logger(on console: Console) -> Logger {
    Logger(label: "modexport") { _ in
      LogWriter(
        format: logFormat, logLevel: logLevel, messages: console.messages, now: console.now)
    }
  }

  /// Says a sentence beside the result: a plain line on stderr, or a message of the log where that is
  /// JSON; nothing under `--quiet`.
  func note(_ sentence: String, on console: Console) {
    switch logFormat {
    case .json: logger(on: console).notice("\(sentence)")
    case .text: if !quiet { console.messages.write(VisibleText.sanitized(sentence) + "\n") }
    }
  }

  /// Says what did not go well, also under `--quiet`: the lines as they are on stderr, or one error of
  /// the log where that is JSON.
  ///
  /// - Parameter lines: Fit for a terminal, each with its line break; no lines say nothing.
  func complain(_ lines: String, on console: Console) {
    switch logFormat {
    case .text: console.messages.write(lines)
    case .json:
      let sentences = lines.split(separator: "\n").joined(separator: "\n")
      guard !sentences.isEmpty else { return }
      logger(on: console).error("\(sentences.trimmingPrefix("Error: "))")
    }
  }
}

extension ColorMode: ExpressibleByArgument {}
extension LogFormat: ExpressibleByArgument {}
