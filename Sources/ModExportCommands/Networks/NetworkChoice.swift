import Archive
import Networks
import Roster
import Sync

/// Which networks a command means, and which of their sites.
struct NetworkChoice {
  typealias Entry = NetworkRegistry.Entry

  private let networks: NetworkRegistry
  /// The network of `--network`; nil without that option.
  private let named: Entry?
  /// What the archive has: nothing where there is none yet.
  private var sites: [Site] = []
  private var scopes: [(network: NetworkID, isEmpty: Bool)] = []

  /// - Parameter name: The value of `--network`.
  /// - Throws: `CommandFailure` (64) where there is no network of that name; `ArchiveError` where an
  ///   archive cannot be read.
  init(named name: NetworkID?, in context: CommandContext) throws {
    let networks = context.networks
    self.networks = networks
    named = try name.map { try networks.entry($0) }
    do {
      (sites, scopes) = try context.readArchive { archive in
        (
          try archive.knownSites().map(\.site),
          try archive.networks().map { ($0, try archive.scope(of: $0).isEmpty) }
        )
      }
    } catch let error as ArchiveError where error.code == .notFound {
      // A first run creates the archive.
    }
  }

  /// The networks that a selection is about, each with its part of it, in the order of the registry.
  ///
  /// - Throws: `CommandFailure` (64) where a site is named of a network that the program does not know.
  func parts(
    of selection: SyncOptions.Selection
  ) throws -> [(entry: Entry, selection: SyncOptions.Selection)] {
    switch selection {
    case .all: return [(named ?? usual, selection)]
    case .scope:
      if let named { return [(named, .scope)] }
      let held = scopes.filter { !$0.isEmpty }.map(\.network)
      let entries = networks.entries.filter { held.contains($0.id) }
      return (entries.isEmpty ? [usual] : entries).map { ($0, .scope) }
    case .named(let names):
      var byNetwork: [NetworkID: [String]] = [:]
      for name in names {
        let (entry, rest) = try entry(of: name)
        byNetwork[entry.id, default: []].append(rest)
      }
      return networks.entries.compactMap { entry in
        byNetwork[entry.id].map { (entry, .named($0)) }
      }
    }
  }

  /// The network that nothing names: the only one in the archive, else the first of the registry. One
  /// without an API for all sites has no list of them, in which a name could be.
  private var usual: Entry {
    guard scopes.count == 1,
      let only = networks.entries.first(where: { $0.id == scopes[0].network }),
      only.address != nil
    else { return networks.first }
    return only
  }

  /// The network of a site as the user typed it, and the text without the network's name.
  private func entry(of name: String) throws -> (Entry, String) {
    if let named { return (named, name) }
    let prefix = networks.entries.first { name.hasPrefix("\($0.id):") }
    if let prefix { return (prefix, String(name.dropFirst(prefix.id.count + 1))) }
    switch SiteDirectory(sites: sites).resolve(name) {
    case .found(let site): return (try networks.entry(site.network), name)
    case .ambiguous(let sites): throw CommandFailure(ambiguous: name, sites)
    case .unknown: break
    }
    return (networks.entries.first { $0.recognises(name) } ?? usual, name)
  }
}
