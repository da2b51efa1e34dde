import Archive
import ArgumentParser
import FoundationEssentials
import Reports
import Roster

/// `modexport report`
struct ReportCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Writes a report: pages, tables and a feed.",
    discussion: """
      The folder is replaced as a whole, at the end and in one step; a folder that contains anything \
      but a report is not replaced. The same archive gives the same bytes.

      The tables are in its folder csv, one for each view: csv/moderators.csv has all moderators of all sites. \
      For a spreadsheet, add --spreadsheet-safe.

      A deposit is a BagIt bag whose folder data is the report, with ro-crate-metadata.json, CITATION.cff and \
      datacite.json. Its file names title, creators (each a name, or family-names and given-names; perhaps orcid \
      and affiliation) and license (an SPDX expression or an address), and perhaps abstract, keywords, publisher and doi.

      Examples:
        Write the report:
          modexport report
        Write it for a web server, with links of feeds that lead there:
          modexport report --output /srv/www/moderators --base-url https://example.org/moderators/
        Write a deposit for a research repository:
          modexport report --deposit deposit.json --output deposit-2026
        Write only tables, as of the end of a day:
          modexport report --as-of 2026-06-30 --format csv --output Exports/tables
      """
        + ExitStatus.list(
          ExitStatus.ofReading,
          [
            .incomplete: "The archive has no roster of that day; no report was written."
          ], stopped: "the report is the old one, or the whole new one."))

  @OptionGroup var content: ReportOptions
  @Option(
    help: ArgumentHelp(
      "Write a deposit for a research repository, a BagIt bag, with title, creators and licence from this file (JSON).",
      valueName: "file"), completion: .file(extensions: ["json"]))
  var deposit: String?
  @Option(
    help: ArgumentHelp(
      "Write it as the archive was at the end of that day: 2026-11-20 (UTC), an RFC 3339 instant, 7d, yesterday.",
      valueName: "date"), transform: DateOption.init(option:))
  var asOf: DateOption?
  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    let asOf = asOf?.date(.end, in: context)
    let deposit = try deposit.map { try DepositFile(at: $0).description }
    let content = try ReportContent(content, asOf: asOf, deposit: deposit, context.settings)
    let summary = try context.readArchive { try content.write(from: $0, in: context) }
    if !context.isQuiet { try context.results.write(content.text(of: summary)) }
    return .done
  }
}
