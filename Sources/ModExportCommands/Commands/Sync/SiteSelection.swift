import ArgumentParser
import Sync

/// The sites that a run is asked to mirror.
struct SiteSelection: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "A site: its id, host, URL, alias or name; of a forum or wiki, its address.",
      valueName: "site"),
    completion: .sites
  )
  var sites: [String] = []

  @Option(
    help: ArgumentHelp(
      "One of \(NetworkRegistry.standard.idList).", valueName: "name"),
    completion: .list(NetworkRegistry.standard.entries.map(\.id)))
  var network: String?

  @Flag(help: "Mirror all main sites.")
  var all = false

  @Flag(help: "Mirror all main sites and their meta sites.")
  var meta = false

  mutating func validate() throws {
    if !sites.isEmpty, all || meta {
      throw ValidationError("Name sites, or use --all or --meta, not both.")
    }
  }

  var selection: SyncOptions.Selection {
    if !sites.isEmpty { return .named(sites) }
    return all || meta ? .all(withMeta: meta) : .scope
  }
}
