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

/// The scope of an archive, and how far the archive holds it: a part for each of its networks.
struct ScopeSummary {
  private var parts: [Part] = []

  init() {}

  /// - Parameter network: The only network; nil for all.
  /// - Throws: `ArchiveError`.
  init(_ archive: ArchiveDatabase, of network: NetworkID? = nil) throws {
    for network in try network.map({ [$0] }) ?? archive.networks() {
      parts.append(
        Part(
          network, try archive.scope(of: network), sites: try archive.knownSites(of: network)))
    }
  }

  /// What to do where there is no scope.
  static let remedy = "name sites with `modexport sync SITE`, or use `modexport sync --all`"

  /// Whether the archive has no scope yet.
  var isEmpty: Bool { parts.allSatisfy(\.scope.isEmpty) }

  /// The line of `status`: "all main sites; 174 open, 12 never mirrored".
  var sentence: String {
    if isEmpty {
      return "none; \(Self.remedy)"
    }
    return parts.map { isSingle ? $0.sentence : "\($0.network): \($0.sentence)" }
      .joined(separator: "; ")
  }

  /// How many of the open sites of the scope were never read, in words; nil where all were.
  var unread: String? {
    let (missing, open) = parts.reduce((0, 0)) { ($0.0 + $1.missing.count, $0.1 + $1.open) }
    return missing == 0 ? nil : "\(missing.grouped) of the \(open.counted("site")) of the scope"
  }

  /// What `modexport scope` prints.
  var lines: [String] {
    if isEmpty { return ["scope    \(sentence)"] }
    return parts.flatMap { part in
      (isSingle ? [] : ["network  \(part.network)"]) + part.lines
    }
  }

  /// The same as one JSON object; as an array of them where there are several networks.
  var document: JSONValue {
    if let only = parts.first, isSingle { return .object(only.members) }
    if parts.isEmpty { return .object(Part("", Scope(), sites: []).members) }
    return .array(parts.map { .object([("network", .text($0.network))] + $0.members) })
  }

  private var isSingle: Bool { parts.count == 1 }
}

extension ScopeSummary {
  /// The scope of one network.
  private struct Part {
    var network: NetworkID
    var scope: Scope
    /// The open sites of the scope.
    var open: Int
    /// Those of `open` without a roster, in alphabetical order.
    var missing: [SiteID]

    init(_ network: NetworkID, _ scope: Scope, sites: [KnownSite]) {
      self.network = network
      self.scope = scope
      open = sites.count { scope.holds($0.site) && $0.closedAt == nil }
      missing = sites.filter(scope.lacks).map(\.site.ref).sorted().map(\.id)
    }

    private var named: [SiteID] { scope.names.sorted().map(\.id) }

    var sentence: String { "\(scope.words); \(open) open, \(missing.count) never mirrored" }

    var lines: [String] {
      var lines = ["scope    \(sentence)"]
      if !named.isEmpty { lines.append("named    \(named.joined(separator: " "))") }
      if !missing.isEmpty { lines.append("missing  \(missing.joined(separator: " "))") }
      return lines
    }

    var members: [(String, JSONValue)] {
      [
        ("sites", .text(scope.sites.rawValue)), ("named", .array(named.map(JSONValue.text))),
        ("open", .cell(.integer(open))), ("never_mirrored", .cell(.integer(missing.count))),
        ("missing", .array(missing.map(JSONValue.text))),
      ]
    }
  }
}

extension Scope {
  /// The scope for a sentence, such as "all main sites and 2 named".
  var words: String {
    let named = names.isEmpty ? nil : "\(names.count) named"
    let all: String? =
      switch sites {
      case .named: nil
      case .main: "all main sites"
      case .all: "all main and meta sites"
      }
    let parts = [all, named].compactMap { $0 }
    return parts.isEmpty ? "none" : parts.joined(separator: " and ")
  }
}
