/// The columns of the view `observations`.
package enum ObservationColumn: Int, SiteRowColumn {
  case network, site, readAt, previousReadAt, gapSeconds, moderators, grade

  package var column: View.Column {
    switch self {
    case .network: .network
    case .site: .site
    case .readAt: .init("read_at", .time, "When the published roster was read.")
    case .previousReadAt:
      .init(
        "previous_read_at", .time,
        "When the reading before began, which may have missed what happened since; absent for the first one."
      )
    case .gapSeconds:
      .init("gap_seconds", .integer, "The seconds between both; absent for the first one.")
    case .moderators:
      .init(
        "moderators", .integer,
        "Everybody on the roster, staff and the Community user included, once for each role.")
    case .grade:
      .init(
        "grade", .text,
        "How much is claimed of the roster: complete, corroborated or published.")
    }
  }
}
