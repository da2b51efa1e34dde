package import Archive
import FoundationEssentials
package import Networks
import Roster
import Transport

/// One run of `modexport sync`: plan, walk, prove, publish, summarise.
package struct SyncRun: Sendable {
  let archive: ArchiveDatabase
  let network: any Network
  let requests: RequestStack
  let options: SyncOptions
  let observer: any SyncObserver
  /// The progress, for display.
  package let progress = SyncProgress()

  /// - Parameters:
  ///   - archive: Open for writing.
  ///   - network: The network whose sites to mirror.
  ///   - requests: The transports for requests.
  package init(
    archive: ArchiveDatabase, network: any Network, requests: RequestStack, options: SyncOptions,
    observer: any SyncObserver
  ) {
    self.archive = archive
    self.network = network
    self.requests = requests
    self.options = options
    self.observer = observer
  }

  var transport: any ClientTransport { requests.transport }
  var time: any TimeSource { requests.time }
  var witness: APIWitness { requests.witness }

  /// Runs to the end, or until it must stop. Failures of single sites are problems of the summary.
  ///
  /// - Throws: ``SyncFailure`` where there is nothing to walk; `ArchiveError`; the run is then
  ///   recorded as failed. ``SyncFailure/noScope``, and another API that the address identifies,
  ///   are thrown before a run is recorded. The summary reports a wrong clock and a refused key. A
  ///   signal and a cancellation end a run early and are not errors.
  package func run() async throws -> SyncSummary {
    let start = time.now
    try witness.checkAddress()
    let withheld = try archive.withheldPeople()
    try widenScope()
    var summary = SyncSummary()
    summary.asksSitesAlone = network.host == nil
    summary.run = try archive.beginRun(at: start)
    // A copy of the database file without its WAL then shows that this run has not ended in it.
    try archive.checkpoint()
    do {
      try await walkAll(&summary, leavingOut: withheld)
    } catch {
      guard await ends(&summary, by: error) else {
        try await finish(&summary, failure: error)
        throw error
      }
    }
    try await finish(&summary)
    summary.seconds = time.now.timeIntervalSince(start)
    return summary
  }

  /// Records in the summary why the run ended early; returns false for a failure of the run itself.
  private func ends(_ summary: inout SyncSummary, by error: any Error) async -> Bool {
    switch error {
    case let stopped as Stopped:
      summary.stopped = stopped.reason
      if case .refused(let fault) = stopped.reason, fault.kind == .keyRefused {
        summary.failure = .keyRefused(fault, origin: network.keyOrigin ?? "")
      }
    case is CancellationError:
      summary.stopped = requests.throttles.stopReason ?? .cancelled
    case let found as MassDeparture.Found: summary.problems.append(found.problem)
    case let failure as SyncFailure where failure.isOfClock: summary.failure = failure
    case SyncFailure.notPrepared(let fault, _): summary.end(unreachable: fault)
    case SyncFailure.noSites(let fault) where !fault.isRefusal: summary.end(unreachable: fault)
    default: return false
    }
    return true
  }

  /// - Parameter withheld: Of whom nothing is stored; nil for nobody.
  private func walkAll(
    _ summary: inout SyncSummary, leavingOut withheld: WithheldPeople?
  ) async throws {
    let (prepared, reading) = try await prepare(&summary)
    var (plan, sites) = try plan()
    try addToScope(plan)
    observer.planned(walks: plan.walks.count, recent: plan.fresh.count)
    let walk = SiteWalk(
      archive: archive, network: network, transport: transport, time: time, options: options,
      observer: observer, prepared: prepared, run: summary.run,
      api: try archive.api(of: network.id) ?? network.host,
      writes: WriteQueue(), clocks: witness.clocks, withheld: withheld)
    var rounds = SyncRounds(walk: walk, progress: progress)
    defer { summary.add(rounds) }
    rounds.add(plan, of: sites)
    var walks = plan.walks
    if reading == .meanwhile {
      let fault = try await renewList(prepared) { try await rounds.run() }
      try note(unreadList: fault, in: &summary)
      (plan, sites) = try self.plan()
      rounds.add(plan, of: sites)
      walks = walks.updated(with: plan.walks)
    }
    try await rounds.run()
    let published = Set(rounds.published)
    summary.problems += try await readHistory(about: walks.filter { published.contains($0.ref) })
    if !network.hasSiteList {
      let mirrored = sites.filter { $0.publishedAt != nil }.map(\.site.ref)
      try dropFromScope(rounds.refused, exceptFor: Set(mirrored))
    }
    if let problem = try missing(beside: plan) { summary.problems.append(problem) }
    if try isOfAllSites, let problem = try siteListProblem() {
      summary.problems.append(problem)
    }
  }

  /// The sites of the archive, and which of them to walk now.
  private func plan() throws -> (plan: SyncPlan, sites: [KnownSite]) {
    let sites = try archive.knownSites(of: network.id)
    let scope = try archive.scope(of: network.id)
    return (try SyncPlan(options, sites: sites, scope: scope, now: time.now), sites)
  }

  private func note(unreadList fault: Fault?, in summary: inout SyncSummary) throws {
    guard let fault, try options.refreshSites || isOfAllSites else { return }
    summary.problems.append(SyncSummary.Problem(site: nil, .siteListUnread(fault)))
  }

  /// What must be known before the first site is walked: the prepared value of requests and, unless it is read
  /// meanwhile, the list of sites; after the checks of the gate. Where this fails, the sites that would have been
  /// walked are skipped.
  private func prepare(_ summary: inout SyncSummary) async throws -> (String?, ListReading) {
    do {
      try await identifyAPI()
      let prepared = try await prepared()
      let reading = try listReading
      if reading == .first { try note(unreadList: await renewList(prepared), in: &summary) }
      if !network.hasSiteList { try recordAddresses(options.names) }
      try await askTime()
      try acceptAPI()
      try await waitForNewestRoster()
      return (prepared, reading)
    } catch {
      summary.skip(
        planned: options, try archive.knownSites(of: network.id),
        try archive.scope(of: network.id))
      throw error
    }
  }

  /// Records the end of the run in the archive, with the state for the next one.
  ///
  /// - Parameter failure: The error that the run throws; nil where it returns its summary.
  private func finish(
    _ summary: inout SyncSummary, failure: (any Error)? = nil
  ) async throws {
    for sentence in witness.notices(of: network) { observer.warning(sentence) }
    let now = time.now
    let states = await requests.throttles.states
    let latest = states.values.max {
      $0.deadline(after: now) ?? .distantPast < $1.deadline(after: now) ?? .distantPast
    }
    summary.throttle = latest ?? ThrottleState()
    summary.stopped = summary.stopped ?? requests.throttles.stopReason
    summary.stopWhereAllAskForAWait()
    if summary.isOfRefusedFilter, let preparation = network.preparation,
      let api = witness.identity
    {
      try archive.forgetPreparation(for: api, named: preparation.name)
    }
    summary.head = try archive.head()?.head
    summary.traffic = requests.traffic.counts
    // Answers arrive in any order; the throttles have the latest count.
    if let known = states.values.compactMap({ $0.quotaRemaining(at: now) }).min() {
      summary.traffic.quotaRemaining = known
    }
    // A server that asked for nothing and counts nothing has no state to keep.
    for (key, state) in states
    where try state != ThrottleState() || archive.throttleState(for: key) != nil {
      try archive.saveThrottle(state, for: key)
    }
    try archive.recordFaults(summary.faults(at: now), settled: summary.settled)
    try archive.recordChecks(summary.unchanged, at: now)
    try record(summary, failure: failure)
  }

  private func record(_ summary: SyncSummary, failure: (any Error)?) throws {
    let now = time.now
    let outcome = failure == nil ? summary.outcome : .failed
    try archive.finishRun(
      summary.run, at: now, outcome: outcome.rawValue,
      reason: failure == nil ? summary.reason : (failure as? SyncFailure)?.reason,
      until: summary.until(now: now), requests: summary.traffic.requests,
      retries: summary.traffic.retries, quotaRemaining: summary.traffic.quotaRemaining)
  }
}

