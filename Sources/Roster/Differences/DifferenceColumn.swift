/// The columns of a comparison of rosters.
package enum DifferenceColumn: Int, RoleRowColumn {
  case network, site, userID, accountID, displayName, kind, role, change, before, after,
    previousWalkAt, observedAt

  package static let columns: [View.Column] = [
    .network, .site, .userID, .accountID,
    .init("display_name", .text, "The name at the later date; of one who left, the last one."),
    .init("kind", .text, "moderator, staff or community, at the later date."),
    .role,
    .init("change", .text, "joined, returned, left, renamed, kind or elected."),
    .init("before", .text, "The value at the earlier date, of a changed value."),
    .init("after", .text, "The value at the later date, of a changed value."),
    .init("previous_walk_at", .time, "The latest reading that did not see any of it yet."),
    .init("observed_at", .time, "The first reading that saw all of it."),
  ]
}
