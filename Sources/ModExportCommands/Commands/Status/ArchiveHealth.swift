import Archive
import FoundationEssentials
import Roster
import Sync
import Transport

/// The state of an archive at one moment: what `status`, `--check`, JSON and metrics print.
struct ArchiveHealth {
  let facts: StatusFacts
  let now: Date
  /// Seconds after which a roster is stale.
  let staleAfter: TimeInterval
  /// The open sites.
  let open: [SiteStatus]
  let problems: [Problem]
  /// What came of the latest attempts at the open sites of the scope.
  let attempts: [SiteAttempt.Outcome: Int]
  /// All APIs that requests were ever sent to.
  let apis: [API]

  /// A problem of one open site.
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

  init(_ facts: StatusFacts, now: Date, staleAfter: TimeInterval) {
    (self.facts, self.now, self.staleAfter) = (facts, now, staleAfter)
    open = facts.status.sites.filter { !$0.isClosed }
    apis = facts.status.throttles.map { API($0, now: now) }
    let lastSync = facts.status.lastRun.map { $0.finishedAt ?? $0.startedAt }
    problems = open.flatMap { $0.problems(now: now, staleAfter: staleAfter, lastSync: lastSync) }
    attempts = Dictionary(
      open.filter { facts.inScope.contains($0.site) }.map { (SiteAttempt(of: $0).outcome, 1) },
      uniquingKeysWith: +)
  }

  var lastRun: RunStatus? { facts.status.lastRun }
  /// The open sites with a published roster.
  var mirrored: [SiteStatus] { open.filter { $0.publishedAt != nil } }
  var complete: Int { mirrored.count { $0.verdict == .complete } }

  /// Those of `mirrored` whose roster is not complete, by grade.
  var lowerGrades: [Grade: Int] {
    Dictionary(
      mirrored.filter { $0.verdict != .complete }.compactMap { $0.verdict?.grade }.map { ($0, 1) },
      uniquingKeysWith: +)
  }

  func count(of state: State) -> Int { problems.count { $0.state == state } }

  /// Those of `apis` that are the archive's own, or all where none is known; of those on this machine only the
  /// latest.
  var ownAPIs: [API] {
    if facts.apis.isEmpty { return apis }
    let own = apis.filter { api in
      facts.apis.contains { APIIdentity.mayBe($0, at: api.host) }
    }
    let local = own.filter { APIIdentity.fixed(host: $0.host) == nil }
      .max {
        ($0.quota.seenAt ?? .distantPast, $0.name) < ($1.quota.seenAt ?? .distantPast, $1.name)
      }
    return own.filter { APIIdentity.fixed(host: $0.host) != nil } + (local.map { [$0] } ?? [])
  }

  /// What an API asked of its clients on this machine: lock-out, backoffs, quota.
  struct API {
    /// Its host and port, and a fingerprint of the key.
    let name: String
    /// Nil if there is no lock-out.
    let lockedUntil: Date?
    /// Methods under a backoff, in alphabetical order.
    let backoffs: [(method: String, until: Date)]
    let quota: QuotaState

    var host: String { String(name.prefix { $0 != "#" }) }

    init(_ throttle: ThrottleStatus, now: Date) {
      let state = (ThrottleState(json: throttle.state) ?? ThrottleState()).believable(at: now)
      name = throttle.key
      lockedUntil = state.lockedUntil.flatMap { $0 > now ? $0 : nil }
      backoffs = state.backoffUntil.filter { $0.value > now }.sorted { $0.key < $1.key }
        .map { ($0.key, $0.value) }
      quota = QuotaState(state, key: throttle.key, now: now)
    }
  }
}

