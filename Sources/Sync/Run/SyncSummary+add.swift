import Roster
import Transport

extension SyncSummary {
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
    mirroredBefore.formUnion(other.mirroredBefore)
    failure = failure ?? other.failure
    settled += other.settled
    if stopped == nil { (stopped, throttle) = (other.stopped, other.throttle) }
  }
}

extension SyncSummary.SiteCounts {
  fileprivate mutating func add(_ other: Self) {
    requested += other.requested
    complete += other.complete
    unproven += other.unproven
    incomplete += other.incomplete
    failed += other.failed
    skipped += other.skipped
  }
}
