import Archive
import FoundationEssentials
import Roster
import Synchronization

/// Stores the pages of one walk as they arrive, so that a later run can resume it.
///
/// A roster whose lists have one page each is not worth resuming: its pages stay in memory, and are stored in
/// the transaction that publishes the roster. They are stored before that where a list goes on, where
/// they are large, and where the walk ends without a roster.
final class WalkRecorder: Sendable {
  private struct State {
    /// The walk's row id; nil while the archive has nothing of it.
    var walk: Int?
    /// The pages that are not stored.
    var held: [RecordedPage] = []
    var heldText = 0
  }

  /// The pages that an earlier, interrupted run has recorded, without items.
  let resumed: [RecordedPage]
  /// The number of requests that earlier runs have counted for the walk.
  let requestsBefore: Int
  private let archive: ArchiveDatabase
  private let begun: BegunWalk
  private let state: Mutex<State>

  /// Resumes the site's unfinished walk where there is one.
  ///
  /// - Throws: `ArchiveError`.
  init(_ begun: BegunWalk, archive: ArchiveDatabase) throws {
    self.archive = archive
    self.begun = begun
    let isUnfinished = try archive.hasUnfinishedWalk(of: begun.site)
    let open =
      isUnfinished ? try archive.openWalk(begun, maxAge: SyncOptions.walkLifetime) : nil
    (resumed, requestsBefore) = (open?.pages ?? [], open?.requests ?? 0)
    state = Mutex(State(walk: open?.id))
  }

  /// Receives a page, from any task.
  ///
  /// - Throws: `ArchiveError`.
  func record(_ page: RecordedPage) throws {
    let isHeld = state.withLock { state in
      let text = page.items.reduce(0) { $0 + $1.textLength }
      guard state.walk == nil, !page.evidence.hasMore, state.heldText + text <= Self.mostHeld
      else { return false }
      state.held.append(page)
      state.heldText += text
      return true
    }
    if !isHeld { try archive.record(page, walk: try store()) }
  }

  /// Stores what is only in memory, and returns the walk's row id.
  ///
  /// - Throws: `ArchiveError`.
  func store() throws -> Int {
    try state.withLock { state in
      let walk =
        try state.walk ?? archive.openWalk(begun, maxAge: SyncOptions.walkLifetime).id
      state.walk = walk
      while let page = state.held.first {
        try archive.record(page, walk: walk)
        state.held.removeFirst()
      }
      return walk
    }
  }

  /// Where the pages of the walk are.
  var pages: FinishedWalk.Pages {
    state.withLock { state in
      state.walk.map { .recorded(walk: $0) } ?? .unrecorded(begun, state.held)
    }
  }

  /// The most bytes of text that pages in memory have, as ``Roster/Moderator/textLength`` counts them: a page of
  /// 100 long profiles has about 200 KiB.
  private static let mostHeld = 512 << 10
}
