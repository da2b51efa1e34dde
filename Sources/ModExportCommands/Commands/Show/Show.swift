import Archive
import ArgumentParser
import Roster

/// `modexport show`
struct ShowCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Shows one person on all sites, and since when they moderate each.",
    discussion: """
      A name must be that of one person, now or in the past; if several have it, their ids are named. Find \
      ids with `modexport search NAME`.

      Examples:
        Show the person with an account id:
          modexport show 66
        Show a moderator of a site by user id:
          modexport show stackoverflow/165515
        Show the only person of a name:
          modexport show "sean obrien"
        List the sites that the person moderates or moderated:
          modexport show 66 --csv
      """ + ExitStatus.list(ExitStatus.ofReading, [.incomplete: "Nobody looked yet."]))

  @Argument(
    help: "An account id, SITE/USER_ID, SITE/NAME, the address of a profile, or a name.")
  var person: String
  @OptionGroup var output: OutputOptions
  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    let (record, names, unproven) = try context.readArchive { archive in
      let names = try archive.typedNames()
      return (
        try PersonFinder(archive: archive, networks: context.networks).person(meaning: person),
        names,
        try UnprovenRosters(named: names, in: archive)
      )
    }
    try context.printer(output).print(record.document, rows: record.tenures) {
      let page = PersonPage(
        person: record, names: names, unproven: unproven, terminal: context.resultTerminal)
      try context.results.write(page.text)
    }
    return .done
  }
}
