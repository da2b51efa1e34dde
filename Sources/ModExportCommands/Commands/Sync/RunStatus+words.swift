import Archive
import FoundationEssentials
import Roster
import Sync
import Tables

extension RunStatus {
  /// Why the run ended early or failed, as a part of a sentence.
  var reasonWords: String {
    let unreachable = SyncSummary.RunOutcome.unreachable.rawValue
    let words = reason.map { Self.reasons[$0] ?? $0 }
    return
      (words ?? (outcome == unreachable ? "no request succeeded" : "its last message said why"))
      + (until.map { " until \($0.rfc3339)" } ?? "")
  }

  private static let reasons = [
    "quota": "the quota was down to its reserve", "locked_out": "the API refuses requests",
    "request_limit": "--max-requests was reached", "unanswered": "the API did not answer",
    "filter_refused": "the API refused the archive's filter",
    "unreachable": "no request succeeded",
    "wrong_clock": "this machine's clock and the API's disagreed",
    "future_roster": "the newest roster is dated in the future",
    "key_refused": "the API refused the key",
    "no_sites": "the list of sites could not be fetched",
    "sites_unread": "the list of sites could not be fetched",
    "mass_departure": "most moderators of most sites were gone",
    "elected": "it is not known who was elected",
  ]

  /// Whether other checks say all that is wrong with a run that ended with problems.
  var hasOnlySiteProblems: Bool {
    ["never_mirrored", "sites_incomplete", nil].contains(reason)
  }

  var document: JSONValue {
    .object([
      ("id", .integer(id)), ("started_at", .cell(Cell(startedAt))),
      ("finished_at", .cell(Cell(finishedAt))), ("outcome", .cell(Cell(outcome))),
      ("reason", .cell(Cell(reason))), ("until", .cell(Cell(until))),
      ("requests", .integer(requests)), ("retries", .integer(retries)),
      ("quota_remaining", .cell(Cell(quotaRemaining))),
    ])
  }

  var sentence: String {
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
