/// The columns of the view `walks`.
package enum WalkColumn: Int, SiteRowColumn {
  case id, runID, network, site, startedAt, finishedAt, verdict, grade, reasons, total, items,
    pages,
    requests

  package static let columns: [View.Column] = [
    .init("id", .integer, "The walk's number."),
    .init("run_id", .integer, "The run that began the walk."),
    .network, .site,
    .init(
      "started_at", .time,
      "When its first page was asked for; where a cache answered, when its oldest page was true."),
    .init("finished_at", .time, "When its verdict fell; absent while unfinished."),
    .init("verdict", .text, "complete, unproven or incomplete; absent while unfinished."),
    .init(
      "grade", .text,
      "How much is claimed of its roster: complete, corroborated or published; absent where it published none."
    ),
    .init(
      "reasons", .text,
      "The rules that do not hold, and what the list cannot prove, separated by spaces."),
    .init("total", .integer, "The roster's size as the first page says."),
    .init("items", .integer, "Items of the first reading."),
    .init("pages", .integer, "Pages of both readings."),
    .init("requests", .integer, "Requests sent for this walk, retries included."),
  ]
}

/// The columns of the view `pages`.
package enum PageColumn: Int, ViewColumn {
  case walkID, role, reading, page, position, itemCount, hasMore, total, sha256, fetchedAt

  package static let columns: [View.Column] = [
    .init("walk_id", .integer, "The walk that the page belongs to."),
    .init("role", .text, "The role whose list the page belongs to.", shortening: .never),
    .init("reading", .integer, "1, or 2 for the second reading."),
    .init("page", .integer, "The page's number in its list, from 1."),
    .init("position", .text, "Where the page begins in a list without page numbers; else absent."),
    .init("item_count", .integer, "Items on the page."),
    .init("has_more", .integer, "1 where the page says that others follow, else 0."),
    .init("total", .integer, "The roster's size as this page says."),
    .init("sha256", .text, "SHA-256 of the page's items."),
    .init("fetched_at", .time, "When the page came."),
  ]
}

/// The columns of the view `runs`.
package enum RunColumn: Int, ViewColumn {
  case id, startedAt, finishedAt, outcome, requests, retries, quotaRemaining

  package static let columns: [View.Column] = [
    .init("id", .integer, "The run's number."),
    .init("started_at", .time, "When the run began."),
    .init(
      "finished_at", .time,
      "When it ended; absent while it runs and where it could not record its end."),
    .init(
      "outcome", .text,
      "complete, problems, stopped, interrupted, unreachable or failed; killed where the next run "
        + "found that it had not recorded its end, be it killed or out of disk space."),
    .init("requests", .integer, "Requests sent, retries included."),
    .init("retries", .integer, "Requests sent again after a failure."),
    .init("quota_remaining", .integer, "Requests that the API still allowed at the end."),
  ]
}
