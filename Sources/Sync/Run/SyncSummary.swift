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
    /// A rule's name, or a fault's.
    package var reason: String
    /// A sentence for people.
    package var detail: String

    package init(site: SiteRef?, reason: String, detail: String) {
      self.site = site
      self.reason = reason
      self.detail = detail
    }
  }

  /// How the run ended, as the `runs` view says it.
  package var outcome: Outcome {
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
  package enum Outcome: String, Hashable, Sendable {
    case complete, problems, stopped, interrupted, unreachable, failed
  }
}