extension SiteStatus {
  /// - Parameter lastSync: When the latest run ended, which is the latest time at which a roster can have
  ///   been read that is dated in the future.
  fileprivate func problems(
    now: Date, staleAfter: TimeInterval, lastSync: Date?
  ) -> [ArchiveHealth.Problem] {
    var problems: [ArchiveHealth.Problem] = []
    func add(
      _ state: ArchiveHealth.State, since: Date?, _ detail: String, reason: String? = nil
    ) {
      problems.append(
        .init(site: site, state: state, since: since, detail: detail, reason: reason))
    }
    let resumes = "the next sync continues reading it"
    let attempt = SiteAttempt(of: self)
    if let state = attempt.outcome.problem, lastWalk?.wasPublished != true || state == .failed {
      let detail = attempt.detail ?? "nothing was published"
      add(
        state, since: attempt.date, hasUnfinishedWalk ? "\(detail); \(resumes)" : detail,
        reason: attempt.reason)
    }
    if let publishedAt, verdict?.needsAcceptance != false, verdict != .complete,
      !problems.contains(where: { $0.state == .unproven })
    {
      add(
        .unproven, since: publishedAt,
        completeAt.map { "last proven \($0.rfc3339)" } ?? "never proven")
    }
    if attempt.outcome == .unfinished { add(.unfinished, since: nil, resumes) }
    guard let publishedAt else { return problems }
    if now.timeIntervalSince(min(publishedAt, lastSync ?? publishedAt)) > staleAfter {
      add(.stale, since: publishedAt, "`modexport sync \(site.id)` reads it again")
    }
    if publishedAt > now + ArchiveDatabase.maxClockSkew {
      add(
        .misdated, since: publishedAt, "dated later than now; `modexport sync --redate` corrects it"
      )
    }
    return problems
  }
}

/// What `status` reads: from the archive, and from the files beside it. Everything else about the state
/// follows from it and the clock.
struct StatusFacts: Sendable {
  var path: String
  var status: ArchiveStatus
  var files: ArchiveFiles
  /// The open sites of the scope.
  var inScope: Set<SiteRef>
  /// Whether no scope was set yet.
  var scopeIsEmpty = false
  /// The latest lists of sites, of networks whose sites are all in the scope, that were not believed.
  var doubtedLists: [SiteListState] = []
  /// The APIs that the archive was mirrored from; empty where none is known.
  var apis: Set<String> = []
}

extension StatusFacts {
  /// - Parameters:
  ///   - files: The files as they were before the archive's state was read: a run that ends meanwhile is then
  ///     not taken for one that was killed.
  ///   - network: The only network whose sites and APIs count; nil for all. Runs are of all networks.
  /// - Throws: `ArchiveError`.
  init(
    _ archive: ArchiveDatabase, before files: ArchiveFiles, of network: NetworkID? = nil
  ) throws {
    self.init(
      path: archive.path, status: try archive.status(), files: files, inScope: [],
      scopeIsEmpty: true)
    if files.writer?.isAlive != true { self.files.writer = ArchiveFiles(of: path).writer }
    var narrowed: [Site] = []
    for known in try network.map({ [$0] }) ?? archive.networks() {
      if let api = try archive.api(of: known) { apis.insert(api) }
      let scope = try archive.scope(of: known)
      let sites = try archive.knownSites(of: known)
      if network != nil { narrowed = sites.map(\.site) }
      inScope.formUnion(
        sites.filter { scope.holds($0.site) && $0.closedAt == nil }.map(\.site.ref))
      if !scope.isEmpty { scopeIsEmpty = false }
      if scope.sites != .named, let list = try archive.latestSiteList(of: known),
        !list.isBelieved
      {
        doubtedLists.append(list)
      }
    }
    if let network { narrow(to: network, sites: narrowed) }
  }

  /// Leaves out the sites of other networks, and the APIs that none of the network's sites is asked at.
  private mutating func narrow(to network: NetworkID, sites: [Site]) {
    status.sites = status.sites.filter { $0.site.network == network }
    let hosts = Set(sites.flatMap { [$0.id, Site.place(in: $0.url)] })
    status.throttles = status.throttles.filter { throttle in
      hosts.contains(throttle.host) || apis.contains { APIIdentity.mayBe($0, at: throttle.host) }
    }
  }
}
