package import Archive
package import FoundationEssentials
package import Roster
import Synchronization

/// The progress of a run, for a reader that polls it.
package final class SyncProgress: Sendable {
  private let counts = Mutex<(done: Int, sites: Int)>((0, 0))

  package init() {}

  /// Sites that are finished in this run.
  package var sitesDone: Int { counts.withLock(\.done) }
  /// Sites that the run walks; 0 until this is known.
  package var sites: Int { counts.withLock(\.sites) }

  func begin(sites: Int) {
    counts.withLock { $0 = (0, sites) }
  }

  func finishSite() {
    counts.withLock { $0.done += 1 }
  }
}

/// Receives events of a run.
package protocol SyncObserver: Sendable {
  /// A roster was published; writing it to the archive took this many seconds.
  func published(_ publication: Publication, of site: SiteRef, seconds: TimeInterval)
  /// Something was not as expected, and the run continues.
  func warning(_ sentence: String)
}
