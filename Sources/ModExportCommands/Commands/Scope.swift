import Archive
import ArgumentParser
import Reports
import Roster
import Sync
import Tables

/// `modexport scope`
struct ScopeCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "scope", abstract: "Shows or changes the sites that the archive mirrors.",
    discussion: """
      `modexport sync` without SITE mirrors the open sites of the scope. --set replaces the scope: 'all' \
      means all main sites, 'meta' all main and meta sites, and every other word names a site. No roster is \
      removed. The site whose id is 'meta' is named by its host. Exits with 3 if there is no scope yet.

      Examples:
        Show which sites the archive is to hold, and which of them are missing:
          modexport scope
        Mirror all main sites from the next sync on:
          modexport scope --set all
        Mirror only two sites from the next sync on:
          modexport scope --set math cooking
      """ + ExitStatus.list(ExitStatus.ofReading, [.incomplete: "There is no scope yet."]))

  @Flag(name: .customLong("set"), help: "Replace the scope with the named sites.")
  var replaces = false
  @Argument(
    help: ArgumentHelp("With --set: 'all', 'meta', or sites.", valueName: "all|meta|site"),
    completion: .scope)
  var choice: [String] = []
  @OptionGroup var networks: NetworkOptions
  @Flag(help: "Print one JSON document and nothing else.")
  var json = false
  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    if replaces, choice.isEmpty { throw ValidationError("--set needs 'all', 'meta' or sites.") }
    if !replaces, !choice.isEmpty { throw ValidationError("Use --set to change the scope.") }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    if replaces {
      try context.writeArchive { archive in
        let scope = try scope(in: archive)
        try archive.setScope(scope, network: try network(of: scope, in: archive, context.networks))
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
}

extension ScopeCommand {
  /// The network of a scope: that of the option or of the sites it names, else the only network in the archive.
  ///
  /// - Throws: `CommandFailure` (64) where there are several, and where there is no network of that name.
  private func network(
    of scope: Scope, in archive: ArchiveDatabase, _ registry: NetworkRegistry
  ) throws -> NetworkID {
    if let network = networks.network { return try registry.entry(network).id }
    let named = Set(scope.names.map(\.network)).sorted()
    let candidates = named.isEmpty ? try archive.networks() : named
    switch candidates.count {
    case 0: return registry.first.id
    case 1: return candidates[0]
    default:
      throw CommandFailure(
        .usage,
        "A scope is of one network, and there are several here (\(candidates.joined(separator: ", "))): "
          + "choose one with --network.")
    }
  }
}