extension SyncSummary {
  /// Counts as skipped the sites that would have been walked by the archive's list of sites.
  fileprivate mutating func skip(
    planned options: SyncOptions, _ sites: [KnownSite], _ scope: Scope
  ) {
    // A name that only a new list could resolve is not counted.
    let plan = try? SyncPlan(options, sites: sites, scope: scope, now: .distantPast)
    self.sites.skipped = (plan?.walks.count ?? 0) + (plan?.fresh.count ?? 0)
    lacksSites = self.sites.skipped == 0
  }

  /// Records the fault that kept the run from walking any site.
  fileprivate mutating func end(unreachable fault: Fault) {
    stopped = .unreachable
    problems.append(Problem(site: nil, .fault(fault)))
  }

  fileprivate mutating func add(_ rounds: SyncRounds) {
    for (site, outcome) in rounds.outcomes.sorted(by: { $0.key < $1.key }) {
      outcome.add(to: &self)
      problems += outcome.problems(at: site)
      switch outcome {
      case .published, .refused: settled.append(site)
      case .unchanged:
        settled.append(site)
        unchanged.append(site)
      case .failed, .skipped: break
      }
    }
  }

  /// The requests that failed, by site.
  fileprivate func faults(at date: Date) -> [SiteFault] {
    problems.compactMap { problem in
      guard let site = problem.site, case .fault(let fault) = problem.cause else { return nil }
      return SiteFault(site: site, reason: problem.reason, message: fault.message, at: date)
    }
  }
}
