import Archive
import FoundationEssentials
import Roster
import Sync
import Transport

/// The state of the archive at one moment.
struct StatusSummary {
  let lastRun: RunStatus?
  let sites: Sites
  /// All that requests were ever sent to.
  let apis: [API]
  /// Those of `apis` that are the archive's own; of those on this machine only the latest.
  let ownAPIs: [API]
  let problems: [Problem]
  /// What came of the latest attempts at the open sites of the scope, by outcome.
  let attempts: [SiteAttempt.Outcome: Int]

  /// Numbers of sites by state. Closed sites are counted as closed only.
  struct Sites {
    var open = 0
    var closed = 0
    /// Open ones with a published roster.
    var mirrored = 0
    /// Those of `mirrored` whose roster is complete; the others are unproven.
    var complete = 0
    /// Those of `mirrored` whose roster is not complete, by grade.
    var lower: [Grade: Int] = [:]
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
    var quotaRemaining: Int? { quota.remaining }
    var quotaReturnsAt: Date { quota.returnsAt }
    var quota: QuotaState
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
    /// A request of the latest walk failed; the old roster stays.
    case failed
    /// The total is wrong or missing: in the published roster, or in a walk that was not published.
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
    ownAPIs = Self.own(apis, of: facts.apis)
    let open = status.sites.filter { !$0.isClosed }
    let mirrored = open.filter { $0.publishedAt != nil }
    sites = Sites(
      open: open.count, closed: status.sites.count - open.count, mirrored: mirrored.count,
      complete: mirrored.filter { $0.verdict == .complete }.count,
      lower: Dictionary(
        mirrored.filter { $0.verdict != .complete }.compactMap { $0.verdict?.grade }.map {
          ($0, 1)
        },
        uniquingKeysWith: +))
    attempts = Dictionary(
      open.filter { facts.inScope.contains($0.site) }.map { (SiteAttempt(of: $0).outcome, 1) },
      uniquingKeysWith: +)
    let lastSync = status.lastRun.map { $0.finishedAt ?? $0.startedAt }
    problems = open.flatMap {
      $0.problems(now: now, staleAfter: staleAfter, lastSync: lastSync)
    }
  }

  /// Where no API is known, any may be the archive's.
  private static func own(_ apis: [API], of identities: Set<String>) -> [API] {
    if identities.isEmpty { return apis }
    let own = apis.filter { api in
      identities.contains { APIIdentity.mayBe($0, at: api.host) }
    }
    let fixed = own.filter { APIIdentity.fixed(host: $0.host) != nil }
    let local = own.filter { APIIdentity.fixed(host: $0.host) == nil }
      .max {
        ($0.quota.seenAt ?? .distantPast, $0.name) < ($1.quota.seenAt ?? .distantPast, $1.name)
      }
    return fixed + (local.map { [$0] } ?? [])
  }

  func count(of state: State) -> Int {
    problems.filter { $0.state == state }.count
  }
}

extension StatusSummary.API {
  /// Host and port.
  var host: String { String(name.prefix { $0 != "#" }) }

  fileprivate init(_ throttle: ThrottleStatus, now: Date) {
    let state = (ThrottleState(json: throttle.state) ?? ThrottleState()).believable(at: now)
    name = throttle.key
    lockedUntil = state.lockedUntil.flatMap { $0 > now ? $0 : nil }
    backoffs = state.backoffUntil.filter { $0.value > now }.sorted { $0.key < $1.key }
      .map { ($0.key, $0.value) }
    quota = QuotaState(state, key: throttle.key, now: now)
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
    let attempt = SiteAttempt(of: self)
    if let state = attempt.outcome.problem, lastWalk?.wasPublished != true || state == .failed {
      let resumes = hasUnfinishedWalk ? "; the next sync continues reading it" : ""
      add(
        state, since: attempt.date, (attempt.detail ?? "nothing was published") + resumes,
        reason: attempt.reason)
    }
    if let publishedAt, verdict?.needsAcceptance != false, verdict != .complete,
      !problems.contains(where: { $0.state == .unproven })
    {
      let proven = completeAt.map { "last proven \($0.rfc3339)" } ?? "never proven"
      add(.unproven, since: publishedAt, proven)
    }
    if attempt.outcome == .unfinished {
      add(.unfinished, since: nil, "the next sync continues reading it")
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
