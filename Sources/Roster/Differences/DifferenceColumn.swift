/// The columns of a comparison of rosters.
package enum DifferenceColumn: Int, RoleRowColumn {
  case network, site, userID, accountID, displayName, kind, change, before, after, previousWalkAt,
    observedAt, role

  package var column: View.Column {
    switch self {
    case .network: .network
    case .site: .site
    case .userID: .userID
    case .accountID: .accountID
    case .displayName:
      .init("display_name", .text, "The name at the later date; of one who left, the last one.")
    case .kind: .init("kind", .text, "moderator, staff or community, at the later date.")
    case .change: .init("change", .text, "joined, returned, left, renamed, kind or elected.")
    case .before: .init("before", .text, "The value at the earlier date, of a changed value.")
    case .after: .init("after", .text, "The value at the later date, of a changed value.")
    case .previousWalkAt:
      .init("previous_walk_at", .time, "The latest reading that did not see any of it yet.")
    case .observedAt: .init("observed_at", .time, "The first reading that saw all of it.")
    case .role: .role
    }
  }
}
