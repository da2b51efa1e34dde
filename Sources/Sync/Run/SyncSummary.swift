package import Archive
package import Roster
package import Transport

/// The result of a run.
package struct SyncSummary: Hashable, Sendable {
  package var run = 0
  /// The value of the ledger's chain after the run, as 64 hexadecimal digits; nil where nothing was ever read.
  package var head: String?
  package var sites = SiteCounts()
  /// The number of rows of the rosters that this run published.
  package var moderators = 0
  package var changes: [Change.Kind: Int] = [:]
  /// The rosters that this run published, by grade.
  package var grades: [Grade: Int] = [:]
  package var traffic = Traffic.Counts()
  package var seconds = 0.0
  package var problems: [Problem] = []
  /// Whether each site that was asked for has an API of its own, so that no address of one API is to be checked.
  package var asksSitesAlone = false
  /// Whether the run ended before it knew which sites there are, so that no count of sites means anything.
  package var lacksSites = false
  /// Why the run ended early; nil where it did not.
  package var stopped: Stopped.Reason?
  /// The failure caused by a wrong clock or a refused key; nil where there was none.
  package var failure: SyncFailure?
  /// Sites whose walks ended with a verdict, published or not, or that were not walked as nothing has changed: no
  /// request for them failed.
  var settled: [SiteRef] = []
  /// Of these, the ones that were not walked.
  var unchanged: [SiteRef] = []
  /// The final state of the throttle with the longest wait: deadlines and quota.
  package var throttle = ThrottleState()

  package init() {}

  /// The summary of a run that was impossible.
  package init(_ failure: SyncFailure) {
    self.failure = failure
    lacksSites = true
  }

  /// The number of sites by outcome.
  package struct SiteCounts: Hashable, Sendable {
    package var complete = 0
    package var unproven = 0
    package var incomplete = 0
    package var failed = 0
    /// Asked whether anything can have changed since their roster was read, which nothing has.
    package var unchanged = 0
    package var skipped = 0

    package init() {}

    /// All that the run was asked for.
    package var requested: Int {
      complete + unproven + incomplete + failed + unchanged + skipped
    }
  }

  /// A problem that remains after this run.
  package struct Problem: Hashable, Sendable {
    /// Nil where it is about the API and not about one site.
    package var site: SiteRef?
    /// The cause.
    package var cause: Cause

    package init(site: SiteRef?, _ cause: Cause) {
      self.site = site
      self.cause = cause
    }

    /// The causes of problems.
    package enum Cause: Hashable, Sendable {
      /// The roster is not published: these rules failed.
      case rules([Verdict.Reason])
      /// A request failed.
      case fault(Fault)
      /// The server at an address that the user named did not confirm a site there, so that it is none yet.
      case unasked(WebAddress, Fault)
      /// It is unknown who was elected: a request failed, or, where the fault is nil, the list is
      /// not proven complete.
      case elected(Fault?)
      /// A log of who held a role before could not be read.
      case history(Fault)
      /// This many sites of the scope were never mirrored and were not in the run's plan.
      case neverMirrored(Int)
      case massDeparture(MassDeparture)
      /// The list of sites may be incomplete.
      case siteList(SiteListState)
      /// The list of sites could not be fetched: new and closed sites are not known.
      case siteListUnread(Fault)
    }

    /// The reason of a problem with who was elected.
    static let electedReason = "elected"

    /// The identifier of the rules, the fault or another cause, for scripts; several rules are
    /// separated by spaces.
    package var reason: String {
      switch cause {
      case .rules(let rules): rules.map(\.rawValue).joined(separator: " ")
      case .fault(let fault), .unasked(_, let fault): fault.kind.rawValue
      case .elected: Self.electedReason
      case .history: "history"
      case .neverMirrored: "never_mirrored"
      case .massDeparture: "mass_departure"
      case .siteList: "sites_incomplete"
      case .siteListUnread: "sites_unread"
      }
    }
  }

  /// The outcome of the run, as in the `runs` view.
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

  /// Whether it ended because the API refuses the archive's filter; the next run creates a new one.
  package var isOfRefusedFilter: Bool {
    guard case .refused(let fault) = stopped else { return false }
    return fault.kind == .filterRefused
  }

  /// The outcomes of a run, with the values of the `runs` view.
  package enum RunOutcome: String, Hashable, Sendable {
    case complete, problems, stopped, interrupted, unreachable, failed
  }
}

extension SyncSummary {
  /// Ends a run early for which no site could be read only because each server asked for a wait.
  package mutating func stopWhereAllAskForAWait() {
    let faults = problems.compactMap { problem -> Fault? in
      switch problem.cause {
      case .fault(let fault), .unasked(_, let fault): fault
      default: nil
      }
    }
    let isUnread = sites.failed > 0 && sites.complete + sites.unproven + sites.incomplete == 0
    guard stopped == nil, asksSitesAlone, isUnread, faults.count == sites.failed,
      faults.allSatisfy({ $0.kind == .throttled || $0.retryAfter != nil })
    else { return }
    stopped = .lockedOut
  }

  /// Whether a signal, the caller or the limit of requests ended the run, so that no other run begins.
  package var endsAll: Bool {
    switch stopped {
    case .signal, .cancelled, .requestLimit: true
    case .quota, .lockedOut, .unreachable, .unanswered, .refused, nil: false
    }
  }

  /// Where the servers of other networks confirm this machine's clock, the one that contradicted it is wrong itself.
  package mutating func withdrawWrongClock() {
    switch failure {
    case .wrongClock(let ours, let theirs):
      let words = "its clock shows \(theirs.rfc3339) and this machine's \(ours.rfc3339)"
      problems.append(Problem(site: nil, .fault(Fault(.wrongClock, words))))
    case .contradictedClock: break
    case .noSites, .keyRefused, .notPrepared, .unknownSite, .ambiguousSite, .otherAPI,
      .futureRoster, .noScope, nil:
      return
    }
    failure = nil
  }

  /// Adds the run that followed, on another network: counts are added up, and what ended a run or
  /// failed first stays.
  package mutating func add(_ other: SyncSummary) {
    run = max(run, other.run)
    head = other.head ?? head
    sites.add(other.sites)
    asksSitesAlone = asksSitesAlone && other.asksSitesAlone
    lacksSites = lacksSites || other.lacksSites
    moderators += other.moderators
    changes.merge(other.changes, uniquingKeysWith: +)
    grades.merge(other.grades, uniquingKeysWith: +)
    traffic.requests += other.traffic.requests
    traffic.retries += other.traffic.retries
    traffic.usable += other.traffic.usable
    traffic.quotaRemaining = traffic.quotaRemaining ?? other.traffic.quotaRemaining
    seconds += other.seconds
    problems += other.problems
    failure = failure ?? other.failure
    settled += other.settled
    unchanged += other.unchanged
    if stopped == nil { (stopped, throttle) = (other.stopped, other.throttle) }
  }
}

extension SyncSummary.SiteCounts {
  fileprivate mutating func add(_ other: Self) {
    complete += other.complete
    unproven += other.unproven
    incomplete += other.incomplete
    failed += other.failed
    unchanged += other.unchanged
    skipped += other.skipped
  }
}
