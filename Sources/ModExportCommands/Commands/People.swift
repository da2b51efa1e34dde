import Archive
import ArgumentParser
import Roster
import Tables

/// `modexport people`
struct PeopleCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "people", abstract: "Shows who moderates the most sites.",
    discussion: """
      With --kind or --role only the sites count at which they are that, or have that role: so do their \
      number, the reputation there and the order.

      Examples:
        Show the 20 people who moderate the most sites:
          modexport people
        Show all who are not staff:
          modexport people --kind moderator --limit 0
        Save the first 1000 as CSV:
          modexport people --limit 1000 --csv > people.csv
      """ + ExitStatus.list(ExitStatus.ofReading, [.incomplete: "Nobody looked yet."]))

  @Option(
    help: "Print at most this many people; 0 for all.",
    transform: Int.limit)
  var limit = 20
  @OptionGroup var networks: NetworkOptions
  @OptionGroup var kinds: KindOptions
  @OptionGroup var roles: RoleOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    let (kinds, roles) = (kinds.kind, roles.role)
    let (people, total, moderators, absence, unproven, age) = try context.readArchive { archive in
      try archive.asOfNow {
        try self.roles.check(in: archive)
        let network = try networks.id(in: archive)
        let people = try archive.people(
          limit: limit.asLimit, network: network, kinds: kinds, roles: roles)
        let (total, moderators) = try archive.peopleCount(
          network: network, kinds: kinds, roles: roles)
        let absence = people.rows.isEmpty ? try archive.looks(network: network).neverLooked : nil
        let sites = people.rows.flatMap { Record<PersonColumn>($0).sites }
        let unproven = try UnprovenRosters(of: Set(sites), in: archive)
        let age = try archive.knownSites().filter { $0.site.network == network ?? $0.site.network }
          .age(at: context.now())
        return (people, total, moderators, absence, unproven, age)
      }
    }
    // A network that has no reputation has no column of it.
    let columns = [PersonColumn.displayName, .accountID, .sites, .reputation, .siteList].filter {
      column in column != .reputation || people.rows.contains { $0[column.rawValue] != .null }
    }
    try context.printer(output).print(people, tableColumns: columns.map(\.name))
    if let absence { throw absence }
    if people.rows.isEmpty { context.note(emptiness) }
    context.note(unproven)
    age.map { context.note($0) }
    context.note(PartOfList(shown: people.rows.count, total: total))
    // Staff can moderate every site, and would hide everybody else.
    if kinds.isEmpty, people.rows.count < total, moderators < total {
      context.note(
        "\((total - moderators).counted("of them is", "of them are", isGrouped: true)) staff; --kind moderator leaves staff out."
      )
    }
    return .done
  }

  /// Why there is no row, where somebody looked.
  private var emptiness: String {
    kinds.kind.isEmpty && roles.role.isEmpty
      ? "No moderator there has an account that several sites share; `modexport list` shows who moderates a site."
      : "Nobody of that kind or role there has an account that several sites share."
  }
}
