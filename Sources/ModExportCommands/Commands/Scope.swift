import Archive
import ArgumentParser
import Reports
import Roster
import StackExchange
import Sync
import Tables

/// `modexport scope`
struct ScopeCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "scope", abstract: "Shows or changes which sites the archive is to hold.",
    discussion: """
      `modexport sync` without SITE mirrors the open sites of the scope. --set takes 'all' for all main \
      sites, 'meta' for these and their meta sites, and sites to hold beside or instead of these; it \
      replaces the scope and removes no roster. The site whose id is 'meta' is named by its host. Ends \
      with 3 where there is no scope yet.
      """)

  @Flag(name: .customLong("set"), help: "Replace the scope by what is named.")
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
      try context.writing { archive in
        try archive.setScope(try Self.scope(choice, in: archive), network: stackExchangeNetwork)
      }
    }
    let (scope, sites) = try context.reading { archive in
      (
        try archive.scope(of: stackExchangeNetwork),
        try archive.knownSites(of: stackExchangeNetwork)
      )
    }
    let summary = ScopeSummary(scope, sites: sites)
    if json {
      try context.results.write(summary.document)
    } else {
      for line in summary.lines {
        try context.results.write(VisibleText.sanitized(line) + "\n")
      }
    }
    return scope.isEmpty ? .incomplete : .done
  }

  /// Throws `CommandFailure` (64) where a word means no site.
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

/// A scope, and how far the archive holds it.
struct ScopeSummary {
  private let scope: Scope
  /// The open sites of the scope.
  private let open: Int
  /// Those of `open` without a roster, in alphabetical order.
  private let missing: [SiteRef]

  init(_ scope: Scope, sites: [KnownSite]) {
    self.scope = scope
    open = sites.count { scope.holds($0.site) && $0.closedAt == nil }
    missing = sites.filter(scope.lacks).map(\.site.ref).sorted()
  }

  /// How `status` tells it: "all main sites; 174 open, 12 never mirrored".
  var sentence: String {
    scope.isEmpty
      ? "none; name sites with `modexport sync SITE`, or use `modexport sync --all`"
      : "\(scope.words); \(open) open, \(missing.count) never mirrored"
  }

  /// What `modexport scope` prints.
  var lines: [String] {
    var lines = ["scope    \(sentence)"]
    if !scope.names.isEmpty {
      lines.append("named    \(scope.names.sorted().map(\.id).joined(separator: " "))")
    }
    if !missing.isEmpty { lines.append("missing  \(missing.map(\.id).joined(separator: " "))") }
    return lines
  }

  /// The same as one JSON object.
  var document: JSONValue {
    .object([
      ("sites", .text(scope.sites.rawValue)),
      ("named", .array(scope.names.sorted().map { .text($0.id) })),
      ("open", .cell(.integer(open))), ("never_mirrored", .cell(.integer(missing.count))),
      ("missing", .array(missing.map { .text($0.id) })),
    ])
  }
}
