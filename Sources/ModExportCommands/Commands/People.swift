import Archive
import ArgumentParser
import Roster

/// `modexport people`
struct PeopleCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "people", abstract: "Shows who moderates the most sites.")

  @Option(
    help: "Print at most this many people.", transform: Int.option(within: 1...1_000_000_000))
  var limit = 20
  @OptionGroup var output: OutputOptions
  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    let found = try context.readArchive { archive in
      try FirstPart(atMost: limit) { try archive.people(limit: $0 ?? limit).rows }
    }
    let people = Listing(columns: View.people.columns, rows: found.elements)
    try context.printer(output.format).print(
      people,
      tableColumns: [PersonColumn.displayName, .accountID, .sites, .reputation, .siteList].map(
        \.name))
    if people.rows.isEmpty { context.note("The archive contains no moderators yet.") }
    if found.hasMore { context.note("There are more; a higher --limit shows them.") }
    return .done
  }
}
