/// The run ends early and on purpose; what was fetched so far is kept.
package struct Stopped: Error, Hashable, Sendable {
  package var reason: Reason

  package init(_ reason: Reason) {
    self.reason = reason
  }

  /// Why a run ends before it is done.
  package enum Reason: Hashable, Sendable {
    /// `--max-requests` were sent.
    case requestLimit
    /// The quota is down to its reserve.
    case quota
    /// The API answers nothing for longer than the run may wait.
    case lockedOut
    /// What every run needs, a filter and a list of sites, was not there.
    case unreachable
    /// So many requests in a row came to nothing; the last one for this reason.
    case unanswered(requests: Int, last: Fault)
    /// The API refuses this and whatever else the run would ask for.
    case refused(Fault)
    /// Whoever started the run cancelled it.
    case cancelled
    /// Somebody asked the program to end: the number of the signal.
    case signal(Int32)
  }
}
