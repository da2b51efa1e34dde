import Archive
import FoundationEssentials
import Roster
import Sync
import Tables

/// What `status` prints.
struct StatusReport {
  private let health: ArchiveHealth
  private let scope: ScopeSummary
  let issues: [HealthIssue]

  init(_ health: ArchiveHealth, _ scope: ScopeSummary) {
    (self.health, self.scope, issues) = (health, scope, health.issues)
  }

  /// 3 where anything needs somebody's help; 75 where the next run resolves everything; else 0.
  var exitStatus: ExitStatus {
    issues.contains { $0.status == .incomplete } ? .incomplete : issues.first?.status ?? .done
  }

  /// The mirrored sites by the grade of their roster.
  private var grades: [Grade: Int] {
    Dictionary(
      health.mirrored.compactMap { $0.verdict?.grade }.map { ($0, 1) }, uniquingKeysWith: +)
  }

  /// Everything as one JSON object.
  var document: JSONValue {
    .object([
      ("archive", .text(health.path)), ("head", .cell(Cell(health.status.head?.head))),
      ("sources", .array(health.sources.sorted().map { .text($0) })), ("scope", scope.document),
      ("sites", siteCounts),
      ("write_ahead_log_bytes", .integer(health.files.logSize)),
      ("last_run", health.lastRun?.document ?? .cell(.null)),
      ("apis", .array(health.apis.map(\.document))), ("troubles", issueListing.document),
      ("problems", siteListing.document),
    ])
  }

  private var siteCounts: JSONValue {
    let open = health.open.count
    var counts = [
      ("open", open), ("closed", health.status.sites.count - open),
      ("mirrored", health.mirrored.count),
    ]
    counts += Grade.allCases.reversed().map { ($0.rawValue, grades[$0] ?? 0) }
    for check in HealthCheck.all where check.isOfSites {
      counts.append((check.name, issues.first { $0.name == check.name }?.sites ?? 0))
    }
    return .object(counts.map { ($0, .integer($1)) })
  }

  /// Where the values begin in ``lines``.
  static let labelColumns = 10

  /// The lines above the table of sites: the state, and each issue.
  var lines: [String] {
    let samples = health.sources.filter(APIIdentity.isSampleNetwork).sorted()
    let known = NetworkRegistry.standard.addresses
    let sources =
      samples.map(APIIdentity.words(ofSample:))
      + health.sources.subtracting(samples).sorted().map { known[$0]?.description ?? $0 }
    let (open, all) = (health.open.count, health.status.sites.count)
    // The line of the scope says what is wrong with it.
    let issues = issues.filter { $0.name != "scope" }.map(\.line)
    return ["archive   \(health.path)"] + sources.map { "source    \($0)" }
      + [
        "scope     \(scope.sentence)",
        "sites     \(open) open, \(all - open) closed, \(health.mirrored.count) mirrored",
        "rosters   \(rosterWords)",
      ]
      + ["last run  \(health.lastRun?.sentence ?? "none")"] + apiLines
      + (health.status.head.map { ["head      \($0.head)"] } ?? [])
      + (issues.isEmpty ? [] : [""]) + issues
  }

  private var rosterWords: String {
    let words = Grade.allCases.reversed().compactMap { grade in
      grades[grade].map { "\($0) \(grade.rawValue)" }
    }
    return words.isEmpty ? "none" : words.joined(separator: ", ")
  }

  /// What the archive's own APIs asked for, or all where none is known.
  private var apiLines: [String] {
    health.apis.filter { health.sources.isEmpty || health.isSource($0.host) }.map { api in
      let quota = (api.quota.remaining == nil ? "quota " : "") + api.quota.words
      return "api       \(api.label): \((api.waits + [quota]).joined(separator: "; "))"
    }
  }
}

extension StatusReport {
  /// What was found at sites, in their order.
  var siteListing: Listing {
    let found = issues.enumerated().flatMap { order, issue in
      issue.findings.compactMap { finding in finding.site.map { ($0, order, finding) } }
    }
    return Listing(
      columns: [
        View.Column("network", .text, "The site's network."),
        View.Column("site", .text, "The site's id.", shortening: .never),
        View.Column("state", .text, "What is wrong; the manual lists the kinds."),
        View.Column("since", .time, "The walk that it comes from."),
        View.Column("detail", .text, "Why, and what to do."),
        View.Column("reason", .text, "The rules that failed, or the fault of a request."),
      ],
      rows: found.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map { site, order, finding in
        [
          .text(site.network), .text(site.id), .text(issues[order].name), Cell(finding.since),
          .text(finding.detail), Cell(finding.reason),
        ]
      })
  }

  /// What the health checks found.
  var issueListing: Listing {
    Listing(
      columns: [
        View.Column("kind", .text, "What is wrong; the manual lists the kinds."),
        View.Column("exit_code", .integer, "3 where somebody should look, else 75."),
        View.Column("sites", .integer, "How many sites it concerns; 0 for the whole archive."),
        View.Column("example", .text, "One of these sites.", shortening: .never),
        View.Column("since", .time, "Since when."),
        View.Column("until", .time, "Until when, where the API said so."),
        View.Column("detail", .text, "What is wrong, and what to do."),
      ],
      rows: issues.map { issue in
        [
          .text(issue.name), .integer(Int(issue.status.rawValue)), .integer(issue.sites),
          Cell(issue.first.site?.id), Cell(issue.findings.compactMap(\.since).min()),
          Cell(issue.first.until), .text(issue.detail),
        ]
      })
  }
}

extension Listing {
  /// An array of the rows.
  var document: JSONValue { .array(rows.map { .row($0, of: columns) }) }
}

extension ArchiveHealth.API {
  fileprivate var host: String { String(name.prefix { $0 != "#" }) }

  fileprivate var document: JSONValue {
    let backoffs = backoffs.map {
      JSONValue.object([("method", .text($0.method)), ("until", .cell(Cell($0.until)))])
    }
    return .object([
      ("api", .text(name)), ("locked_until", .cell(Cell(lockedUntil))),
      ("backoffs", .array(backoffs)), ("quota_remaining", .cell(Cell(quota.remaining))),
      ("quota_returns_at", .cell(quota.remaining == nil ? .null : Cell(quota.returnsAt))),
    ])
  }

  /// Its host, and which key was sent to it.
  fileprivate var label: String {
    let key = name.split(separator: "#", maxSplits: 1).last ?? ""
    return "\(host) (\(key == "keyless" ? "without a key" : "with the key \(key)"))"
  }

  /// What the API asked for and has not passed.
  fileprivate var waits: [String] {
    (lockedUntil.map { ["locked out until \($0.rfc3339)"] } ?? [])
      + backoffs.map { "\($0.method) to be left alone until \($0.until.rfc3339)" }
  }
}
