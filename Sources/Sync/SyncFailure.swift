package import Roster
package import Transport

/// Why a run cannot be done at all.
package enum SyncFailure: Error, Hashable, Sendable {
  /// There is no list of sites, neither from the API nor in the archive.
  case noSites(Fault)
  /// The API refuses the key, which comes from `origin`: no request can do better.
  case keyRefused(Fault, origin: String)
  /// The filter that all requests need could not be made, which may pass.
  case noFilter(Fault)
  /// No site is meant by what somebody typed; with those that may be.
  case unknownSite(String, suggestions: [Site])
  /// Nobody has said yet which sites the archive is to hold.
  case noScope
}
