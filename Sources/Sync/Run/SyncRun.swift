package import Archive
import FoundationEssentials
package import Networks
import Roster
import Transport

/// One `modexport sync`: plan, walk, prove, publish, tell what came of it.
package struct SyncRun: Sendable {
  private let archive: ArchiveDatabase
  private let network: any Network
  let requests: RequestStack
  private let options: SyncOptions
  private let observer: any SyncObserver
  /// For whoever shows how far the run is.
  package let progress = SyncProgress()

  /// - Parameters:
  ///   - archive: Open for writing.
  ///   - network: Whose sites to mirror.
  ///   - requests: How to ask them.
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

  /// Runs to the end, or to where it must stop. Failures of single sites are problems of the summary.
  ///
  /// - Throws: ``SyncFailure`` where there is nothing to walk; `ArchiveError`; the run is then noted as
  ///   failed. ``SyncFailure/noScope``, and another API that its address tells, come before there is a run.
  ///   A wrong clock and a refused key are told by the summary. A signal and a cancellation end a run
  ///   early and are no errors.
  package func run() async throws -> SyncSummary {
    let start = requests.time.now
    try requests.witness.checkAddress()
    let scope = ScopeKeeper(
      archive: archive, selection: options.selection, network: network.id)
    try scope.begin()
    var summary = SyncSummary()
    summary.run = try archive.beginRun(at: start)
    // A copy of the file that lacks the log of this run then says that the run has not ended in it.
    try archive.checkpoint()
    do {
      try await walkAll(&summary, scope)
    } catch {
      guard await ends(&summary, by: error) else {
        try await finish(&summary, outcome: .failed)
        throw error
      }
    }
    try await finish(&summary, outcome: nil)
    summary.seconds = requests.time.now.timeIntervalSince(start)
    return summary
  }

  /// Notes what ended the run early; false for what is a failure of the run itself.
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
    case SyncFailure.notPrepared(let fault, _): summary.give(up: fault)
    case SyncFailure.noSites(let fault) where !fault.isRefusal: summary.give(up: fault)
    default: return false
    }
    return true
  }

  private func walkAll(_ summary: inout SyncSummary, _ scope: ScopeKeeper) async throws {
    let gate = RunGate(
      archive: archive, witness: requests.witness, options: options,
      time: requests.time, observer: observer, network: network.id)
    let catalogue = SiteCatalogue(
      archive: archive, network: network, transport: requests.transport, time: requests.time,
      observer: observer, gate: gate)
    let (prepared, sites) = try await prepare(catalogue, gate, &summary)
    let plan = try SyncPlan(
      options, sites: sites, scope: try archive.scope(of: network.id),
      now: requests.time.now)
    try scope.add(plan)
    let walk = SiteWalk(
      archive: archive, network: network, transport: requests.transport, time: requests.time,
      options: options, observer: observer, prepared: prepared, run: summary.run)
    let sizes = sites.compactMap { site in site.published.map { (site.site.ref, $0.count) } }
    var rounds = SyncRounds(
      plan, sizes: Dictionary(sizes) { first, _ in first }, walk: walk, progress: progress)
    defer { summary.add(rounds) }
    try await rounds.run()
    if let problem = try scope.missing(beside: plan) { summary.problems.append(problem) }
    if try scope.isOfAllSites, let problem = try catalogue.problem() {
      summary.problems.append(problem)
    }
  }

  /// What requests carry, and the sites of the archive's own API, with dates that can be believed. Where they cannot
  /// be had, the sites that would have been walked are skipped.
  private func prepare(
    _ catalogue: SiteCatalogue, _ gate: RunGate, _ summary: inout SyncSummary
  ) async throws -> (String?, [KnownSite]) {
    do {
      let prepared = try await catalogue.prepared()
      let sites = try await catalogue.sites(
        refresh: try options.refreshSites || gate.needsTime, prepared: prepared,
        named: options.names)
      try gate.pass()
      try await gate.settle()
      return (prepared, sites)
    } catch {
      summary.skip(
        planned: options, try archive.knownSites(of: network.id),
        try archive.scope(of: network.id))
      throw error
    }
  }

  /// Notes the end of the run in the archive, with what the next one should know.
  private func finish(
    _ summary: inout SyncSummary, outcome: SyncSummary.RunOutcome?
  ) async throws {
    for sentence in requests.notices.sentences { observer.warning(sentence) }
    let now = requests.time.now
    let states = await requests.throttles.states
    let latest = states.values.max {
      $0.deadline(after: now) ?? .distantPast < $1.deadline(after: now) ?? .distantPast
    }
    summary.throttle = latest ?? ThrottleState()
    summary.stopped = summary.stopped ?? requests.throttles.stopReason
    if summary.isOfRefusedFilter, let preparation = network.preparation,
      let api = requests.witness.identity
    {
      try archive.forgetPreparation(for: api, named: preparation.name)
    }
    summary.traffic = requests.traffic.counts
    // Answers arrive in any order; the throttles know which count is the latest.
    if let known = states.values.compactMap({ $0.quotaRemaining(at: now) }).min() {
      summary.traffic.quotaRemaining = known
    }
    for (key, state) in states { try archive.saveThrottle(state, for: key) }
    try archive.finishRun(
      summary.run, at: requests.time.now, outcome: (outcome ?? summary.outcome).rawValue,
      requests: summary.traffic.requests, retries: summary.traffic.retries,
      quotaRemaining: summary.traffic.quotaRemaining)
  }
}

extension SyncSummary {
  /// Counts as skipped what the archive's own list says would have been walked.
  fileprivate mutating func skip(
    planned options: SyncOptions, _ sites: [KnownSite], _ scope: Scope
  ) {
    // A name that the list would have known is not counted.
    let plan = try? SyncPlan(options, sites: sites, scope: scope, now: .distantPast)
    self.sites.requested = (plan?.walks.count ?? 0) + (plan?.fresh.count ?? 0)
    self.sites.skipped = self.sites.requested
  }

  /// Nothing can be walked without what this fault kept from us.
  fileprivate mutating func give(up fault: Fault) {
    stopped = .unreachable
    problems.append(Problem(site: nil, .fault(fault)))
  }

  fileprivate mutating func add(_ rounds: SyncRounds) {
    for (site, outcome) in rounds.outcomes.sorted(by: { $0.key < $1.key }) {
      outcome.add(to: &self)
      problems += outcome.problems(at: site)
    }
  }
}
