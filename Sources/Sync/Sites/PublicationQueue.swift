import Archive
import Synchronization
import Transport

/// Publishes the rosters of concurrent walks, one transaction after the other. Small ones that wait at the same
/// time share a transaction, whose end costs more than their rows.
///
/// The walk that is first publishes for all that wait, in its own task; then it is the turn of the next.
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
  }

  private let archive: ArchiveDatabase
  private let state = Mutex(State())

  init(_ archive: ArchiveDatabase) {
    self.archive = archive
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
      case .own: return try publishWithOthers(walk)
      }
    }
  }

  private func turn(of walk: FinishedWalk) async -> Turn {
    await withCheckedContinuation { waiter in
      let isFirst = state.withLock { state in
        if state.isPublishing { state.waiting.append(Waiting(walk: walk, waiter: waiter)) }
        defer { state.isPublishing = true }
        return !state.isPublishing
      }
      if isFirst { waiter.resume(returning: .own) }
    }
  }

  private func publishWithOthers(_ walk: FinishedWalk) throws -> Publication {
    let others = state.withLock { state in
      let count =
        walk.pages.isUnrecorded
        ? state.waiting.prefix(Self.mostTogether - 1).prefix { $0.walk.pages.isUnrecorded }.count
        : 0
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

  /// The most rosters of one transaction. A large roster, whose pages are recorded, has one of its own.
  private static let mostTogether = 64
}
