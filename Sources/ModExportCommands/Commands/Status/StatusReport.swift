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
      ("sites", siteCounts), ("withheld", .integer(health.status.withheld)),
      ("write_ahead_log_bytes", .integer(health.files.logSize)),
      ("last_run", health.lastRun?.document ?? .cell(.null)),
      ("apis", .array(health.apis.map(\.document))), ("troubles", issueListing.document),
      ("problems", siteListing.document),
    ])
  }

  /// The sites that said after their latest reading that nothing had changed since.
  private var checked: [KnownSite] { health.mirrored.filter { $0.checkedAt != nil } }

  private var siteCounts: JSONValue {
    let open = health.open.count
    var counts = [
      ("open", open), ("closed", health.status.sites.count - open),
      ("mirrored", health.mirrored.count), ("unchanged", checked.count),
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
    let sources = NetworkRegistry.standard.words(ofAPIs: health.sources)
    // The archive's own, or all where none is known.
    let apis = health.apis.filter { health.sources.isEmpty || health.isSource($0.host) }
    let (open, all) = (health.open.count, health.status.sites.count)
    let rosters = Grade.allCases.reversed().compactMap { grade in
      grades[grade].map { "\($0) \(grade.rawValue)" }
    }
    // The line of the scope says what is wrong with it.
    let issues = issues.filter { $0.name != "scope" }.map(\.line)
    return ["archive   \(health.path)"] + sources.map { "source    \($0)" }
      + [
        "scope     \(scope.sentence)",
        "sites     \(open) open, \(all - open) closed, \(health.mirrored.count) mirrored",
        "rosters   \(rosters.isEmpty ? "none" : rosters.joined(separator: ", "))",
      ]
      + (checked.isEmpty
        ? [] : ["unchanged \(checked.count.counted("site")) by the servers’ word, not read again"])
      + ["last run  \(health.lastRun?.sentence ?? "none")"]
      + apis.map { "api       \($0.sentence)" }
      + (health.status.withheld > 0
        ? ["withheld  \(health.status.withheld.counted("person", "people"))"] : [])
      + (health.status.head.map { ["head      \($0.head)"] } ?? [])
      + (issues.isEmpty ? [] : [""]) + issues
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
        ("network", .text), ("site", .text), ("state", .text), ("since", .time), ("detail", .text),
        ("reason", .text),
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
        ("kind", .text), ("exit_code", .integer), ("sites", .integer), ("example", .text),
        ("since", .time), ("until", .time), ("detail", .text),
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
