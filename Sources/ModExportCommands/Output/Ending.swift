import ArgumentParser

/// The text and exit code of a command that has ended: the only place that turns errors into
/// text and exit codes.
package struct Ending: Hashable, Sendable {
  /// The exit code.
  package var code: Int32
  /// Help or the version for stdout. Ends with a line break if not empty.
  package var output = ""
  /// The error message for stderr. Ends with a line break if not empty.
  package var message = ""

  /// The ending of a command that returned.
  package init(_ status: ExitStatus) {
    self.init(code: status.rawValue)
  }

  /// The ending of a command line that asked for help or the version.
  init(help: String) {
    self.init(code: ExitStatus.done.rawValue, output: help)
  }

  /// - Parameters:
  ///   - error: Whatever parsing or running the command threw.
  ///   - words: The command that was called, whose help is named where the command line is wrong.
  init(_ error: any Error, _ words: CommandWords) {
    if let failure = error as? StreamFailure, failure.isClosedPipe {
      self.init(code: ExitStatus.done.rawValue)
    } else if let failure = CommandFailure(translating: error) {
      self.init(code: failure.status.rawValue, message: Self.line(failure.description))
    } else {
      self.init(parsing: error, words)
    }
  }

  private init(code: Int32, output: String = "", message: String = "") {
    self.code = code
    self.output = output
    self.message = message
  }

  /// Errors of the argument parser keep their text and codes; an unknown error is a failure (1).
  private init(parsing error: any Error, _ words: CommandWords) {
    let code = words.root.exitCode(for: error)
    let text = words.root.message(for: error)
    switch code {
    case .success:
      self.init(code: code.rawValue, output: Self.ended(text))
    case .validationFailure:
      self.init(code: code.rawValue, message: "Error: \(text)\nSee '\(words.help)'.\n")
    default:
      let isBare = error is ExitCode
      self.init(
        code: code.rawValue, message: isBare ? "" : Self.line(String(describing: error)))
    }
  }

  private static func ended(_ text: String) -> String {
    text.isEmpty || text.hasSuffix("\n") ? text : text + "\n"
  }

  /// One line whatever the text contains, so that the last line on stderr is the whole sentence.
  private static func line(_ text: String) -> String {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return "Error: \(VisibleText.sanitized(words))\n"
  }
}
