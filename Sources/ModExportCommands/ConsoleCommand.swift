package import ArgumentParser

/// A subcommand: parsed by ArgumentParser, run in a context, ended with a status.
package protocol ConsoleCommand: ParsableCommand {
  /// The options that every command takes; `run(_:on:root:)` makes the context of them.
  var global: GlobalOptions { get }

  /// Its settings beside those of every command.
  static var settings: [any AnySetting] { get }

  /// Whether an argument may be a text of the user that begins like an option, such as a comment of SQL.
  static var takesText: Bool { get }

  /// Runs the command and returns its exit status.
  ///
  /// - Throws: `CommandFailure` for what the user must know; any other error is translated by
  ///   `Ending`. Never print: results go to `context.results`, everything else to the context's notes and
  ///   logger.
  func run(in context: CommandContext) async throws -> ExitStatus
}

extension ConsoleCommand {
  package static var settings: [any AnySetting] { [] }
  package static var takesText: Bool { false }
}

/// Parses the arguments, runs the command and returns its exit code.
///
/// - Parameters:
///   - arguments: The arguments after the program's name.
///   - console: Where results and messages go.
///   - root: The command that holds all others.
/// - Returns: The exit code.
package func run(
  _ arguments: [String], on console: Console, root: any ParsableCommand.Type = ModExport.self
) async -> Int32 {
  let words = CommandWords(arguments, in: root)
  do {
    return end(try await answer(arguments, words, on: console), of: words, on: console)
  } catch {
    return end(Ending(error, words), of: words, on: console)
  }
}

/// Writes what an ending says, and returns its exit code.
private func end(_ ending: Ending, of words: CommandWords, on console: Console) -> Int32 {
  var ending = ending
  do {
    // Results are flushed before the error message.
    try console.results.write(ending.output)
    try console.results.flush()
  } catch {
    let lost = Ending(error, words)
    if ending.code == ExitStatus.done.rawValue { ending.code = lost.code }
    ending.message = lost.message + ending.message
  }
  if console.messagesAreOnTerminal {
    let columns = console.messageTerminal(color: .never).columns
    ending.message = ending.message.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { WrappedText.lines(of: String($0), columns: columns) }.joined(separator: "\n")
  }
  console.messages.write(ending.message)
  return ending.code
}

private func answer(
  _ arguments: [String], _ words: CommandWords, on console: Console
) async throws -> Ending {
  let root = words.root
  // Without ArgumentParser, whose start takes most of so short a process.
  if arguments == ["--version"] { return Ending(help: root.configuration.version + "\n") }
  try words.check()
  let columns = console.resultTerminal(color: .never).columns ?? Terminal.defaultColumns
  if root == ModExport.self, let topic = HelpTopic(of: arguments) {
    return Ending(help: topic.text(columns: columns))
  }
  var command = try root.parseAsRoot(words.parsed(in: console.environment))
  if let command = command as? any ConsoleCommand {
    return Ending(try await command.run(in: CommandContext(command.global, on: console)))
  }
  // ArgumentParser's own command for `help` and `--help`, or the root alone: both throw the help.
  do {
    try command.run()
    return Ending(.done)
  } catch {
    let help = root.fullMessage(for: error, columns: columns)
    return Ending(help: withWrappedUsage(help, columns) + "\n")
  }
}

/// ArgumentParser breaks all lines but that of the usage.
private func withWrappedUsage(_ help: String, _ columns: Int) -> String {
  let label = "USAGE: "
  return help.split(separator: "\n", omittingEmptySubsequences: false).map { line in
    guard line.hasPrefix(label) else { return String(line) }
    // An option stays with its value.
    let bound = String(line).replacing(/\[[^\]]*\]/) { $0.output.replacing(" ", with: "\u{A0}") }
    let lines = WrappedText.hanging(bound, indent: label.count, columns: columns)
    return lines.replacing("\u{A0}", with: " ").dropLast().description
  }.joined(separator: "\n")
}

/// Runs this process: what `main` calls.
///
/// - Parameter root: The command that holds all others.
package func runProcess(root: any ParsableCommand.Type = ModExport.self) async -> Int32 {
  System.useOneArena()
  System.ignoreBrokenPipes()
  let console = Console.ofProcess()
  do {
    let arguments = try ProcessArguments.ofThisProcess()
    try ProcessArguments.checkSurroundings(console.environment)
    return await run(arguments, on: console, root: root)
  } catch {
    let words = CommandWords([], in: root)
    return end(Ending(error, words), of: words, on: console)
  }
}
