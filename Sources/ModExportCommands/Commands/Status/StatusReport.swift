import Archive
import FoundationEssentials
import Roster
import Sync
import Tables

/// What `status` prints.
struct StatusReport {
  let health: ArchiveHealth
  let scope: ScopeSummary

  private var facts: StatusFacts { health.facts }

  /// Everything as one JSON object.
  var document: JSONValue {
    .object([
      ("archive", .text(facts.path)), ("head", .cell(Cell(facts.status.head?.head))),
      ("sources", .array(facts.apis.sorted().map { .text($0) })), ("scope", scope.document),
      ("sites", siteCounts),
      // The words of `sync --json` where it has them.
      (
        "last_attempts",
        .object(
          SiteAttempt.Outcome.allCases.filter { $0 != .skipped }.map {
            ($0.rawValue, .integer(health.attempts[$0] ?? 0))
          })
      ),
      ("write_ahead_log_bytes", .integer(facts.files.logSize)),
      ("last_run", health.lastRun?.document ?? .cell(.null)),
      ("apis", .array(health.apis.map(\.document))), ("troubles", health.issueListing.document),
      ("problems", health.problemListing.document),
    ])
  }

  private var siteCounts: JSONValue {
    let open = health.open.count
    let counts = [
      ("open", open), ("closed", facts.status.sites.count - open),
      ("mirrored", health.mirrored.count), ("complete", health.complete),
    ]
    let grades = Grade.allCases.reversed().filter { $0 != .complete }.map {
      ($0.rawValue, health.lowerGrades[$0] ?? 0)
    }
    let states = ArchiveHealth.State.allCases.map { ($0.rawValue, health.count(of: $0)) }
    return .object((counts + grades + states).map { ($0, .integer($1)) })
  }

  /// Where the values begin in ``lines``.
  static let labelColumns = 10

  /// The lines above the table of problems: the state, and each issue.
  ///
  /// - Parameter isDetailed: Whether every API is listed that requests were ever sent to.
  func lines(isDetailed: Bool) -> [String] {
    let samples = facts.apis.filter(APIIdentity.isSampleNetwork).sorted()
    let known = NetworkRegistry.standard.addresses
    let sources =
      samples.map(APIIdentity.words(ofSample:))
      + facts.apis.subtracting(samples).sorted().map { known[$0]?.description ?? $0 }
    let (open, all) = (health.open.count, facts.status.sites.count)
    let tried = health.attempts.values.reduce(0, +)
    // The line of the scope says what is wrong with it.
    let issues = health.issues.filter { $0.name != "scope" }.map(\.line)
    return ["archive   \(facts.path)"] + sources.map { "source    \($0)" }
      + [
        "scope     \(scope.sentence)",
        "sites     \(open) open, \(all - open) closed, \(health.mirrored.count) mirrored",
        "rosters   \(rosterWords)",
      ]
      + (tried > 0
        ? ["last try  \(tried.counted("site")): \(SiteAttempt.counted(health.attempts))"] : [])
      + ["last run  \(health.lastRun?.sentence ?? "none")"] + apiLines(isDetailed: isDetailed)
      + head
      + (issues.isEmpty ? [] : [""]) + issues
  }

  /// The value of the ledger's chain, by which a change of what was read before is noticed.
  private var head: [String] {
    facts.status.head.map { ["head      \($0.head)"] } ?? []
  }

  private var rosterWords: String {
    let grades = Grade.allCases.reversed().compactMap { grade in
      health.lowerGrades[grade].map { "\($0) \(grade.rawValue)" }
    }
    let words = grades.isEmpty ? "" : " (\(grades.joined(separator: ", ")))"
    let unproven = health.mirrored.count - health.complete
    let old = [ArchiveHealth.State.stale, .misdated].filter { health.count(of: $0) > 0 }
      .map { ", \(health.count(of: $0)) \($0.rawValue)" }.joined()
    return "\(health.complete) complete, \(unproven) unproven\(words)\(old)"
  }

  private func apiLines(isDetailed: Bool) -> [String] {
    let own = health.ownAPIs
    let others =
      isDetailed ? health.apis.filter { api in !own.contains { $0.name == api.name } } : []
    return (own + others).compactMap { api in
      api.waits.map { "api       \(api.label): \($0)" }
    }
      + own.map {
        "quota     \(own.count > 1 ? "\($0.label): \($0.quota.words)" : $0.quota.keyedWords)"
      }
      + others.map { "quota     \($0.label): \($0.quota.words)" }
  }
}

extension ArchiveHealth {
  /// The problems of sites.
  var problemListing: Listing {
    Listing(
      columns: [
        View.Column("network", .text, "The site's network."),
        View.Column("site", .text, "The site's id.", shortening: .never),
        View.Column("state", .text, "incomplete, failed, unproven, unfinished, stale or misdated."),
        View.Column("since", .time, "The walk that it comes from."),
        View.Column("detail", .text, "Why, and what to do."),
        View.Column("reason", .text, "The rules that failed, or the fault of a request."),
      ],
      rows: problems.map {
        [
          .text($0.site.network), .text($0.site.id), .text($0.state.rawValue), Cell($0.since),
          .text($0.detail), Cell($0.reason),
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
          Cell(issue.example?.id), Cell(issue.since), Cell(issue.until), .text(issue.detail),
        ]
      })
  }
}

extension Listing {
  /// An array of the rows.
  var document: JSONValue { .array(rows.map { .row($0, of: columns) }) }
}

extension RunStatus {
  fileprivate var document: JSONValue {
    .object([
      ("id", .integer(id)), ("started_at", .cell(Cell(startedAt))),
      ("finished_at", .cell(Cell(finishedAt))), ("outcome", .cell(Cell(outcome))),
      ("reason", .cell(Cell(reason))), ("until", .cell(Cell(until))),
      ("requests", .integer(requests)), ("retries", .integer(retries)),
      ("quota_remaining", .cell(Cell(quotaRemaining))),
    ])
  }

  fileprivate var sentence: String {
    let beginning = "\(id), begun \(startedAt.rfc3339)"
    guard let finishedAt else {
      return beginning + ", "
        + (outcome
          ?? "not ended: still running, killed, out of disk space, or this is a copy without -wal")
    }
    let why = reason.map { " (\($0))" } ?? ""
    return "\(beginning), ended \(finishedAt.rfc3339): \(outcome ?? "")\(why)"
  }
}

extension ArchiveHealth.API {
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

  /// What the API asked for and has not passed; nil if there is nothing.
  fileprivate var waits: String? {
    let facts =
      (lockedUntil.map { ["locked out until \($0.rfc3339)"] } ?? [])
      + backoffs.map { "\($0.method) to be left alone until \($0.until.rfc3339)" }
    return facts.isEmpty ? nil : facts.joined(separator: ", ")
  }
}
