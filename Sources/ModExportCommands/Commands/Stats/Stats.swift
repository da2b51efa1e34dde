import Archive
import ArgumentParser
import FoundationEssentials
import Roster

/// `modexport stats`
struct StatsCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Counts who joined and left, and how long people moderate.",
    discussion: """
      A reading sees a moment. Somebody joined after the last reading without them and no later than the \
      first one with them; leaving is seen in the same way. So the length of a tenure lies between two \
      bounds, and a median is given as two numbers of days: at least (rounded down), and at most (rounded \
      up). The true median lies between them, whatever the true lengths are. Tenures that were there at \
      the first reading of their site began nobody knows when: they have no upper bound, and are not \
      counted as joined. If they are half of all or more, the median has no upper bound either.

      Tenures that ended and those that last are counted apart. Those that ended are shorter than \
      usual in a young archive, since long ones last still. "Exact" tenures began and ended \
      between readings of one day, or of two days in a row. A person who returns begins another tenure. \
      Where a site has several roles, a tenure lasts for as long as the person has any of them.

      Turnover is the number who left, divided by the mean number of moderators; the mean is taken for \
      each site over the time in which its rosters are known, and then added up. A roster counts from its \
      reading until the next one, and nothing is assumed before the first and after the last. So turnover \
      is what was seen, and is not scaled up to time in which a site is not known; left divided by \
      "moderator_days" is the rate for each moderator and day.

      Who joined and left is known of sites with a reading that can be compared with one before; their \
      number is "sites_compared". In years and months, "sites" counts those that are known in the period, \
      and "moderators" is theirs; "unsure" counts who may have joined or left before the period began, \
      because the reading before was earlier.

      The Community user of each site is nobody and is counted only with --by kind. Staff are those whom \
      the archive last saw as staff. Elections are known for sites of whose moderators all are \
      marked, or one is marked as elected.
      """)

  static let guide = CommandGuide(
    [
      CommandGuide.Example("Show the figures of the whole archive", "modexport stats"),
      CommandGuide.Example("Count who joined and left in each year", "modexport stats --by year"),
      CommandGuide.Example(
        "Write the figures of each site to a CSV file",
        "modexport stats --by site --csv > stats.csv"),
    ],
    exits: ExitStatus.ofReading,
    meanings: [.incomplete: "The archive has no roster of the site."])

  @Option(help: "Only this site.", completion: .sites)
  var site: String?
  @Option(help: ArgumentHelp("One row for each year, month, site or kind.", valueName: "group"))
  var by: StatisticsGrouping?
  @OptionGroup var networks: NetworkOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    let (site, typed, groups, hasElections) = try context.readArchive { archive in
      try archive.asOfNow {
        let site = try self.site.map { try archive.site(meaning: networks.typed($0)).site }
        let network = try networks.id(in: archive)
        let sites = try archive.readSites(of: site?.ref, network: network)
        var groups = StatisticsGroups(by: by, of: sites)
        try archive.forEachTenureHistory(of: sites) { groups.add($0) }
        let typed =
          try sites.isEmpty ? site.map { try archive.typedNames().id(of: $0.ref) } : nil
        let present = try network.map { [$0] } ?? archive.networks()
        let hasElections = context.networks.entries.contains { entry in
          entry.listsElected && (site.map { [$0.network] } ?? present).contains(entry.id)
        }
        return (site, typed, groups, hasElections)
      }
    }
    let table = StatisticsTable(groups, by: by)
    let isEmpty = groups.total.sites == 0
    if output.format != .table {
      try context.printer(output).print(table.rows)
    } else if by != nil {
      try context.printer(output).print(table.forPeople)
    } else if !isEmpty {
      let columns = context.resultTerminal.columns
      try context.results.write(
        StatisticsSummary(groups.total, hasElections: hasElections).text(columns: columns))
    }
    guard isEmpty else { return .done }
    if let site, let typed {
      throw CommandFailure(
        .incomplete,
        "The archive has no roster of \(site.name) (\(typed)); `modexport sync \(typed)` reads it."
      )
    }
    context.note("The archive has no roster yet; `modexport sync` reads them.")
    return .done
  }
}

extension StatisticsGrouping: ExpressibleByArgument {}
