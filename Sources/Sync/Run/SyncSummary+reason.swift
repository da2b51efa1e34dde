package import FoundationEssentials
import Networks
import Roster
package import Transport

extension SyncSummary {
  /// Why the run ended early, failed, or has a problem that concerns no single site, in one word for
  /// scripts; nil where there is no such reason.
  package var reason: String? {
    failure?.reason ?? stopped?.name ?? problems.first { $0.site == nil }?.reason
      ?? problems.first { $0.reason == Problem.electedReason }?.reason
  }

  /// When the API allows requests again that it refused this run; nil where it refused none.
  package func until(now: Date) -> Date? {
    switch stopped {
    case .quota: ThrottleState.quotaReturns(after: now)
    case .lockedOut, .unanswered: throttle.latestWait(after: now)?.until
    case .requestLimit, .unreachable, .refused, .cancelled, .signal, nil: nil
    }
  }
}

extension SyncFailure {
  /// In one word, for scripts.
  package var reason: String {
    switch self {
    case .noSites: "no_sites"
    case .keyRefused: "key_refused"
    case .notPrepared(_, let noun): "no_\(noun)"
    case .otherAPI: "other_api"
    case .wrongClock, .contradictedClock: "wrong_clock"
    case .futureRoster: "future_roster"
    case .unknownSite: "unknown_site"
    case .ambiguousSite: "ambiguous_site"
    case .noScope: "no_scope"
    }
  }
}

extension Stopped.Reason {
  /// In one word, for scripts.
  package var name: String {
    switch self {
    case .requestLimit: "request_limit"
    case .quota: "quota"
    case .lockedOut: "locked_out"
    case .unreachable: "unreachable"
    case .unanswered: "unanswered"
    case .refused(let fault): fault.kind.rawValue
    case .cancelled, .signal: "interrupted"
    }
  }
}
