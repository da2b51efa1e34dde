package import Archive
package import Roster
package import Transport

/// What came of a run.
package struct SyncSummary: Hashable, Sendable {
  package var run = 0
  package var sites = SiteCounts()
  /// Rows of the rosters that this run published.
  package var moderators = 0
  package var changes: [Change.Kind: Int] = [:]
  package var traffic = Traffic.Counts()
  package var seconds = 0.0
  package var problems: [Problem] = []
  /// Why the run ended before it was done; nil where it did not.
  package var stopped: Stopped.Reason?
  /// What the clock or the key is at fault for; nil where neither stood in the way.
  package var failure: SyncFailure?
  /// What the throttle knows in the end that must wait longest: until when, and what is left of the quota.
  package var throttle = ThrottleState()

  package init() {}

  /// Sites by what became of them; the others add up to `requested`.
  package struct SiteCounts: Hashable, Sendable {
    package var requested = 0
    package var complete = 0
    package var unproven = 0
    package var incomplete = 0
    package var failed = 0
    package var skipped = 0

    package init() {}
  }

  /// Something that is not as it should be after this run.
  package struct Problem: Hashable, Sendable {
    /// Nil where it concerns the API and not one site.
    package var site: SiteRef?
    /// What it is.
    package var cause: Cause

    package init(site: SiteRef?, _ cause: Cause) {
      self.site = site
      self.cause = cause
    }

    /// What there can be.
    package enum Cause: Hashable, Sendable {
      /// The roster is not published: these rules do not hold.
      case rules([Verdict.Reason])
      /// A request has no good answer.
      case fault(Fault)
      /// Who was elected is not known, because of a fault, or without one because the list is not proven
      /// whole.
      case elected(Fault?)
      /// So many sites of the scope were never mirrored, and the run was not for them.
      case neverMirrored(Int)
      case massDeparture(MassDeparture)
      /// The list of sites is not believed to be whole.
      case siteList(SiteListState)
    }

    /// The name of a rule, of a fault or of another cause, for scripts; several rules stand between spaces.
    package var reason: String {
      switch cause {
      case .rules(let rules): rules.map(\.rawValue).joined(separator: " ")
      case .fault(let fault): fault.kind.rawValue
      case .elected: "elected"
      case .neverMirrored: "never_mirrored"
      case .massDeparture: "mass_departure"
      case .siteList: "sites_incomplete"
      }
    }
  }

  /// How the run ended, as the `runs` view says it.
  package var outcome: RunOutcome {
    if failure != nil { return .failed }
    return switch stopped {
    case .signal, .cancelled: .interrupted
    case .refused where isOfRefusedFilter: .stopped
    case .unreachable, .refused: .unreachable
    case .unanswered where traffic.usable == 0: .unreachable
    case .some: .stopped
    case nil:
      if traffic.requests > 0, traffic.usable == 0 {
        .unreachable
      } else {
        problems.isEmpty ? .complete : .problems
      }
    }
  }

  /// Whether it ended because the API refuses the archive's filter, which the next run makes anew.
  package var isOfRefusedFilter: Bool {
    guard case .refused(let fault) = stopped else { return false }
    return fault.kind == .filterRefused
  }

  /// The endings of a run, in the words of the `runs` view.
  package enum RunOutcome: String, Hashable, Sendable {
    case complete, problems, stopped, interrupted, unreachable, failed
  }
}
