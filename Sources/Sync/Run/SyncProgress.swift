package import Archive
package import FoundationEssentials
package import Roster
import Synchronization

/// The progress of a run, for a reader that polls it.
package final class SyncProgress: Sendable {
  private struct State {
    var done = 0
    var sites = 0
    var rereads: [SiteRef: Date] = [:]
  }

  private let state = Mutex(State())

  package init() {}

  /// Sites that are finished in this run.
  package var sitesDone: Int { state.withLock(\.done) }
  /// Sites that the run walks; 0 until this is known.
  package var sites: Int { state.withLock(\.sites) }
  /// When the sites are read again that wait for that, the next one first.
  package var rereads: [Date] { state.withLock { $0.rereads.values.sorted() } }

  func add(sites: Int) {
    state.withLock { $0.sites += sites }
  }

  func finishSite() {
    state.withLock { $0.done += 1 }
  }

  func schedule(_ site: SiteRef, at date: Date) {
    state.withLock { $0.rereads[site] = date }
  }

  /// The site is read again now.
  func endWait(of site: SiteRef) {
    state.withLock { $0.rereads[site] = nil }
  }
}

/// Receives events of a run.
package protocol SyncObserver: Sendable {
  /// The run walks this many sites, and skips those whose roster is recent.
  func planned(walks: Int, recent: Int)
  /// The roster of a site changed while it was read, and is read again after so many seconds.
  func scheduled(_ site: SiteRef, at date: Date, seconds: TimeInterval)
  /// A roster was published; writing it to the archive took this many seconds.
  func published(_ publication: Publication, of site: SiteRef, seconds: TimeInterval)
  /// Something was not as expected, and the run continues.
  func warning(_ sentence: String)
}

extension SyncObserver {
  /// Ignores the event.
  package func planned(walks: Int, recent: Int) {}
  /// Ignores the event.
  package func scheduled(_ site: SiteRef, at date: Date, seconds: TimeInterval) {}
}
