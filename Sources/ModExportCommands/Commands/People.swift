import Archive
import ArgumentParser
import Roster

/// `modexport people`
struct PeopleCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "people", abstract: "Shows who moderates the most sites.")

  @Option(
    help: "At most so many people.", transform: Int.option(within: 1...1_000_000_000))
  var limit = 20
  @OptionGroup var output: OutputOptions
  @OptionGroup var global: GlobalOptions

  func run(on console: Console) async throws -> ExitStatus {
    var people = try global.reading(on: console) { try $0.people(limit: limit + 1) }
    let hasMore = people.rows.count > limit
    people.rows = Array(people.rows.prefix(limit))
    try output.printer(global, on: console).print(
      people,
      tableColumns: [PersonColumn.displayName, .accountID, .sites, .reputation, .siteList].map(
        \.name))
    if people.rows.isEmpty { global.note("The archive holds nobody yet.", on: console) }
    if hasMore { global.note("There are more; a higher --limit shows them.", on: console) }
    return .done
  }
}
