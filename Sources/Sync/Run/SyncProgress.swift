package import Archive
package import FoundationEssentials
package import Roster
import Synchronization

/// How far a run is, for somebody who looks now and then.
package final class SyncProgress: Sendable {
  private let counts = Mutex<(done: Int, sites: Int)>((0, 0))

  package init() {}

  /// Sites that need nothing more of this run.
  package var sitesDone: Int { counts.withLock(\.done) }
  /// Sites that the run walks; 0 until that is known.
  package var sites: Int { counts.withLock(\.sites) }

  func begin(sites: Int) {
    counts.withLock { $0 = (0, sites) }
  }

  func finishSite() {
    counts.withLock { $0.done += 1 }
  }
}

/// Hears of what a run does, as it does it.
package protocol SyncObserver: Sendable {
  /// A roster was published, which took the archive so many seconds.
  func published(_ publication: Publication, of site: SiteRef, seconds: TimeInterval)
  /// Something was not as expected, and the run goes on.
  func warning(_ sentence: String)
}
