import Archive
import ArgumentParser
import FoundationEssentials
import Roster
import Tables

/// `modexport scope`
struct ScopeCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "scope", abstract: "Shows or changes the sites that the archive mirrors.",
    discussion: """
      `modexport sync` without SITE mirrors the open sites of the scope. 'all' means all main sites, 'meta' all \
      main and meta sites, and every other word names a site, which the archive knows. No roster is \
      removed. The site whose id is 'meta' is named by its host. --move names a forum or wiki and its new \
      address, or the same with https: its history goes on there. Exits with 3 if there is no scope.

      Examples:
        Show which sites the archive is to hold, and which of them are missing:
          modexport scope
        Mirror all main sites from the next sync on:
          modexport scope --set all
        Mirror two sites, then one more, and no longer the first:
          modexport scope --set math cooking
          modexport scope --add bicycles
          modexport scope --remove math
        Go on with the history of a forum that has moved:
          modexport scope --move forum.example.org https://talk.example.org
      """ + ExitStatus.list(ExitStatus.ofReading, [.incomplete: "There is no scope."]))

  /// What is done to the scope.
  enum Action: String, EnumerableFlag {
    case set, add, remove, move

    static func help(for value: Action) -> ArgumentHelp? {
      switch value {
      case .set: "Replace the scope with what is named."
      case .add: "Add what is named."
      case .remove: "Take out what is named; all its rosters stay."
      case .move: "Go on with a site's history at another address."
      }
    }
  }

  @Flag(exclusivity: .exclusive) var action: Action?
  @Argument(
    help: ArgumentHelp(
      "With --set, --add or --remove: 'all', 'meta', or sites; with --move a site and its new address.",
      valueName: "all|meta|site"),
    completion: .scope)
  var choice: [String] = []
  @OptionGroup var networks: NetworkOptions
  @Flag(help: "Print one JSON document and nothing else.")
  var json = false
  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    if action == .move {
      guard choice.count == 2 else {
        throw ValidationError("--move needs a site and its new address.")
      }
      return
    }
    if let action, choice.isEmpty {
      throw ValidationError("--\(action.rawValue) needs 'all', 'meta' or sites.")
    }
    if action == nil, !choice.isEmpty {
      throw ValidationError("Use --set, --add, --remove or --move to change the scope.")
    }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    if action == .move {
      try context.writeArchive { try move(in: $0, at: context.now()) }
    } else if let action {
      try context.writeArchive { archive in
        let named = try scope(in: archive)
        let changed = try networks(of: named, in: archive, context.networks).map { network in
          let before = action == .set ? Scope() : try archive.scope(of: network)
          let part = Scope(named.sites, names: named.names.filter { $0.network == network })
          return (
            network,
            action == .remove ? try taking(part, from: before, in: archive) : before.adding(part)
          )
        }
        for (network, scope) in changed { try archive.setScope(scope, network: network) }
      }
    }
    let summary = try context.readArchive { archive in
      try ScopeSummary(archive, of: try networks.id(in: archive))
    }
    if json {
      try context.results.write(summary.document)
    } else {
      for line in summary.lines {
        try context.results.write(VisibleText.sanitized(line) + "\n")
      }
    }
    return summary.isEmpty ? .incomplete : .done
  }

  /// Throws `CommandFailure` (64) if a word matches no site.
  private func scope(in archive: ArchiveDatabase) throws -> Scope {
    var scope = Scope()
    for word in choice {
      switch word {
      case "all": if scope.sites == .named { scope.sites = .main }
      case "meta": scope.sites = .all
      default: scope.names.insert(try archive.site(meaning: networks.typed(word)).site.ref)
      }
    }
    return scope
  }

  /// What is left of a scope.
  ///
  /// - Throws: `CommandFailure` (64) where a site would stay in the scope although it was named: as one of all.
  private func taking(
    _ named: Scope, from before: Scope, in archive: ArchiveDatabase
  ) throws -> Scope {
    var scope = before
    if choice.contains("all") {
      scope.sites = .named
    } else if named.sites == .all, before.sites == .all {
      scope.sites = .main
    }
    scope.names.subtract(named.names)
    for site in named.names.sorted() where scope.holds(try archive.knownSite(site).site) {
      throw CommandFailure(
        .usage,
        "\(site.id) cannot be taken out alone: the scope has \(Scope(scope.sites).words). Use --set to name its sites."
      )
    }
    return scope
  }
}

extension ScopeCommand {
  /// Records the new address of a forum or wiki, which tells nothing of its server yet: the next run asks it.
  ///
  /// - Throws: `CommandFailure` (64) where the site or the address cannot be such a one.
  private func move(in archive: ArchiveDatabase, at date: Date) throws {
    let site = try archive.site(meaning: networks.typed(choice[0])).site
    guard site.hasOwnServer else {
      throw CommandFailure(
        .usage, "\(site.id) is on its network's list of sites, which tells its address.")
    }
    let address: WebAddress
    do {
      address = try WebAddress(base: choice[1])
    } catch {
      throw CommandFailure(error)
    }
    guard let moved = site.moved(to: address) else {
      throw CommandFailure(
        .usage, "\(address) is not the address of a wiki's API, which ends with api.php.")
    }
    guard moved.url != site.url else {
      throw CommandFailure(.usage, "\(site.id) is at \(site.url) already.")
    }
    let id = WebAddress.withoutWWW(moved.id)
    let others = try archive.knownSites(of: site.network).filter { $0.site.ref != site.ref }
    if let other = others.first(where: { WebAddress.withoutWWW($0.site.id) == id }) {
      throw CommandFailure(
        .usage, "The archive has a site \(other.site.id) already, with a history of its own.")
    }
    _ = try archive.recordSites([moved], network: site.network, at: date, isWhole: false)
  }

  /// The networks whose scope changes: that of the option or those of the named sites, else the only one in the
  /// archive. What is named of all sites is of one network.
  ///
  /// - Throws: `CommandFailure` (64) where there are several, and where there is no network of that name.
  private func networks(
    of scope: Scope, in archive: ArchiveDatabase, _ registry: NetworkRegistry
  ) throws -> [NetworkID] {
    if let network = networks.network { return [try registry.entry(network).id] }
    let named = Set(scope.names.map(\.network)).sorted()
    if action != .set, scope.sites == .named { return named }
    let candidates = named.isEmpty ? try archive.networks() : named
    switch candidates.count {
    case 0: return [registry.first.id]
    case 1: return candidates
    default:
      throw CommandFailure(
        .usage,
        "A scope is of one network, and there are several here (\(candidates.joined(separator: ", "))): "
          + "choose one with --network.")
    }
  }
}

extension Scope {
  /// The scope with what another one has besides.
  fileprivate func adding(_ other: Scope) -> Scope {
    let order: [Sites] = [.named, .main, .all]
    let wider = order.last { [sites, other.sites].contains($0) }
    return Scope(wider ?? sites, names: names.union(other.names))
  }
}
