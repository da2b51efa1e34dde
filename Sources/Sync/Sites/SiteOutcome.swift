import Roster
import Transport

/// What became of one site in a run.
enum SiteOutcome: Sendable {
  case complete(moderators: Int)
  /// Only the word of `total` is missing or wrong; published where the user accepts that.
  case unproven([Verdict.Reason], moderators: Int, isPublished: Bool)
  case incomplete([Verdict.Reason])
  case failed(Fault)
  /// The run ended before it came to an end of this site.
  case skipped

  /// What somebody must know of it, nil where all is well.
  func problem(at site: SiteRef) -> SyncSummary.Problem? {
    switch self {
    case .complete, .skipped, .unproven(_, _, isPublished: true): return nil
    case .unproven(let reasons, _, isPublished: false), .incomplete(let reasons):
      return SyncSummary.Problem(
        site: site, reason: reasons.map(\.rawValue).joined(separator: " "),
        detail: reasons.map(\.explanation).joined(separator: "; "))
    case .failed(let fault):
      return SyncSummary.Problem(site: site, reason: fault.kind.rawValue, detail: fault.message)
    }
  }

  /// Counts it.
  func add(to summary: inout SyncSummary) {
    summary.sites.requested += 1
    switch self {
    case .complete(let moderators):
      summary.sites.complete += 1
      summary.moderators += moderators
    case .unproven(_, let moderators, let isPublished):
      summary.sites.unproven += 1
      summary.moderators += isPublished ? moderators : 0
    case .incomplete: summary.sites.incomplete += 1
    case .failed: summary.sites.failed += 1
    case .skipped: summary.sites.skipped += 1
    }
  }
}
