import Archive
import Roster
import Transport

/// The outcome of one site in a run.
enum SiteOutcome: Sendable {
  /// The roster was published: complete, or unproven where the user accepts that.
  case published(Publication, elected: ElectedOutcome)
  /// The walk does not prove a complete roster. `users` are those that it read, where the pages
  /// are consistent but the result is doubted.
  case refused(Verdict, users: [Role: Set<Int>]? = nil)
  /// The site says of its lists what it said before the published roster was read.
  case unchanged
  case failed(Fault)
  /// The run ended before this site was finished.
  case skipped

  /// The result of fetching who was elected.
  enum ElectedOutcome: Sendable {
    /// Fetched, or not requested.
    case settled
    /// Unknown: a request failed, or, where the fault is nil, the list is not proven complete.
    case unknown(Fault?)
    /// ``Stopped``, `CancellationError` or `ArchiveError`: the run ended meanwhile.
    case interrupted(any Error)
  }

  /// The problems to report.
  func problems(at site: SiteRef) -> [SyncSummary.Problem] {
    switch self {
    case .published(_, elected: .unknown(let fault)):
      [SyncSummary.Problem(site: site, .elected(fault))]
    case .refused(let verdict, _): [SyncSummary.Problem(site: site, .rules(verdict.reasons))]
    case .failed(let fault): [SyncSummary.Problem(site: site, .fault(fault))]
    case .published, .unchanged, .skipped: []
    }
  }

  /// Adds the outcome to the counts.
  func add(to summary: inout SyncSummary) {
    switch self {
    case .published(let publication, _):
      summary.moderators += publication.moderators
      summary.count(publication.verdict)
      if let grade = publication.verdict.grade { summary.grades[grade, default: 0] += 1 }
      for change in publication.changes { summary.changes[change.kind, default: 0] += 1 }
    case .refused(let verdict, _): summary.count(verdict)
    case .unchanged: summary.sites.unchanged += 1
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

extension Fault {
  /// The fault of one site that an error of its walk means; nil where the error ends the run.
  ///
  /// What a server sends never ends a run, also where only the archive notices that it cannot be used.
  init?(ofOneSite error: any Error) {
    switch error {
    case let fault as Fault: self = fault
    case let error as ArchiveError where !error.code.concernsAllSites:
      self.init(.undecodable, "the archive cannot take the answer: \(error)")
    default: return nil
    }
  }

  /// Whether the API itself refuses, in this run and in later ones.
  var isRefusal: Bool { kind == .refused || kind.concernsTheRun && kind != .proxyRefused }
}
