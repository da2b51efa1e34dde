import Archive
import ArgumentParser
import Reports
import Roster
import Tables

/// `modexport status`
struct StatusCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Shows what is stale, incomplete, locked out, and until when.",
    discussion: """
      Without --check the exit code is 0 whatever is shown. With --check, one line is printed for each \
      kind of trouble, nothing where all is well, and the exit code is 0, 3 (somebody should look) or 75 \
      (only a run that stopped on purpose, or is still writing). Only sites of the scope are judged.

      --metrics writes a text file for Prometheus' node_exporter in one step; name it *.prom. Where \
      there is no archive, it contains modexport_up 0.
      """)

  @Flag(help: "Print one line for each kind of trouble; the exit code says whether there is any.")
  var check = false

  @Option(
    help: ArgumentHelp(
      "Write metrics for Prometheus to this file; - for stdout.", valueName: "file"),
    completion: .file(extensions: ["prom"]))
  var metrics: String?

  @Option(
    help: ArgumentHelp(
      "Report rosters as stale that were last read longer ago. (default: 2d)", valueName: "duration"
    ),
    transform: Duration.init(option:))
  var staleAfter = Duration.seconds(2 * 86_400)

  @Option(
    help: ArgumentHelp("Rows of the table of sites; 0 for all. (default: 20)", valueName: "n"),
    transform: Int.option(within: 0...1_000_000_000))
  var limit = 20
  @OptionGroup var output: OutputOptions
  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    if metrics == "" { throw ValidationError("--metrics needs the path of a file, or -.") }
    if metrics == "-", check || output.json || output.csv {
      throw ValidationError(
        "--metrics - takes stdout for itself: leave out --check, --json and --csv.")
    }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    if let metrics {
      try writeMetrics(to: metrics, in: context)
      if !check { return .done }
    }
    let report = try report(in: context)
    if check { return try printCheck(report.check, in: context) }
    try print(report, in: context)
    return .done
  }

  /// Writes the metrics, also where the archive cannot be read, and then throws why.
  private func writeMetrics(to path: String, in context: CommandContext) throws {
    let staleAfter = staleAfter / .seconds(1)
    do {
      let (facts, totals) = try context.readArchive { archive in
        let files = ArchiveFiles(of: archive.path)
        return try archive.asOfNow {
          (try StatusFacts(archive, before: files), try archive.totals())
        }
      }
      let metrics = StatusMetrics(facts, totals, now: context.now(), staleAfter: staleAfter)
      try MetricsFile(path: path).write(metrics.families, in: context)
    } catch let error as ArchiveError {
      try MetricsFile(path: path).write(StatusMetrics.withoutArchive, in: context)
      throw error
    }
  }

  private func report(in context: CommandContext) throws -> StatusReport {
    try context.readArchive { archive in
      let files = ArchiveFiles(of: archive.path)
      return try archive.asOfNow {
        StatusReport(
          try StatusFacts(archive, before: files), try ScopeSummary(archive), now: context.now(),
          staleAfter: staleAfter / .seconds(1))
      }
    }
  }

  private func printCheck(_ check: StatusCheck, in context: CommandContext) throws -> ExitStatus {
    switch output.format {
    case .json: try context.results.write(check.document)
    case .csv: try context.printer(output.format).print(check.listing)
    case .table:
      for trouble in check.troubles {
        try context.results.write(VisibleText.sanitized(trouble.line) + "\n")
      }
    }
    return check.exitStatus
  }

  private func print(_ report: StatusReport, in context: CommandContext) throws {
    switch output.format {
    case .json: try context.results.write(report.document)
    case .csv: try context.printer(output.format).print(report.summary.listing)
    case .table:
      for line in report.lines {
        try context.results.write(VisibleText.sanitized(line) + "\n")
      }
      try printTable(report.summary.listing, in: context)
    }
  }

  /// The table is cut, so that the lines above it stay on the screen.
  private func printTable(_ listing: Listing, in context: CommandContext) throws {
    guard !listing.rows.isEmpty else { return }
    var shown = listing
    if limit > 0 { shown.rows = Array(listing.rows.prefix(limit)) }
    try context.results.write("\n")
    try context.printer(.table).print(shown, tableColumns: ["site", "state", "since", "detail"])
    if shown.rows.count < listing.rows.count {
      try context.results.flush()
      context.note(
        "\(shown.rows.count) of \(listing.rows.count) rows; --limit 0 shows all.")
    }
  }
}
