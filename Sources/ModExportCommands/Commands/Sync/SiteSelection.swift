import ArgumentParser
import Sync

/// The sites that a run is asked to mirror.
struct SiteSelection: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "A site: its id, such as cooking, its host, a URL, an alias or its name.", valueName: "site")
  )
  var sites: [String] = []

  @Flag(help: "All main sites.")
  var all = false

  @Flag(help: "All main sites and their meta sites.")
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
