import Archive
import FoundationEssentials
import Networks
import Roster
import Transport

/// Walks all sites of a plan, and then those again whose roster changed during the walk, up to
/// three times in total.
struct SyncRounds {
  private let walk: SiteWalk
  private let progress: SyncProgress
  /// The number of moderators of each roster that was published before the run.
  private var sizes: [SiteRef: Int] = [:]
  private var departure = MassDeparture()
  private var noted: Set<SiteRef> = []
  private var queue: [Turn] = []
  private(set) var outcomes: [SiteRef: SiteOutcome] = [:]
  /// Sites that failed without an answer since the latest answer of the API, by the number of their fetch.
  private var unanswered: [Int: SiteRef] = [:]
  /// Counts the fetches that have ended.
  private let fetches = WalkCount()
  /// Sites that were fetched before it was known whether this machine's clock is right.
  private var waiting: [(turn: Turn, fetched: SiteWalk.FetchedSite)] = []
  /// Why the run ends early: a stop, or an error that concerns more than one site.
  private var ending: (any Error)?

  /// How a walk ended. Rosters are published while others are fetched, so that walks do not end in the order of their
  /// fetches.
  private struct WalkEnd: Sendable {
    /// How many fetches had ended when its own did.
    var fetch: Int
    var outcome: Result<Step, any Error>
  }

  /// How far a walk came.
  private enum Step: Sendable {
    case concluded(SiteOutcome)
    /// Not published yet: whether this machine's clock is right is not known.
    case waiting(SiteWalk.FetchedSite)
  }

  /// A site, and the results of its earlier walks in this run.
  private struct Turn: Sendable {
    var site: Site
    var number = 1
    var notBefore: Date?
    /// The users of the latest roster that was doubted.
    var doubted: [Role: Set<Int>]?
    /// Whether the archive has nothing of it to look for: see ``Archive/KnownSite/isBlank``.
    var isBlank = false
    /// See ``SyncPlan/marks``.
    var mark: String?

    var isLast: Bool { number == SyncOptions.mostWalks }
  }

  init(walk: SiteWalk, progress: SyncProgress) {
    (self.walk, self.progress) = (walk, progress)
  }

  /// Queues the sites of a plan that have no outcome yet. A site that has left the plan, since it is closed or has
  /// another id now, has not failed.
  ///
  /// - Parameter sites: What the archive has of the sites of the plan.
  mutating func add(_ plan: SyncPlan, of sites: [KnownSite]) {
    let planned = Set((plan.walks + plan.fresh).map(\.ref))
    outcomes = outcomes.filter { site, outcome in
      if case .failed = outcome { planned.contains(site) } else { true }
    }
    let known = Dictionary(sites.map { ($0.site.ref, $0) }) { first, _ in first }
    let walks = plan.walks.filter { outcomes[$0.ref] == nil }
    for site in walks {
      sizes[site.ref] = known[site.ref]?.moderators
      queue.append(
        Turn(
          site: site, notBefore: plan.notBefore[site.ref],
          isBlank: known[site.ref]?.isBlank ?? false, mark: plan.marks[site.ref]))
      plan.notBefore[site.ref].map { progress.schedule(site.ref, at: $0) }
    }
    for site in walks + plan.fresh where outcomes[site.ref] == nil { outcomes[site.ref] = .skipped }
    if walk.network.hasServerOfEachSite { walk.clocks.expect(walks) }
    progress.add(sites: walks.count)
  }

  /// Walks until every site has its outcome.
  ///
  /// - Throws: ``Stopped``, `CancellationError`, `ArchiveError`, and ``SyncFailure`` where this machine's clock is
  ///   wrong; sites that are not finished by then stay skipped.
  mutating func run() async throws {
    while !queue.isEmpty {
      let turns = queue
      queue = []
      let (walk, progress, fetches) = (walk, progress, fetches)
      _ = await mapConcurrently(
        turns, limit: walk.options.concurrency, while: { conclude($0, $1) }
      ) { turn in
        if let date = turn.notBefore {
          try await walk.time.sleep(until: date)
          progress.endWait(of: turn.site.ref)
        }
        let (step, fetch) = await Self.step(turn, walk, fetches)
        return WalkEnd(fetch: fetch, outcome: step)
      }
      await publishWaiting()
      if let ending {
        if case .unanswered = (ending as? Stopped)?.reason { skipUnanswered() }
        throw ending
      }
    }
  }

  /// Fetches a site, and publishes it unless this machine's clock is in doubt.
  private static func step(
    _ turn: Turn, _ walk: SiteWalk, _ fetches: WalkCount
  ) async -> (Result<Step, any Error>, fetch: Int) {
    var fetch = 0
    do {
      let fetched: SiteWalk.FetchedSite?
      do {
        defer {
          walk.clocks.end(turn.site.ref)
          fetch = fetches.add(1)
        }
        let opened = try await walk.open(turn.site, isBlank: turn.isBlank)
        fetched = try await opened.says(turn.mark) ? nil : walk.fetch(opened)
      }
      guard let fetched else { return (.success(.concluded(.unchanged)), fetch) }
      guard walk.clocks.verdict == .right else { return (.success(.waiting(fetched)), fetch) }
      let outcome = try await walk.outcome(
        of: fetched, isLast: turn.isLast, repeated: turn.doubted)
      return (.success(.concluded(outcome)), fetch)
    } catch {
      return (.failure(error), fetch)
    }
  }

