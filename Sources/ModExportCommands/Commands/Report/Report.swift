import Archive
import ArgumentParser
import FoundationEssentials
import Reports
import Roster

/// `modexport report`
struct ReportCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Writes the reports.",
    discussion: """
      The folder is replaced as a whole, at the end and in one step; a folder that contains anything \
      but a report is not replaced. The same archive gives the same bytes.
      """)

  @Option(help: ArgumentHelp("Where to write.", valueName: "folder"), completion: .directory)
  var output = "Exports/latest"
  @Option(
    help: ArgumentHelp(
      "Only html, csv, ndjson, atom. (default: all)", valueName: "format,…"),
    transform: ReportFormat.set)
  var format = Set(ReportFormat.allCases)
  @Option(
    help: ArgumentHelp(
      "As the archive stood at that day's end (UTC), or at an RFC 3339 instant.",
      valueName: "date"), transform: Date.init(option:))
  var asOf: Date?
  @Flag(help: "Guard CSV cells that a spreadsheet would run as formulas, and add a BOM.")
  var spreadsheetSafe = false
  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    if output.isEmpty { throw ValidationError("--output needs the path of a folder.") }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let showsProgress = context.showsProgress
    defer { if showsProgress { context.messages.showStatus("") } }
    let summary = try context.readArchive { archive in
      try archive.asOfNow {
        try write(archive, context.networks) { file in
          if showsProgress { context.messages.showStatus("Writing \(file)") }
        }
      }
    }
    if !context.isQuiet { try context.results.write(text(summary)) }
    return .done
  }

  private func write(
    _ archive: ArchiveDatabase, _ networks: NetworkRegistry, progress: (String) -> Void
  ) throws -> ReportSummary {
    if let asOf {
      return try write(try ArchiveDaySource(archive, at: asOf, networks), progress: progress)
    }
    return try write(try ArchiveSource(archive, networks), progress: progress)
  }

  private func write(
    _ source: some ReportSource, progress: (String) -> Void
  ) throws -> ReportSummary {
    try ReportWriter(source: source, formats: format, spreadsheetSafe: spreadsheetSafe)
      .write(to: output, progress: progress)
  }

  private func text(_ summary: ReportSummary) -> String {
    let hasPages = format.contains(.html)
    var text =
      "\(summary.files.counted("file")) in \(output)\(hasPages ? "; open \(output)/index.html" : "")\n"
    if summary.formulaCells > 0, !spreadsheetSafe {
      text += """
        CSV cells that begin with =, +, - or @, which a spreadsheet may run as formulas: \
        \(summary.formulaCells) (--spreadsheet-safe guards them)

        """
    }
    return text
  }
}

extension ReportFormat {
  /// Reads formats between commas; throws `ValidationError` with a sentence for anything else.
  fileprivate static func set(_ text: String) throws -> Set<ReportFormat> {
    let formats = try text.split(separator: ",", omittingEmptySubsequences: false).map { name in
      if let format = ReportFormat(rawValue: String(name)) { return format }
      let all = allCases.map(\.rawValue).joined(separator: ",")
      throw ValidationError("give one or more of \(all).")
    }
    return Set(formats)
  }
}
