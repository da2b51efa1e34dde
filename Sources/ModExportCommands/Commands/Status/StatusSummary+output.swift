import Archive
import Reports
import Roster
import Tables

extension StatusSummary {
  /// The problems, for CSV and tables.
  var listing: Listing {
    Listing(
      columns: Self.columns,
      rows: problems.map {
        [
          .text($0.site.network), .text($0.site.id), .text($0.state.rawValue), Cell($0.since),
          .text($0.detail),
        ]
      })
  }

  private static let columns = [
    View.Column("network", .text, "The site's network."),
    View.Column("site", .text, "The site's id."),
    View.Column("state", .text, "incomplete, unproven, unfinished, stale or misdated."),
    View.Column("since", .time, "The walk that it comes from."),
    View.Column("detail", .text, "Why, and what to do."),
  ]

  /// Everything as one JSON object.
  var document: JSONValue {
    .object([
      ("archive", .text(path)), ("scope", scope.document), ("sites", siteCounts),
      ("write_ahead_log_bytes", .cell(.integer(logSize))),
      ("last_run", lastRun?.document ?? .cell(.null)), ("apis", .array(apis.map(\.document))),
      ("problems", .array(listing.rows.map { .row($0, of: Self.columns) })),
    ])
  }

  private var siteCounts: JSONValue {
    let counts = [
      ("open", sites.open), ("closed", sites.closed), ("mirrored", sites.mirrored),
      ("complete", sites.complete),
    ]
    let states = State.allCases.map { ($0.rawValue, count(of: $0)) }
    return .object((counts + states).map { ($0, .cell(.integer($1))) })
  }

  private var logLines: [String] {
    guard logSize > 0 else { return [] }
    return [
      "log       \(logSize) bytes of -wal hold what is not in the file yet: copy both files, or sync first"
    ]
  }

  /// The lines above the table of problems.
  var lines: [String] {
    let unproven = count(of: .unproven)
    let more = State.allCases.filter { $0 != .unproven && count(of: $0) > 0 }
      .map { ", \(count(of: $0)) \($0.rawValue)" }.joined()
    return [
      "archive   \(path)",
      "scope     \(scope.sentence)",
      "sites     \(sites.open) open, \(sites.closed) closed, \(sites.mirrored) mirrored",
      "rosters   \(sites.complete) complete, \(unproven) unproven\(more)",
      "last run  \(lastRun?.sentence ?? "none")",
    ] + logLines + apis.map { "api       \($0.sentence)" }
  }
}

extension RunStatus {
  fileprivate var document: JSONValue {
    .object([
      ("id", .cell(.integer(id))), ("started_at", .cell(Cell(startedAt))),
      ("finished_at", .cell(Cell(finishedAt))), ("outcome", .cell(Cell(outcome))),
      ("quota_remaining", .cell(Cell(quotaRemaining))),
    ])
  }

  fileprivate var sentence: String {
    let beginning = "\(id), begun \(startedAt.rfc3339)"
    guard let finishedAt else {
      return
        "\(beginning), \(outcome ?? "not ended: still running, killed, or this is a copy without -wal")"
    }
    return "\(beginning), ended \(finishedAt.rfc3339): \(outcome ?? "")"
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

  fileprivate var sentence: String {
    var facts: [String] = []
    if let lockedUntil { facts.append("locked out until \(lockedUntil.rfc3339)") }
    facts += backoffs.map { "\($0.method) to be left alone until \($0.until.rfc3339)" }
    if let quotaRemaining {
      facts.append("\(quotaRemaining.counted("request")) left until \(quotaReturnsAt.rfc3339)")
    }
    return "\(name): \(facts.isEmpty ? "open" : facts.joined(separator: ", "))"
  }
}
