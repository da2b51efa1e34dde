import ArgumentParser

/// The options that run a command for each change.
struct ExecOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Run a command for each change, with the change as a line of JSON on its stdin. Needs --cursor.",
      valueName: "command"), completion: .shellCommand("compgen -c"))
  var exec: String?

  @Option(
    help: ArgumentHelp(
      "The file that keeps the cursor of the last change that --exec has finished.",
      valueName: "file"), completion: .file())
  var cursor: String?

  /// Command and file; nil without either.
  var pair: (command: String, file: String)? {
    guard let exec, let cursor else { return nil }
    return (exec, cursor)
  }

  mutating func validate() throws {
    if (exec == nil) != (cursor == nil) {
      throw ValidationError("Use --exec and --cursor together.")
    }
    if let exec, exec.allSatisfy(\.isWhitespace) {
      throw ValidationError("--exec needs a command.")
    }
    if cursor == "" { throw ValidationError("--cursor needs a file.") }
  }
}
