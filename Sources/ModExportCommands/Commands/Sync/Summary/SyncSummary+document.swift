import FoundationEssentials
import Roster
import Sync
import Tables
import Transport

extension SyncSummary {
  /// The summary as `--json` prints it. What is not known is null, not absent.
  ///
  /// - Parameter now: The wall clock.
  func document(_ problems: [SyncProblemRow], at now: Date) -> JSONValue {
    .object([
      ("changes", changeCounts), ("exit_code", .integer(Int(exitStatus.rawValue))),
      (
        "grades",
        .object(Grade.allCases.reversed().map { ($0.rawValue, .integer(grades[$0] ?? 0)) })
      ),
      ("moderators", .integer(moderators)), ("outcome", .text(outcome.rawValue)),
      ("problems", .array(problems.map(\.document))),
      ("quota_remaining", .integer(traffic.quotaRemaining)),
      ("requests", .integer(traffic.requests)), ("retries", .integer(traffic.retries)),
      ("run", .integer(run)), ("seconds", .decimal((seconds * 1_000).rounded() / 1_000)),
      ("sites", siteCounts), ("stopped_because", .cell(Cell(stopped?.name ?? failure?.reason))),
      ("until", .cell(Cell(until(now: now)))),
    ])
  }

  private var changeCounts: JSONValue {
    let kinds = Change.Kind.ofModerators.sorted { $0.rawValue < $1.rawValue }
    return .object(kinds.map { ($0.rawValue, .integer(changes[$0] ?? 0)) })
  }

  private var siteCounts: JSONValue {
    .object([
      ("complete", .integer(sites.complete)), ("failed", .integer(sites.failed)),
      ("incomplete", .integer(sites.incomplete)), ("requested", .integer(sites.requested)),
      ("skipped", .integer(sites.skipped)), ("unproven", .integer(sites.unproven)),
    ])
  }
}

/// A problem as `--json` prints it.
struct SyncProblemRow {
  /// Nil if it concerns no single site.
  var site: SiteRef?
  var reason: String
  var detail: String

  fileprivate var document: JSONValue {
    .object([
      ("detail", .text(detail)), ("reason", .text(reason)), ("site", .cell(Cell(site?.id))),
    ])
  }
}
