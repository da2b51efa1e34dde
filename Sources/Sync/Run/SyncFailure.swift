package import FoundationEssentials
package import Roster
package import Transport

/// Why a run is impossible.
package enum SyncFailure: Error, Hashable, Sendable {
  /// There is no list of sites, neither from the API nor in the archive.
  case noSites(Fault)
  /// The API refuses the key, which comes from `origin`: every request would fail.
  case keyRefused(Fault, origin: String)
  /// A value that all requests need, such as a filter, could not be created; a later run may
  /// succeed.
  case notPrepared(Fault, noun: String)
  /// No site matches the text that the user typed; with similar sites as suggestions.
  case unknownSite(String, suggestions: [Site])
  /// Several sites are called as the user typed.
  case ambiguousSite(String, [Site])
  /// The API is not the one that the archive was mirrored from.
  case otherAPI(String, archive: String)
  /// This machine's clock and the API's differ by more than the allowed skew.
  case wrongClock(ours: Date, theirs: Date)
  /// This machine's clock and those of so many servers of single sites differ, and too few confirm it.
  case contradictedClock(ours: Date, theirs: Date, servers: Int)
  /// The archive's newest roster is dated later than now, whether or not the API confirms this
  /// machine's clock.
  case futureRoster(SiteRef, readAt: Date, now: Date)
  /// The archive has no scope: the user has not selected sites yet.
  case noScope
}

extension SyncFailure {
  /// Whether a wrong clock is the reason that the run recorded nothing.
  var isOfClock: Bool {
    switch self {
    case .wrongClock, .contradictedClock, .futureRoster: true
    case .noSites, .keyRefused, .notPrepared, .unknownSite, .ambiguousSite, .otherAPI, .noScope:
      false
    }
  }
}
