import ArgumentParser
import Roster
import Sync
import Transport

/// `modexport sync`
struct SyncCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Mirrors the moderators of sites into the archive.",
    discussion: """
      Without SITE and --all, the sites that the archive already mirrors. A roster is published only \
      where the walk over its pages proves it whole; otherwise the old one stays, the run says so and \
      ends with 3.
      """)

  @Argument(
    help: ArgumentHelp(
      "Sites: parameter, host, address, alias or name.", valueName: "site"))
  var sites: [String] = []

  @Flag(help: "All main sites.")
  var all = false

  @Flag(help: "All main sites and their meta sites.")
  var meta = false

  @OptionGroup(title: "What is asked for") var scope: SyncScopeOptions
  @OptionGroup(title: "How the API is asked") var network: SyncNetworkOptions
  @OptionGroup var global: GlobalOptions

  @Flag(help: "Ask for nothing and write nothing: list the sites that would be walked.")
  var dryRun = false

  @Flag(help: "Print the summary as one JSON document.")
  var json = false

  mutating func validate() throws {
    if !sites.isEmpty, all || meta {
      throw ValidationError("Name sites, or use --all or --meta, not both.")
    }
    try network.checkAgainstItself()
  }

  private var selection: SyncOptions.Selection {
    if !sites.isEmpty { return .named(sites) }
    return all || meta ? .all(withMeta: meta) : .mirrored
  }

  private var options: SyncOptions {
    scope.applied(to: SyncOptions(selection), concurrency: network.concurrency)
  }

  func run(on console: Console) async throws -> ExitStatus {
    if dryRun {
      return try SyncDryRun(options, json: json).print(global, on: console)
    }
    let session = try SyncSession(
      options: options, network: network, global: global, waitLock: scope.waitLock,
      console: console)
    let summary = try await session.run()
    return try SyncReport(summary, global: global, json: json).print(on: console)
  }
}
