import Archive
import Roster
import Sync
import Tables

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