  /// Publishes the sites that waited for the verdict on this machine's clock, which all sites of the round have
  /// made possible.
  private mutating func publishWaiting() async {
    let turns = waiting
    waiting = []
    if ending == nil, case .wrong(let servers, let seconds) = walk.clocks.verdict {
      let now = walk.time.now
      ending = SyncFailure.contradictedClock(ours: now, theirs: now + seconds, servers: servers)
    }
    let walk = walk
    guard ending == nil else {
      let isOfClock = (ending as? SyncFailure)?.isOfClock == true
      for (_, fetched) in turns {
        do {
          try walk.keep(fetched, usable: !isOfClock)
        } catch {
          ending = ending ?? error
        }
      }
      return
    }
    _ = await mapConcurrently(
      turns, limit: walk.options.concurrency,
      while: { conclude($0.turn, $1.map { WalkEnd(fetch: 0, outcome: .success(.concluded($0))) }) }
    ) { item in
      try await walk.outcome(
        of: item.fetched, isLast: item.turn.isLast, repeated: item.turn.doubted)
    }
  }

  /// Records the result of a walk; returns false where the run must end.
  private mutating func conclude(_ turn: Turn, _ result: Result<WalkEnd, any Error>) -> Bool {
    let fetch = (try? result.get().fetch) ?? 0
    switch result.flatMap(\.outcome) {
    case .success(.waiting(let fetched)):
      unanswered = unanswered.filter { $0.key > fetch }
      waiting.append((turn, fetched))
    case .success(.concluded(let outcome)):
      unanswered = unanswered.filter { $0.key > fetch }
      note(outcome, turn)
      if case .published(_, elected: .interrupted(let error)) = outcome { ending = ending ?? error }
      do {
        try stopOnMassDeparture(outcome, turn.site)
      } catch {
        ending = ending ?? error
      }
    case .failure(let error):
      if let fault = Fault(ofOneSite: error) {
        fail(turn.site, fault, fetch)
      } else {
        ending = ending ?? error
      }
    }
    return ending == nil
  }

  private mutating func fail(_ site: Site, _ fault: Fault, _ fetch: Int) {
    var fault = fault
    fault.isMove = fault.isMove && site.hasOwnServer
    finish(site, .failed(fault))
    if fault.isRefusal {
      unanswered = unanswered.filter { $0.key > fetch }
    } else {
      unanswered[fetch] = site.ref
    }
  }

  /// Queues a site again whose roster may have changed during the walk.
  private mutating func note(_ outcome: SiteOutcome, _ turn: Turn) {
    guard case .refused(let verdict, let users) = outcome, !turn.isLast,
      walk.network.rules.suggestAnotherWalk(
        verdict.reasons, after: walk.options.recheckAfter)
    else { return finish(turn.site, outcome) }
    let (site, seconds) = (turn.site.ref, walk.options.recheckAfter)
    let date = walk.time.now.addingTimeInterval(seconds)
    progress.schedule(site, at: date)
    walk.observer.scheduled(site, at: date, seconds: seconds)
    queue.append(
      Turn(
        site: turn.site, number: turn.number + 1, notBefore: date,
        doubted: users ?? turn.doubted))
  }

  /// If the API stops answering, that is one problem of the run and not one of each site.
  private mutating func skipUnanswered() {
    for site in unanswered.values { outcomes[site] = .skipped }
  }

  /// Ends the run where too many moderators of too many sites are gone.
  private mutating func stopOnMassDeparture(_ outcome: SiteOutcome, _ site: Site) throws {
    guard !walk.options.acceptShrink, let old = sizes[site.ref], noted.insert(site.ref).inserted
    else { return }
    switch outcome {
    case .published(let publication, _):
      departure.note(old: old, gone: publication.changes.count { $0.kind == .left })
    case .refused(_, let users?):
      let current = try walk.archive.currentUsers(of: site.ref) ?? [:]
      departure.note(old: old, gone: current.missing(in: users))
    case .refused, .unchanged, .failed, .skipped: noted.remove(site.ref)
    }
    if departure.isUnbelievable { throw MassDeparture.Found(departure: departure) }
  }

  /// The sites whose rosters were published.
  var published: [SiteRef] {
    outcomes.compactMap { site, outcome in
      if case .published = outcome { site } else { nil }
    }
  }

  /// The sites that refused the run's requests.
  var refused: [SiteRef] {
    outcomes.compactMap { site, outcome in
      if case .failed(let fault) = outcome, fault.kind == .refused { site } else { nil }
    }
  }

  private mutating func finish(_ site: Site, _ outcome: SiteOutcome) {
    outcomes[site.ref] = outcome
    progress.finishSite()
  }
}
