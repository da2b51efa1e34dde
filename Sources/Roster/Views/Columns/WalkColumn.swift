/// The columns of the view `walks`.
package enum WalkColumn: Int, SiteRowColumn {
  case id, runID, network, site, startedAt, finishedAt, verdict, reasons, total, items, pages,
    requests, grade

  package var column: View.Column {
    switch self {
    case .id: .init("id", .integer, "The walk's number.")
    case .runID: .init("run_id", .integer, "The run that began the walk.")
    case .network: .network
    case .site: .site
    case .startedAt:
      .init(
        "started_at", .time,
        "When its first page was asked for; where a cache answered, when its oldest page was true.")
    case .finishedAt: .init("finished_at", .time, "When its verdict fell; absent while unfinished.")
    case .verdict:
      .init("verdict", .text, "complete, unproven or incomplete; absent while unfinished.")
    case .reasons:
      .init(
        "reasons", .text,
        "The rules that do not hold, and what the list cannot prove, separated by spaces.")
    case .total: .init("total", .integer, "The roster's size as the first page says.")
    case .items: .init("items", .integer, "Items of the first reading.")
    case .pages: .init("pages", .integer, "Pages of both readings.")
    case .requests:
      .init("requests", .integer, "Requests sent for this walk, retries included.")
    case .grade:
      .init(
        "grade", .text,
        "How much is claimed of its roster: complete, corroborated or published; absent where it published none."
      )
    }
  }
}
