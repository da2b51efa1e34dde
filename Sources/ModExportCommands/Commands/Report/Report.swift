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

      rosters.txt has a line for each roster that was ever published, below the head of the archive; \
      `modexport verify` compares them with an archive. --sign signs the checksums with a key of SSH.

      A deposit is a BagIt bag whose folder data is the report, with the archive itself (archive.sqlite), \
      ro-crate-metadata.json, CITATION.cff and datacite.json. Its file names title, creators (each a name, or \
      family-names and given-names; perhaps orcid and affiliation), license (an SPDX expression or an address) and \
      publisher, and perhaps abstract, keywords and doi.

      --public leaves out what people say of themselves (places, websites, about-me texts and pictures), and the \
      names of those who left all sites longer ago than --public-after; a deposit has no archive then.

      Examples:
        Write the report:
          modexport report
        Write it for a web server, with links of feeds that lead there:
          modexport report --output /srv/www/moderators --base-url https://example.org/moderators/
        Write a deposit for a research repository:
          modexport report --deposit deposit.json --output deposit-2026
      """
        + ExitStatus.list(
          ExitStatus.ofReading, stopped: "the report is the old one, or the whole new one."))

  static let settings = ReportSettings.all

  @OptionGroup var content: ReportOptions
  @Option(
    help: ArgumentHelp(
      "Write a deposit for a research repository, a BagIt bag, with title, creators, licence and publisher from this file (JSON).",
      valueName: "file"), completion: .file(extensions: ["json"]))
  var deposit: String?
  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    let deposit = try deposit.map(Self.description)
    let content = ReportContent(options: content, deposit: deposit)
    if deposit != nil, content.options.isPublic == true {
      context.note("The deposit has no archive, which has what --public leaves out.")
    }
    let summary = try context.readArchive { try content.write(from: $0, in: context) }
    if !context.isQuiet { try context.results.write(content.text(of: summary)) }
    return .done
  }

  /// The description of a deposit in a file.
  ///
  /// - Throws: `CommandFailure` (64) where it cannot be read, or lacks or misnames something; the message says what.
  private static func description(at path: String) throws(CommandFailure) -> DepositDescription {
    let wrong: String
    do {
      let text = try TextFile.text(of: path, atMost: 1 << 20)
      return try DepositDescription(json: Data(text.utf8))
    } catch {
      wrong =
        (error as? DepositDescription.Unfit)?.words
        ?? "cannot be read: check the path, and that it is UTF-8 text of at most 1 MiB"
    }
    throw CommandFailure(.usage, "The deposit file '\(path)' \(wrong).")
  }
}
