package import FoundationEssentials
package import Roster
package import Transport

/// Why a run cannot be done at all.
package enum SyncFailure: Error, Hashable, Sendable {
  /// There is no list of sites, neither from the API nor in the archive.
  case noSites(Fault)
  /// The API refuses the key, which comes from `origin`: no request can do better.
  case keyRefused(Fault, origin: String)
  /// What all requests need beside, such as a filter, could not be made, which may pass.
  case notPrepared(Fault, noun: String)
  /// No site is meant by what somebody typed; with those that may be.
  case unknownSite(String, suggestions: [Site])
  /// Another API answers than the one that the archive was mirrored from.
  case otherAPI(String, archive: String)
  /// This machine's clock and the API's differ by more than can be.
  case wrongClock(ours: Date, theirs: Date)
  /// The archive's newest roster was read later than now, by a clock that the API confirms or that nobody
  /// does.
  case futureRoster(SiteRef, readAt: Date, now: Date)
  /// Nobody has said yet which sites the archive is to hold.
  case noScope
}

extension SyncFailure {
  /// Whether the clock kept the run from taking anything into the archive.
  var isOfClock: Bool {
    switch self {
    case .wrongClock, .futureRoster: true
    default: false
    }
  }
}
