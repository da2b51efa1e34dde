import Archive
import Synchronization
import Transport

/// Publishes the rosters of concurrent walks, one transaction after the other. Small ones share a transaction,
/// whose end costs more than their rows and writes the same pages of the file again.
///
/// The walk that is first waits shortly for others that are being fetched, and publishes for all that wait, in its
/// own task; then it is the turn of the next.
final class PublicationQueue: Sendable {
  private struct Waiting {
    var walk: FinishedWalk
    var waiter: CheckedContinuation<Turn, Never>
  }

  /// What a walk waits for.
  private enum Turn: Sendable {
    /// Another one has published its roster, or tried to.
    case done(Result<Publication, any Error>)
    /// It publishes now.
    case own
  }

  private struct State {
    var waiting: [Waiting] = []
    var isPublishing = false
    /// How many walks are being fetched.
    var fetching = 0
    /// The walk that waits for others.
    var gathering: CheckedContinuation<Void, Never>?
  }

  private let archive: ArchiveDatabase
  private let writer: (any TaskExecutor)?
  private let enough: Int
  private let clock: any Clock<Duration>
  private let state = Mutex(State())

  /// - Parameters:
  ///   - concurrency: The most walks that are fetched at a time. A fifth as many wait at most: a program that is
  ///     killed loses those, beside what is on its way.
  ///   - writer: Where rosters are published; nil for where a walk runs.
  ///   - clock: The one of the wait for other walks.
  init(
    _ archive: ArchiveDatabase, concurrency: Int, writer: (any TaskExecutor)? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.archive = archive
    self.writer = writer
    enough = max(1, concurrency / 5)
    self.clock = clock
  }

  /// Counts a walk as one that may soon be published, until its fetch ends.
  func beginFetch() -> Fetch {
    state.withLock { $0.fetching += 1 }
    return Fetch(queue: self)
  }

  /// A walk that is being fetched.
  final class Fetch: Sendable {
    private let queue: PublicationQueue
    private let hasEnded = Mutex(false)

    fileprivate init(queue: PublicationQueue) {
      self.queue = queue
    }

    /// Ending it twice is not a failure.
    func end() {
      let isFirst = hasEnded.withLock { hasEnded in
        defer { hasEnded = true }
        return !hasEnded
      }
      if isFirst { queue.endFetch() }
    }
  }

  /// Publishes the roster of a walk, and returns when it is in the archive.
  ///
  /// - Throws: As ``Archive/ArchiveDatabase/publish(_:)-(FinishedWalk)``; `CancellationError` also where the task
  ///   is cancelled meanwhile.
  func publish(_ walk: FinishedWalk) async throws -> Publication {
    try await withCancellationFlag { flag in
      var walk = walk
      walk.isCancelled = { flag.isSet }
      switch await turn(of: walk) {
      case .done(let result): return try result.get()
      case .own:
        if walk.pages.isUnrecorded { await gather() }
        return try await withTaskExecutorPreference(writer) { [walk] in
          try publishWithOthers(walk)
        }
      }
    }
  }

  private func turn(of walk: FinishedWalk) async -> Turn {
    await withCheckedContinuation { waiter in
      let (isFirst, gathering) = state.withLock { state in
        if state.isPublishing { state.waiting.append(Waiting(walk: walk, waiter: waiter)) }
        defer { state.isPublishing = true }
        return (!state.isPublishing, gathered(&state))
      }
      if isFirst { waiter.resume(returning: .own) }
      gathering?.resume()
    }
  }

  private func endFetch() {
    let gathering = state.withLock { state in
      state.fetching -= 1
      return gathered(&state)
    }
    gathering?.resume()
  }

  /// Returns when enough walks wait, when none is being fetched, or after ``longestWait``.
  private func gather() async {
    await withTaskGroup { group in
      group.addTask { [clock] in try? await clock.sleep(for: Self.longestWait) }
      group.addTask { await self.isGathered() }
      await group.next()
      group.cancelAll()
    }
  }

  private func isGathered() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let gathering = state.withLock { state in
          state.gathering = waiter
          return Task.isCancelled ? state.gathering.take() : gathered(&state)
        }
        gathering?.resume()
      }
    } onCancel: {
      state.withLock { $0.gathering.take() }?.resume()
    }
  }

  /// The walk that waits for others, where it need not wait longer.
  private func gathered(_ state: inout State) -> CheckedContinuation<Void, Never>? {
    state.fetching == 0 || state.waiting.count + 1 >= enough ? state.gathering.take() : nil
  }

  private func publishWithOthers(_ walk: FinishedWalk) throws -> Publication {
    let others = state.withLock { state in
      var rows = walk.rowCount
      let count = state.waiting.prefix(Self.mostTogether - 1).prefix { other in
        rows += other.walk.rowCount
        return rows <= Self.mostRows
      }.count
      defer { state.waiting.removeFirst(count) }
      return state.waiting.prefix(count)
    }
    let results = archive.publish([walk] + others.map(\.walk))
    for (other, result) in zip(others, results.dropFirst()) {
      other.waiter.resume(returning: .done(result))
    }
    let next = state.withLock { state in
      state.isPublishing = !state.waiting.isEmpty
      return state.isPublishing ? state.waiting.removeFirst() : nil
    }
    next?.waiter.resume(returning: .own)
    return try results[0].get()
  }

  /// The most rosters of one transaction.
  private static let mostTogether = 64
  /// The most rows of several rosters in one transaction. A large roster has one of its own.
  private static let mostRows = 5_000
  /// How long a roster that was fetched is at most not yet in the archive because of others.
  private static let longestWait = Duration.milliseconds(250)
}
