import Archive
import FoundationEssentials
import Roster
import Synchronization

/// Stores the pages of one walk as they arrive, so that a later run can resume it.
///
/// A roster whose lists have one page each is not worth resuming: its pages stay in memory, and are stored in the
/// transaction that publishes the roster.
final class WalkRecorder: Sendable {
  private struct State {
    /// The walk's row id; nil while the archive has nothing of it.
    var walk: Int?
    /// The pages that are not stored.
    var held: [RecordedPage] = []
    /// Their bytes of text, as ``Roster/Moderator/textLength`` counts them.
    var heldText = 0

    /// Whether they are to be stored: they are large, or a list goes on.
    var isDue: Bool {
      walk != nil || heldText > WalkRecorder.mostText || held.contains(where: \.evidence.hasMore)
    }
  }

  /// A page of 100 long profiles has about 200 KiB.
  private static let mostText = 512 << 10

  /// The pages that an earlier, interrupted run has recorded, without items.
  let resumed: [RecordedPage]
  /// The number of requests that earlier runs have counted for the walk.
  let requestsBefore: Int
  private let archive: ArchiveDatabase
  private let writes: WriteQueue
  private let begun: BegunWalk
  private let state: Mutex<State>

  /// Resumes the site's unfinished walk where there is one.
  ///
  /// - Parameter mayResume: Whether there may be an unfinished walk.
  /// - Throws: `ArchiveError`.
  init(
    _ begun: BegunWalk, archive: ArchiveDatabase, writes: WriteQueue, mayResume: Bool
  ) throws {
    self.archive = archive
    self.writes = writes
    self.begun = begun
    let isUnfinished = try mayResume && archive.hasUnfinishedWalk(of: begun.site)
    let open =
      isUnfinished ? try archive.openWalk(begun, maxAge: SyncOptions.walkLifetime) : nil
    (resumed, requestsBefore) = (open?.pages ?? [], open?.requests ?? 0)
    state = Mutex(State(walk: open?.id))
  }

  /// Receives a page, from any task.
  ///
  /// - Throws: `ArchiveError`.
  func record(_ page: RecordedPage) async throws {
    let isDue = state.withLock { state in
      state.held.append(page)
      state.heldText += page.items.reduce(0) { $0 + $1.textLength }
      return state.isDue
    }
    if isDue { _ = try await writes.run { try store() } }
  }

  /// Stores what is only in memory, and returns the walk's row id.
  ///
  /// - Throws: `ArchiveError`.
  func store() throws -> Int {
    try state.withLock { state in
      let walk: Int
      if let known = state.walk {
        walk = known
        if !state.held.isEmpty { try archive.record(state.held, walk: walk) }
      } else {
        walk = try archive.record(
          state.held, opening: begun, maxAge: SyncOptions.walkLifetime)
      }
      state = State(walk: walk)
      return walk
    }
  }

  /// Ends the walk without a roster: no later walk uses its pages.
  ///
  /// - Throws: `ArchiveError`.
  func discard(at date: Date, requests: Int) throws {
    guard let walk = state.withLock(\.walk) else { return }
    try archive.finishWalk(walk, verdict: .incomplete([.missingPage]), at: date, requests: requests)
  }

  /// Where all pages of the walk are, to be published.
  ///
  /// - Throws: `ArchiveError`.
  func finished() throws -> FinishedWalk.Pages {
    let held = state.withLock { $0.walk == nil ? $0.held : nil }
    return if let held { .unrecorded(begun, held) } else { .recorded(walk: try store()) }
  }
}
