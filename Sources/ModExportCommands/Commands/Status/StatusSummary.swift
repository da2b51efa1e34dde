import Archive
import FoundationEssentials
import Roster
import Sync
import Transport

/// The state of the archive at one moment.
struct StatusSummary {
  let lastRun: RunStatus?
  let sites: Sites
  let apis: [API]
  let problems: [Problem]

  /// Numbers of sites by state. Closed sites are counted as closed only.
  struct Sites {
    var open = 0
    var closed = 0
    /// Open ones with a published roster.
    var mirrored = 0
    /// Those of `mirrored` whose roster is complete; the others are unproven.
    var complete = 0
  }

  /// What an API asked of its clients on this machine: lock-out, backoffs, quota.
  struct API {
    /// Its host, and a fingerprint of the key.
    var name: String
    /// Nil if there is no lock-out.
    var lockedUntil: Date?
    /// Methods under a backoff, in alphabetical order.
    var backoffs: [(method: String, until: Date)]
    /// Nil if no answer of today contained it.
    var quotaRemaining: Int?
    var quotaReturnsAt: Date
  }

  /// A problem of one site.
  struct Problem {
    var site: SiteRef
    var state: State
    /// Since when, or when it was seen; nil if unknown.
    var since: Date?
    var detail: String
    /// The rules that failed, or the fault of a request, in words for scripts; nil for other states.
    var reason: String?
  }

  enum State: String, CaseIterable {
    /// The latest walk did not prove the roster; the old one stays.
    case incomplete
    /// The published roster is not proven.
    case unproven
    /// A walk was begun and not finished.
    case unfinished
    /// The published roster is old.
    case stale
    /// The published roster is dated later than now.
    case misdated
  }

  /// - Parameters:
  ///   - now: The wall clock.
  ///   - staleAfter: Seconds after which a roster is stale.
  init(_ facts: StatusFacts, now: Date, staleAfter: TimeInterval) {
    let status = facts.status
    lastRun = status.lastRun
    apis = status.throttles.map { API($0, now: now) }
    let open = status.sites.filter { !$0.isClosed }
    let mirrored = open.filter { $0.publishedAt != nil }
    sites = Sites(
      open: open.count, closed: status.sites.count - open.count, mirrored: mirrored.count,
      complete: mirrored.filter { $0.completeAt == $0.publishedAt }.count)
    let lastSync = status.lastRun.map { $0.finishedAt ?? $0.startedAt }
    problems = open.flatMap {
      $0.problems(now: now, staleAfter: staleAfter, lastSync: lastSync)
    }
  }

  func count(of state: State) -> Int {
    problems.filter { $0.state == state }.count
  }
}

extension StatusSummary.API {
  fileprivate init(_ throttle: ThrottleStatus, now: Date) {
    let state = (ThrottleState(json: throttle.state) ?? ThrottleState()).believable(at: now)
    name = throttle.key
    lockedUntil = state.lockedUntil.flatMap { $0 > now ? $0 : nil }
    backoffs = state.backoffUntil.filter { $0.value > now }.sorted { $0.key < $1.key }
      .map { ($0.key, $0.value) }
    quotaRemaining = state.quotaRemaining(at: now).map { max(0, $0) }
    quotaReturnsAt = ThrottleState.quotaReturns(after: now)
  }
}

extension SiteStatus {
  /// - Parameter lastSync: When the latest run ended, which is the latest time at which a roster can have
  ///   been read that is dated in the future.
  fileprivate func problems(
    now: Date, staleAfter: TimeInterval, lastSync: Date?
  ) -> [StatusSummary.Problem] {
    var problems: [StatusSummary.Problem] = []
    func add(
      _ state: StatusSummary.State, since: Date?, _ detail: String, reason: String? = nil
    ) {
      problems.append(
        .init(site: site, state: state, since: since, detail: detail, reason: reason))
    }
    if let walk = lastWalk, !walk.wasPublished {
      let rules = walk.reasons.map(\.words).joined(separator: "; ")
      // The walk of a site that the API refuses ends without a page.
      let fault = hasUnfinishedWalk ? nil : fault
      add(
        .incomplete, since: walk.finishedAt, fault?.message ?? rules,
        reason: fault?.reason ?? walk.reasons.map(\.rawValue).joined(separator: " "))
    }
    if let publishedAt, completeAt != publishedAt {
      let proven = completeAt.map { "last proven \($0.rfc3339)" } ?? "never proven"
      add(.unproven, since: publishedAt, proven)
    }
    if hasUnfinishedWalk {
      let why = fault.map { "\($0.message); " } ?? ""
      add(
        .unfinished, since: fault?.at, "\(why)the next sync resumes its walk", reason: fault?.reason
      )
    }
    if let publishedAt,
      now.timeIntervalSince(min(publishedAt, lastSync ?? publishedAt)) > staleAfter
    {
      add(.stale, since: publishedAt, "`modexport sync \(site.id)` reads it again")
    }
    if let publishedAt, publishedAt > now + ArchiveDatabase.mostLead {
      add(
        .misdated, since: publishedAt, "dated later than now; `modexport sync --redate` corrects it"
      )
    }
    return problems
  }
}
