/// The run ends early and on purpose; pages fetched so far are kept.
package struct Stopped: Error, Hashable, Sendable {
  package var reason: Reason

  package init(_ reason: Reason) {
    self.reason = reason
  }

  /// Why a run ends early.
  package enum Reason: Hashable, Sendable {
    /// The limit of `--max-requests` is reached.
    case requestLimit
    /// Only the reserve of the quota is left.
    case quota
    /// The API asks for a longer wait than the run may make.
    case lockedOut
    /// What the run needs first could not be fetched: the filter, the list of sites, or the time for `--redate`.
    case unreachable
    /// This many consecutive requests got no answer; the fault is that of the last one.
    case unanswered(requests: Int, last: Fault)
    /// The API refuses this request and every other one of the run.
    case refused(Fault)
    /// The caller cancelled the run.
    case cancelled
    /// The process received a signal, with its number.
    case signal(Int32)
  }
}
