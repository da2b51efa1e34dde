import Archive
import ArgumentParser
import FoundationEssentials
import Reports
import Roster
import Tables

/// `modexport prune`
struct PruneCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune",
    abstract: "Removes old evidence; who moderated when stays.",
    discussion: """
      Prints what it would remove, and removes it with --yes. The moderators of every day, names, changes and \
      reputations stay as they are, and everything current stays proven.

      Examples:
        Show what would be removed:
          modexport prune --keep 180d
        Remove it:
          modexport prune --keep 180d --yes
      """ + ExitStatus.list(ExitStatus.ofReading))

  @Option(
    help: ArgumentHelp("Keep everything younger than this, such as 90d.", valueName: "duration"),
    transform: Duration.init(option:))
  var keep: Duration
  @Flag(help: "Remove it; without this flag nothing is removed.")
  var yes = false
  @Flag(help: "Print one JSON document and nothing else.")
  var json = false
  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    let date = context.now().addingTimeInterval(-(keep / .seconds(1)))
    let pruning =
      yes
      ? try context.writeArchive { try $0.prune(before: date, at: context.now()) }
      : try context.readArchive { try $0.pruning(before: date) }
    if json {
      try context.results.write(document(pruning, before: date))
    } else {
      try context.results.write(sentence(pruning, before: date))
    }
    if !yes, !pruning.isEmpty { context.note("Nothing is removed without --yes.") }
    return .done
  }

  private func document(_ pruning: Pruning, before date: Date) -> JSONValue {
    let hasRemoved = yes && !pruning.isEmpty
    return .object(
      [
        ("before", .cell(Cell(date)))
      ] + pruning.fields + [("removed", .cell(.integer(hasRemoved ? 1 : 0)))])
  }

  private func sentence(_ pruning: Pruning, before date: Date) -> String {
    if pruning.isEmpty { return "There is nothing to remove from before \(date.rfc3339).\n" }
    return "\(yes ? "Removed" : "Would remove") from before \(date.rfc3339): \(pruning.words).\n"
  }
}

extension Pruning {
  /// What a JSON document says of it.
  var fields: [(String, JSONValue)] {
    [("pages", .cell(.integer(pages))), ("runs", .cell(.integer(runs)))]
  }

  /// What is removed, without a verb and an end.
  var words: String {
    "\(pages.counted("page")) of evidence, \(runs.counted("run"))"
  }
}
