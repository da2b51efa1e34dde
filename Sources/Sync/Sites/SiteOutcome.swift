import Archive
import Roster
import Transport

/// What became of one site in a run.
enum SiteOutcome: Sendable {
  /// Complete, or unproven where the user accepts that.
  case published(Publication, elected: ElectedOutcome)
  /// The walk proves no whole roster. `ids` are what it read, where it was whole by its own word but is
  /// not believed.
  case refused(Verdict, ids: Set<Int>? = nil)
  case failed(Fault)
  /// The run ended before it came to an end of this site.
  case skipped

  /// What came of the question who was elected.
  enum ElectedOutcome: Sendable {
    /// Answered, or not asked.
    case settled
    /// Not known because of a fault, or without one because the list is not proven whole.
    case unknown(Fault?)
    /// ``Stopped``, `CancellationError` or `ArchiveError`: the run ended meanwhile.
    case interrupted(any Error)
  }

  /// What somebody must know of it.
  func problems(at site: SiteRef) -> [SyncSummary.Problem] {
    switch self {
    case .published(_, elected: .unknown(let fault)):
      [SyncSummary.Problem(site: site, .elected(fault))]
    case .refused(let verdict, _): [SyncSummary.Problem(site: site, .rules(verdict.reasons))]
    case .failed(let fault): [SyncSummary.Problem(site: site, .fault(fault))]
    case .published, .skipped: []
    }
  }

  /// Counts it.
  func add(to summary: inout SyncSummary) {
    summary.sites.requested += 1
    switch self {
    case .published(let publication, _):
      summary.moderators += publication.moderators
      summary.count(publication.verdict)
      for change in publication.changes { summary.changes[change.kind, default: 0] += 1 }
    case .refused(let verdict, _): summary.count(verdict)
    case .failed: summary.sites.failed += 1
    case .skipped: summary.sites.skipped += 1
    }
  }
}

extension SyncSummary {
  fileprivate mutating func count(_ verdict: Verdict) {
    switch verdict {
    case .complete: sites.complete += 1
    case .unproven: sites.unproven += 1
    case .incomplete: sites.incomplete += 1
    }
  }
}
