import Archive
import FoundationEssentials
import PageWalk
import Roster
import Transport

/// Walks all sites of a plan, then those that moved again, up to three times in all.
struct SyncRounds {
  private let walk: SiteWalk
  private let progress: SyncProgress
  /// The moderators of each roster that was published before the run.
  private let sizes: [SiteRef: Int]
  private var departure = MassDeparture()
  private var noted: Set<SiteRef> = []
  private var queue: [Turn]
  private(set) var outcomes: [SiteRef: SiteOutcome] = [:]
  /// Sites that failed without an answer since the API last gave one.
  private var unanswered: [SiteRef] = []
  /// Why the run goes no further: an early stop, or an error that concerns more than one site.
  private var ending: (any Error)?

  /// A site, and what its earlier walks of this run led to.
  private struct Turn: Sendable {
    var site: Site
    var number = 1
    var notBefore: Date?
    /// What the last of them read, where that was not believed.
    var doubted: Set<Int>?

    var isLast: Bool { number == SyncOptions.mostWalks }
  }

  init(
    _ plan: SyncPlan, sizes: [SiteRef: Int], walk: SiteWalk, progress: SyncProgress
  ) {
    self.sizes = sizes
    self.walk = walk
    self.progress = progress
    queue = plan.walks.map { Turn(site: $0, notBefore: plan.notBefore[$0.ref]) }
    for site in plan.walks + plan.fresh { outcomes[site.ref] = .skipped }
    progress.begin(sites: plan.walks.count)
  }

  /// Walks until every site has its outcome.
  ///
  /// - Throws: ``Stopped``, `CancellationError` and `ArchiveError`; sites that had no end by then stay
  ///   skipped.
  mutating func run() async throws {
    while !queue.isEmpty {
      let turns = queue
      queue = []
      let walk = walk
      _ = await mapConcurrently(
        turns, limit: walk.options.concurrency, while: { conclude($0, $1) }
      ) { turn in
        if let date = turn.notBefore { try await walk.time.sleep(until: date) }
        return try await walk.outcome(turn.site, isLast: turn.isLast, repeated: turn.doubted)
      }
      if let ending {
        if case .unanswered = (ending as? Stopped)?.reason { skipUnanswered() }
        throw ending
      }
    }
  }

  /// Notes what a walk led to; false where the run goes no further.
  private mutating func conclude(
    _ turn: Turn, _ result: Result<SiteOutcome, any Error>
  ) -> Bool {
    switch result {
    case .success(let outcome):
      unanswered = []
      note(outcome, turn)
      if case .published(_, elected: .interrupted(let error)) = outcome { ending = ending ?? error }
      do {
        try holdAgainstOthers(outcome, turn.site)
      } catch {
        ending = ending ?? error
      }
    case .failure(let fault as Fault):
      finish(turn.site, .failed(fault))
      if fault.isRefusal { unanswered = [] } else { unanswered.append(turn.site.ref) }
    case .failure(WalkFailure.noPosition(let page)):
      finish(turn.site, .failed(Fault(.undecodable, "nothing says where page \(page) begins")))
    case .failure(let error):
      ending = ending ?? error
    }
    return ending == nil
  }

  /// A site whose roster may have moved while it was read has another turn.
  private mutating func note(_ outcome: SiteOutcome, _ turn: Turn) {
    guard case .refused(let verdict, let ids) = outcome, !turn.isLast,
      verdict.reasons.contains(where: \.suggestsMovement)
    else { return finish(turn.site, outcome) }
    queue.append(
      Turn(
        site: turn.site, number: turn.number + 1,
        notBefore: walk.time.now.addingTimeInterval(walk.options.recheckAfter),
        doubted: ids ?? turn.doubted))
  }

  /// Where nobody answers any more that is one problem of the run and not one of each site.
  private mutating func skipUnanswered() {
    for site in unanswered { outcomes[site] = .skipped }
  }

  /// Ends the run where too many of too many sites are gone.
  private mutating func holdAgainstOthers(_ outcome: SiteOutcome, _ site: Site) throws {
    guard !walk.options.acceptShrink, let old = sizes[site.ref], noted.insert(site.ref).inserted
    else { return }
    switch outcome {
    case .published(let publication, _):
      departure.note(old: old, gone: publication.changes.count { $0.kind == .left })
    case .refused(_, let ids?):
      let gone = try walk.archive.currentIDs(of: site.ref).subtracting(ids)
      departure.note(old: old, gone: gone.count)
    case .refused, .failed, .skipped: noted.remove(site.ref)
    }
    if departure.isUnbelievable { throw MassDeparture.Found(departure: departure) }
  }

  private mutating func finish(_ site: Site, _ outcome: SiteOutcome) {
    outcomes[site.ref] = outcome
    progress.finishSite()
  }
}
