import Archive
import FoundationEssentials
import Roster
import Sync
import Tables

/// What `status` prints: the facts, the sites with problems, and the judgement.
struct StatusReport {
  private let facts: StatusFacts
  private let scope: ScopeSummary
  let summary: StatusSummary
  let check: StatusCheck

  /// - Parameters:
  ///   - now: The wall clock.
  ///   - staleAfter: Seconds after which a roster is stale.
  init(_ facts: StatusFacts, _ scope: ScopeSummary, now: Date, staleAfter: TimeInterval) {
    self.facts = facts
    self.scope = scope
    summary = StatusSummary(facts, now: now, staleAfter: staleAfter)
    check = StatusCheck(facts, now: now, staleAfter: staleAfter)
  }

  /// Everything as one JSON object.
  var document: JSONValue {
    .object([
      ("archive", .text(facts.path)),
      ("sources", .array(facts.apis.sorted().map { .text($0) })), ("scope", scope.document),
      ("sites", siteCounts),
      ("last_attempts", attemptCounts),
      ("write_ahead_log_bytes", .cell(.integer(facts.files.logSize))),
      ("last_run", summary.lastRun?.document ?? .cell(.null)),
      ("apis", .array(summary.apis.map(\.document))),
      ("troubles", .array(check.troubles.map(\.document))),
      ("problems", .array(summary.problemDocuments)),
    ])
  }

  private var siteCounts: JSONValue {
    let sites = summary.sites
    let counts = [
      ("open", sites.open), ("closed", sites.closed), ("mirrored", sites.mirrored),
      ("complete", sites.complete),
    ]
    let grades = Grade.allCases.reversed().filter { $0 != .complete }.map {
      ($0.rawValue, sites.lower[$0] ?? 0)
    }
    let states = StatusSummary.State.allCases.map { ($0.rawValue, summary.count(of: $0)) }
    return .object((counts + grades + states).map { ($0, .cell(.integer($1))) })
  }

  /// How many rosters are not proven complete, with their grades.
  private var unproven: String {
    let sites = summary.sites
    let grades = Grade.allCases.reversed().compactMap { grade in
      sites.lower[grade].map { "\($0) \(grade.rawValue)" }
    }
    let words = grades.isEmpty ? "" : " (\(grades.joined(separator: ", ")))"
    return "\(sites.mirrored - sites.complete) unproven\(words)"
  }

  /// Where the values begin in ``lines``.
  static let labelColumns = 10
  /// The words of `sync --json` where it has them.
  private var attemptCounts: JSONValue {
    .object(
      SiteAttempt.Outcome.allCases.filter { $0 != .skipped }.map {
        ($0.rawValue, .cell(.integer(summary.attempts[$0] ?? 0)))
      })
  }

  /// The lines above the table of problems: the state, and each kind of trouble.
  ///
  /// - Parameter isDetailed: Whether every API is listed that requests were ever sent to.
  func lines(isDetailed: Bool) -> [String] {
    let sites = summary.sites
    let more = [StatusSummary.State.stale, .misdated].filter { summary.count(of: $0) > 0 }
      .map { ", \(summary.count(of: $0)) \($0.rawValue)" }.joined()
    let tried = summary.attempts.values.reduce(0, +)
    let samples = facts.apis.filter(APIIdentity.isSampleNetwork).sorted()
    var lines = ["archive   \(facts.path)"]
    lines += samples.map { "source    \(APIIdentity.words(ofSample: $0))" }
    let known = NetworkRegistry.standard.addresses
    lines += facts.apis.subtracting(samples).sorted().map {
      "source    \(known[$0]?.description ?? $0)"
    }
    lines += [
      "scope     \(scope.sentence)",
      "sites     \(sites.open) open, \(sites.closed) closed, \(sites.mirrored) mirrored",
      "rosters   \(sites.complete) complete, \(unproven)\(more)",
    ]
    if tried > 0 {
      lines.append(
        "last try  \(tried.counted("site")): \(SiteAttempt.counted(summary.attempts))")
    }
    lines.append("last run  \(summary.lastRun?.sentence ?? "none")")
    lines += apiLines(isDetailed: isDetailed)
    // The line of the scope says what is wrong with it.
    let troubles = check.troubles.filter { $0.kind != .scope }.map(\.line)
    return lines + (troubles.isEmpty ? [] : [""]) + troubles
  }

