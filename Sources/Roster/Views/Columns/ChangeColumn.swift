/// The columns of the view `changes`.
package enum ChangeColumn: Int, RoleRowColumn {
  case id, network, site, userID, accountID, displayName, kind, detail, observedAt, previousWalkAt,
    role

  package var column: View.Column {
    switch self {
    case .id: .init("id", .integer, "Grows with every change; never used twice.")
    case .network: .network
    case .site: .site
    case .userID: .userID
    case .accountID: .accountID
    case .displayName:
      .init("display_name", .text, "The name after the change; of changes of a site, the site's.")
    case .kind:
      .init(
        "kind", .text,
        "joined, left, returned, renamed or profile; site_renamed, site_closed or site_reopened.")
    case .detail:
      .init(
        "detail", .text, "A JSON object of each column that moved: [value before, value after].")
    case .observedAt:
      .init("observed_at", .time, "The walk, or the list of sites, that saw the change first.")
    case .previousWalkAt:
      .init("previous_walk_at", .time, "When the one before began, which did not see it yet.")
    case .role: .role
    }
  }
}
