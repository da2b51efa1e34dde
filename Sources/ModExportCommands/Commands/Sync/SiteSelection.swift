import ArgumentParser
import Sync

/// The sites that a run is asked to mirror.
struct SiteSelection: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "A site: its id, such as cooking, its host, a URL, an alias or its name; a forum or a wiki: its address "
        + "or the address of its api.php.", valueName: "site"),
    completion: .sites
  )
  var sites: [String] = []

  @Option(
    help: ArgumentHelp(
      "The network of the sites: \(NetworkRegistry.standard.idList). Without it, it follows from each SITE, and "
        + "from the scope.", valueName: "name"),
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

  /// The arguments that select the same sites.
  var arguments: [String] {
    sites + (all ? ["--all"] : []) + (meta ? ["--meta"] : [])
      + (network.map { ["--network", $0] } ?? [])
  }
}
