package import ArgumentParser

/// A subcommand: parsed by ArgumentParser, run with a console, ended with a status.
package protocol ConsoleCommand: ParsableCommand {
  /// How messages on stderr are written, among others.
  var global: GlobalOptions { get }

  /// Does what the user asked and returns how it went.
  ///
  /// - Throws: `CommandFailure` for what the user must know; any other error is translated by
  ///   `Ending`. Never print: results go to `console.results`, everything else to the logger.
  func run(on console: Console) async throws -> ExitStatus
}

/// Parses the arguments, runs the command and tells how it ended.
///
/// - Parameters:
///   - arguments: Those after the program's name.
///   - console: Where results and messages go.
///   - root: The command that holds all others.
/// - Returns: The exit code.
package func run(
  _ arguments: [String], on console: Console, root: any ParsableCommand.Type = ModExport.self
) async -> Int32 {
  let columns = console.resultTerminal(color: .never).columns ?? Terminal.usualColumns
  var ending: Ending
  var global: GlobalOptions?
  do {
    let command = try root.parseAsRoot(arguments)
    if let command = command as? any ConsoleCommand { global = command.global }
    ending = Ending(try await perform(command, on: console))
  } catch {
    ending = Ending(error, root: root, columns: columns)
  }
  do {
    // What was found goes out before the sentence that says what was not.
    try console.results.write(ending.output)
    try console.results.flush()
  } catch {
    let lost = Ending(error, root: root, columns: columns)
    if ending.code == ExitStatus.done.rawValue { ending.code = lost.code }
    ending.message = lost.message + ending.message
  }
  if let global {
    global.complain(ending.message, on: console)
  } else {
    console.messages.write(ending.message)
  }
  return ending.code
}

/// Runs this process: what `main` calls.
package func run(_ arguments: [String]) async -> Int32 {
  System.ignoreBrokenPipes()
  return await run(arguments, on: .ofProcess())
}

private func perform(
  _ command: any ParsableCommand, on console: Console
) async throws -> ExitStatus {
  var command = command
  if let command = command as? any ConsoleCommand {
    return try await command.run(on: console)
  }
  // Only ArgumentParser's own are left: `help`, and commands that only hold others.
  try command.run()
  return .done
}
