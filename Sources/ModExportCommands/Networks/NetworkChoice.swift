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
  private var scopes: [(network: NetworkID, scope: Scope)] = []

  /// What a selection is about in one network.
  struct Part {
    var entry: Entry
    var selection: SyncOptions.Selection
    /// The sites that it names, or that are named in the scope, as far as the archive knows them.
    var known: [Site] = []
  }

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
          try archive.networks().map { ($0, try archive.scope(of: $0)) }
        )
      }
    } catch let error as ArchiveError where error.isBeforeFirstRun {
      // A first run creates the archive.
    }
  }

  /// The networks that a selection is about, each with its part of it, in the order of the registry.
  ///
  /// - Throws: `CommandFailure` (64) where a site is named of a network that the program does not know, where
  ///   several sites have a name, and where an address lacks its scheme.
  func parts(of selection: SyncOptions.Selection) throws -> [Part] {
    switch selection {
    case .all: return [Part(entry: named ?? usual, selection: selection)]
    case .scope:
      let held = scopes.filter { !$0.scope.isEmpty }.map(\.network)
      let entries = named.map { [$0] } ?? networks.entries.filter { held.contains($0.id) }
      return (entries.isEmpty ? [usual] : entries).map { entry in
        let names = scopes.first { $0.network == entry.id }?.scope.names ?? []
        return Part(
          entry: entry, selection: .scope, known: sites.filter { names.contains($0.ref) })
      }
    case .named(let names):
      let directory = SiteDirectory(sites: sites)
      var byNetwork: [NetworkID: [String]] = [:]
      for name in names {
        let (entry, rest) = try entry(of: name, in: directory)
        byNetwork[entry.id, default: []].append(rest)
      }
      return networks.entries.compactMap { entry in
        byNetwork[entry.id].map { names in
          let directory = SiteDirectory(sites: sites.filter { $0.network == entry.id })
          let known = names.compactMap { name in
            if case .found(let site) = directory.resolve(name) { site } else { nil }
          }
          return Part(entry: entry, selection: .named(names), known: known)
        }
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
  private func entry(of name: String, in directory: SiteDirectory) throws -> (Entry, String) {
    let (prefix, rest) = withoutNetwork(name)
    do {
      if rest.contains("://") { _ = try WebAddress(rest) }
    } catch {
      throw CommandFailure(error)
    }
    if let named { return (named, name) }
    if let prefix { return (prefix, rest) }
    switch directory.resolve(name) {
    case .found(let site): return (try networks.entry(site.network), name)
    case .ambiguous(let sites): throw CommandFailure(ambiguous: name, sites)
    case .unknown(let near):
      if let entry = networks.entries.first(where: { $0.recognises(name) }) { return (entry, name) }
      if let network = Self.network(before: name) { _ = try networks.entry(network) }
      guard Self.isAddress(name) else { return (usual, name) }
      throw CommandFailure(
        .usage,
        "The archive knows no site '\(name)': write https://\(name) if it is the address of a forum, "
          + "and https:// and the address of its api.php if it is a wiki."
          + (near.isEmpty ? "" : " \(CommandFailure.hint(near))"))
    }
  }

  /// The network before a site in `network:site`, and the site.
  private func withoutNetwork(_ name: String) -> (Entry?, String) {
    guard let prefix = networks.entries.first(where: { name.hasPrefix("\($0.id):") }) else {
      return (nil, name)
    }
    return (prefix, String(name.dropFirst(prefix.id.count + 1)))
  }

  /// The part before the colon in `network:site`; nil for an address and for a name in which a
  /// colon is followed by a space.
  private static func network(before text: String) -> NetworkID? {
    let match = text.prefixMatch(of: /([A-Za-z]+):[^\s\d\/]/)
    return match.map { NetworkID($0.1) }
  }

  /// Whether a text looks like an address without its scheme: a host with a dot, a port or a folder, or this machine.
  private static func isAddress(_ text: String) -> Bool {
    guard let address = try? WebAddress(text) else { return false }
    return address.isLoopback || text.contains { ".:/".contains($0) }
  }
}

/// Addresses whose servers are asked what is there.
extension NetworkChoice {
  /// An address that the user typed.
  struct Question: Sendable {
    var name: String
    var address: WebAddress
    /// The networks that may have it, in the order in which they are asked.
    var entries: [Entry]
  }

  /// What is to be asked of a server before the text that the user typed names a site; nil where it does
  /// without: the archive knows the site at exactly this address, or only a list can have it.
  ///
  /// - Throws: As ``parts(of:)``.
  func question(about name: String) throws -> Question? {
    let (entry, _) = try entry(of: name, in: SiteDirectory(sites: sites))
    guard entry.address == nil else { return nil }
    let (prefix, rest) = withoutNetwork(name)
    guard var address = try? WebAddress(rest), rest.contains("://") || address.host.contains(".")
    else { return nil }
    let own = sites.filter { $0.network == entry.id }
    switch SiteDirectory(sites: own).resolve(rest) {
    case .ambiguous: return nil
    case .found(let site):
      guard let known = try? WebAddress(site.url), site.id != rest else { return nil }
      // Without a scheme the one is meant at which the site is asked.
      if !rest.contains("://") {
        address = (try? WebAddress("\(known.scheme)://\(rest)")) ?? address
      }
      let isExact = [known.siteID, site.id].contains(address.siteID)
      // A text that is no address of the site is its name.
      if isExact && address.origin == known.origin || site.name == rest { return nil }
    case .unknown: break
    }
    // A forum answers at an address of its own, and a wiki by its pages.
    let alone = networks.entries.filter { $0.address == nil }.reversed()
    return Question(
      name: name, address: address, entries: (named ?? prefix).map { [$0] } ?? Array(alone))
  }

  /// How the site at an address that a server confirmed is named.
  func name(of address: WebAddress, in entry: Entry) -> String {
    named == nil ? "\(entry.id):\(address)" : address.description
  }
}
