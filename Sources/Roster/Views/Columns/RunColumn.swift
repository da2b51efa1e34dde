/// The columns of the view `runs`.
package enum RunColumn: Int, ViewColumn {
  case id, startedAt, finishedAt, outcome, requests, retries, quotaRemaining

  package var column: View.Column {
    switch self {
    case .id: .init("id", .integer, "The run's number.")
    case .startedAt: .init("started_at", .time, "When the run began.")
    case .finishedAt:
      .init(
        "finished_at", .time,
        "When it ended; absent while it runs and where it could not record its end.")
    case .outcome:
      .init(
        "outcome", .text,
        "complete, problems, stopped, interrupted, unreachable or failed; killed where the next run "
          + "found that it had not recorded its end, be it killed or out of disk space.")
    case .requests: .init("requests", .integer, "Requests sent, retries included.")
    case .retries: .init("retries", .integer, "Requests sent again after a failure.")
    case .quotaRemaining:
      .init("quota_remaining", .integer, "Requests that the API still allowed at the end.")
    }
  }
}
