import Archive
import ArgumentParser
import Reports
import Roster
import Tables

/// `modexport status`
struct StatusCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Shows what is old, incomplete or missing, and what to do about it.",
    discussion: """
      With SITE it says when the site was last read, what came of the last attempt and why, and what to \
      do. Without SITE it shows the state of the whole archive.

      The exit code is 0 whatever is shown. With --check, one line is printed for each kind of trouble at \
      sites of the scope, nothing where all is well, and the exit code is 0, 3 (somebody should look) or 75 \
      (only a run that stopped on purpose, or is still writing).

      --metrics writes a text file for Prometheus' node_exporter in one step; name it *.prom. Where \
      there is no archive, it contains modexport_up 0.

      Examples:
        Show what is old, incomplete or locked out:
          modexport status
        Show why a site is not complete, and check for a monitoring service:
          modexport status math
          modexport status --check
        Write metrics for Prometheus' node_exporter:
          modexport status --metrics /var/lib/node_exporter/modexport.prom
      """
        + ExitStatus.list(
          ExitStatus.ofReading,
          [
            .done: "Done; with --check, all is well.", .incomplete: "--check found trouble.",
            .stoppedEarly:
              "Another run holds the archive; with --check, the last run stopped on purpose or still runs.",
          ]))

  @Argument(help: "Sites, by id, host, address or name.", completion: .sites)
  var site: [String] = []

  @Flag(help: "Print one line for each kind of trouble; the exit code says whether there is any.")
  var check = false

  @Option(
    help: ArgumentHelp(
      "Write metrics for Prometheus to this file; - for stdout.", valueName: "file"),
    completion: .file(extensions: ["prom"]))
  var metrics: String?

  @Option(
    help: ArgumentHelp(
      "Report rosters as stale that were last read longer ago than this. (default: 2d)",
      valueName: "duration"
    ),
    transform: Duration.init(option:))
  var staleAfter = Duration.seconds(Int(defaultStaleAfter))

  /// Seconds.
  static let defaultStaleAfter = 2.0 * 86_400

  @Option(
    help: ArgumentHelp("Rows of the table of sites; 0 for all. (default: 20)", valueName: "n"),
    transform: Int.limit)
  var limit = 20
  @OptionGroup var networks: NetworkOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    if !site.isEmpty && (check || metrics != nil) || metrics != nil && networks.network != nil {
      throw ValidationError(
        "--check and --metrics are about the whole archive: leave out SITE, and --network beside --metrics."
      )
    }
    if metrics == "" { throw ValidationError("--metrics needs the path of a file, or -.") }
    if metrics == "-", check || !output.given.isEmpty {
      let others = (check ? ["--check"] : []) + output.given
      throw ValidationError(
        "--metrics - takes stdout for itself: leave out \(others.joined(separator: " and ")).")
    }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    if !site.isEmpty {
      try printSites(in: context)
      return .done
    }
    if let metrics {
      if metrics != "-" { try ReportContent.refuse(metrics) }
      try writeMetrics(to: metrics, in: context)
      if !check { return .done }
    }
    let report = try read(in: context) { archive, health in
      StatusReport(health, try ScopeSummary(archive, of: try networks.id(in: archive)))
    }
    if !check {
      try print(report, in: context)
      return .done
    }
    let status = report.exitStatus
    let document = JSONValue.object([
      ("exit_code", .integer(Int(status.rawValue))), ("troubles", report.issueListing.document),
    ])
    try context.printer(output).print(document, rows: report.issueListing) {
      for issue in report.issues {
        try context.results.write(VisibleText.sanitized(issue.line) + "\n")
      }
    }
    return status
  }

  private func printSites(in context: CommandContext) throws {
    let reports = try context.readArchive { archive in
      try archive.asOfNow {
        try site.map {
          try SiteReport(
            try archive.site(meaning: networks.typed($0)), in: archive, now: context.now(),
            staleAfter: staleAfter / .seconds(1))
        }
      }
    }
    let fields = reports.map(\.fields)
    let listing = Listing(
      columns: fields.first?.map { ($0.name, $0.type) } ?? [],
      rows: fields.map { $0.map(\.cell) })
    try context.printer(output).print(listing.document, rows: listing) {
      let columns = context.resultTerminal.columns
      try context.results.write(reports.map { $0.text(columns: columns) }.joined(separator: "\n"))
    }
  }

  /// Reads one state of the archive.
  private func read<Value>(
    in context: CommandContext, _ body: (ArchiveDatabase, ArchiveHealth) throws -> Value
  ) throws -> Value {
    try context.readArchive { archive in
      let files = ArchiveFiles(of: archive.path)
      return try archive.asOfNow {
        try body(
          archive,
          try ArchiveHealth(
            archive, before: files, of: try networks.id(in: archive), now: context.now(),
            staleAfter: staleAfter / .seconds(1)))
      }
    }
  }

  /// Writes the metrics, also where the archive cannot be read, and then throws why.
  private func writeMetrics(to path: String, in context: CommandContext) throws {
    do {
      try read(in: context) { StatusMetrics.families(of: $1, try $0.totals()) }
        .write(to: path, in: context)
    } catch let error as ArchiveError {
      try StatusMetrics.withoutArchive.write(to: path, in: context)
      throw error
    }
  }

  private func print(_ report: StatusReport, in context: CommandContext) throws {
    let sites = report.siteListing
    try context.printer(output).print(report.document, rows: sites) {
      for line in report.lines {
        let text = WrappedText.hanging(
          VisibleText.sanitized(line), indent: StatusReport.labelColumns,
          columns: context.resultTerminal.columns)
        try context.results.write(text)
      }
      if sites.rows.isEmpty { return }
      // The table is cut, so that the lines above it stay on the screen.
      var shown = sites
      if limit > 0 { shown.rows = Array(sites.rows.prefix(limit)) }
      shown = shown.selecting(["site", "state", "since", "detail"])
      try context.results.write("\n" + context.resultTerminal.problemTable(shown))
      context.note(PartOfList(shown: shown.rows.count, total: sites.rows.count))
    }
  }
}
