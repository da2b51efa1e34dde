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
      `modexport sync` without SITE mirrors the open sites of the scope. --set takes 'all' for all main \
      sites, 'meta' for these and their meta sites, and further or single sites; it \
      replaces the scope and removes no roster. The site whose id is 'meta' is named by its host. Exits \
      with 3 if there is no scope yet.
      """)

  @Flag(name: .customLong("set"), help: "Replace the scope with the named sites.")
  var replaces = false
  @Argument(
    help: ArgumentHelp("With --set: 'all', 'meta', or sites.", valueName: "all|meta|site"))
  var choice: [String] = []
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
        let scope = try Self.scope(choice, in: archive)
        try archive.setScope(
          scope, network: try Self.network(of: scope, in: archive, context.networks))
      }
    }
    let summary = try context.readArchive { try ScopeSummary($0) }
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
  private static func scope(_ words: [String], in archive: ArchiveDatabase) throws -> Scope {
    var scope = Scope()
    for word in words {
      switch word {
      case "all": if scope.sites == .named { scope.sites = .main }
      case "meta": scope.sites = .all
      default: scope.names.insert(try archive.site(meaning: word).site.ref)
      }
    }
    return scope
  }
}

extension ScopeCommand {
  /// The network of a scope: that of the sites it names, else the only network in the archive.
  ///
  /// - Throws: `CommandFailure` (64) where there are several.
  private static func network(
    of scope: Scope, in archive: ArchiveDatabase, _ networks: NetworkRegistry
  ) throws -> NetworkID {
    let named = Set(scope.names.map(\.network)).sorted()
    let candidates = named.isEmpty ? try archive.networks() : named
    switch candidates.count {
    case 0: return try networks.onlyEntry().id
    case 1: return candidates[0]
    default:
      throw CommandFailure(
        .usage,
        "A scope is of one network, and there are several here (\(candidates.joined(separator: ", "))): "
          + "name sites of one of them.")
    }
  }
}
