import Archive
import ArgumentParser
import Reports
import Roster
import Tables

/// `modexport sites`
struct SitesCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "sites", abstract: "Lists the sites of the networks.",
    discussion: """
      The column moderators counts everybody whom the site lists: staff and the Community user too. \
      `modexport help sql` has a query that leaves them out. `modexport search` finds sites by their names.

      Examples:
        List all sites that the archive knows:
          modexport sites
        Save the list for a spreadsheet:
          modexport sites --csv > sites.csv
      """ + ExitStatus.list(ExitStatus.ofReading))

  @OptionGroup var networks: NetworkOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    let (listing, staff) = try context.readArchive { archive in
      (
        try archive.listing(.sites, ViewFilter(network: try networks.id(in: archive))),
        context.isQuiet ? [:] : try archive.staffCounts()
      )
    }
    let sites = listing.rows.map(Record<SiteColumn>.init)
    try context.printer(output).print(listing, tableColumns: Self.columns(of: sites))
    if sites.isEmpty {
      context.note("The archive contains no sites yet; `modexport sync` fetches them.")
    }
    let others = sites.reduce(0) { $0 + (staff[$1.site] ?? 0) }
    if others > 0 {
      let accounts = others.counted("staff or Community account", isGrouped: true)
      context.note("The moderators include \(accounts).")
    }
    return .done
  }

  private static func columns(of sites: [Record<SiteColumn>]) -> [String] {
    let hasClosed = sites.contains { $0[.closedAt] != nil }
    let columns: [SiteColumn] =
      [.site, .name, .moderators, .grade, .publishedAt] + (hasClosed ? [.closedAt] : [])
    return columns.map(\.name)
  }
}