  private func apiLines(isDetailed: Bool) -> [String] {
    let own = summary.ownAPIs
    let others =
      isDetailed ? summary.apis.filter { api in !own.contains { $0.name == api.name } } : []
    let waits = (own + others).compactMap { api in
      api.waits.map { "api       \(api.label): \($0)" }
    }
    return waits
      + own.map {
        "quota     \(own.count > 1 ? "\($0.label): \($0.quota.words)" : $0.quota.keyedWords)"
      }
      + others.map { "quota     \($0.label): \($0.quota.words)" }
  }
}

extension StatusSummary {
  /// The problems, for CSV and tables.
  var listing: Listing {
    Listing(
      columns: Self.columns,
      rows: problems.map {
        [
          .text($0.site.network), .text($0.site.id), .text($0.state.rawValue), Cell($0.since),
          .text($0.detail), Cell($0.reason),
        ]
      })
  }

  fileprivate var problemDocuments: [JSONValue] {
    listing.rows.map { .row($0, of: Self.columns) }
  }

  private static let columns = [
    View.Column("network", .text, "The site's network."),
    View.Column("site", .text, "The site's id.", shortening: .never),
    View.Column("state", .text, "incomplete, failed, unproven, unfinished, stale or misdated."),
    View.Column("since", .time, "The walk that it comes from."),
    View.Column("detail", .text, "Why, and what to do."),
    View.Column(
      "reason", .text,
      "The rules that failed, or the fault of a request, as `sync --json` names them."),
  ]
}

extension RunStatus {
  fileprivate var document: JSONValue {
    .object([
      ("id", .cell(.integer(id))), ("started_at", .cell(Cell(startedAt))),
      ("finished_at", .cell(Cell(finishedAt))), ("outcome", .cell(Cell(outcome))),
      ("reason", .cell(Cell(reason))), ("until", .cell(Cell(until))),
      ("requests", .cell(.integer(requests))), ("retries", .cell(.integer(retries))),
      ("quota_remaining", .cell(Cell(quotaRemaining))),
    ])
  }

  fileprivate var sentence: String {
    let beginning = "\(id), begun \(startedAt.rfc3339)"
    guard let finishedAt else {
      return
        "\(beginning), "
        + (outcome
          ?? "not ended: still running, killed, out of disk space, or this is a copy without -wal")
    }
    let why = reason.map { " (\($0))" } ?? ""
    return "\(beginning), ended \(finishedAt.rfc3339): \(outcome ?? "")\(why)"
  }
}

extension StatusSummary.API {
  fileprivate var document: JSONValue {
    .object([
      ("api", .text(name)), ("locked_until", .cell(Cell(lockedUntil))),
      (
        "backoffs",
        .array(
          backoffs.map {
            .object([("method", .text($0.method)), ("until", .cell(Cell($0.until)))])
          })
      ),
      ("quota_remaining", .cell(Cell(quotaRemaining))),
      ("quota_returns_at", .cell(quotaRemaining == nil ? .null : Cell(quotaReturnsAt))),
    ])
  }

  /// Its host, and which key was sent to it.
  fileprivate var label: String {
    let key = name.split(separator: "#", maxSplits: 1).last ?? ""
    return "\(host) (\(key == "keyless" ? "without a key" : "with the key \(key)"))"
  }

  /// What the API asked for and has not passed; nil if there is nothing.
  fileprivate var waits: String? {
    var facts: [String] = []
    if let lockedUntil { facts.append("locked out until \(lockedUntil.rfc3339)") }
    facts += backoffs.map { "\($0.method) to be left alone until \($0.until.rfc3339)" }
    return facts.isEmpty ? nil : facts.joined(separator: ", ")
  }
}
