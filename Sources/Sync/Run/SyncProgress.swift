package import Archive
package import FoundationEssentials
package import Roster
import Synchronization

/// The progress of a run, for a reader that polls it.
package final class SyncProgress: Sendable {
  private struct State {
    var done = 0
    var sites = 0
    var rereads: [SiteRef: Reread] = [:]
  }

  private let state = Mutex(State())

  package init() {}

  /// Sites that are finished in this run.
  package var sitesDone: Int { state.withLock(\.done) }
  /// Sites that the run walks; 0 until this is known.
  package var sites: Int { state.withLock(\.sites) }
  /// Sites that wait before they are read again, the next one first.
  package var rereads: [Reread] {
    state.withLock { $0.rereads.values.sorted { ($0.at, $0.site) < ($1.at, $1.site) } }
  }

  func begin(sites: Int) {
    state.withLock { $0 = State(sites: sites) }
  }

  func finishSite() {
    state.withLock { $0.done += 1 }
  }

  func schedule(_ reread: Reread) {
    state.withLock { $0.rereads[reread.site] = reread }
  }

  /// The site is read again now.
  func endWait(of site: SiteRef) {
    state.withLock { $0.rereads[site] = nil }
  }
}

/// A site that waits before it is read again.
package struct Reread: Hashable, Sendable {
  package var site: SiteRef
  /// When it is read again.
  package var at: Date
  /// Whether it changed while this run read it; else an earlier run read it a moment ago.
  package var hasChanged: Bool
}

/// Receives events of a run.
package protocol SyncObserver: Sendable {
  /// The run walks this many sites, and skips those whose roster is recent.
  func planned(walks: Int, recent: Int)
  /// The roster of a site changed while it was read.
  func scheduled(_ reread: Reread, at now: Date)
  /// A roster was published; writing it to the archive took this many seconds.
  func published(_ publication: Publication, of site: SiteRef, seconds: TimeInterval)
  /// Something was not as expected, and the run continues.
  func warning(_ sentence: String)
}

extension SyncObserver {
  /// Ignores the event.
  package func planned(walks: Int, recent: Int) {}
  /// Ignores the event.
  package func scheduled(_ reread: Reread, at now: Date) {}
}
