/// The columns of a comparison of two moments.
package enum DifferenceColumn: Int, RoleRowColumn {
  case network, site, userID, accountID, displayName, kind, role, change, known, before, after,
    happenedAfter, happenedBy, source

  package static let columns: [View.Column] = [
    .network, .site, TenureColumn.userID.column, .accountID,
    .init(
      "display_name", .text, "The name at the later moment; of one who left, at the earlier one."),
    .init("kind", .text, "moderator, staff or community; absent where only a log tells of them."),
    .role,
    .init("change", .text, "joined, returned, left, renamed, kind or elected."),
    .init(
      "known", .text,
      "yes where it surely happened between the two moments; maybe where it can have happened outside of them."
    ),
    .init(
      "before", .text,
      "Whether they held the role at the earlier moment: yes, maybe or no; of a changed value that value."
    ),
    .init("after", .text, "The same of the later moment."),
    .init(
      "happened_after", .time,
      "It happened after this, or then where it is the same as happened_by; absent where nobody knows."
    ),
    .init("happened_by", .time, "It had happened by then; absent where nobody knows."),
    .init("source", .text, "Who says so: reading, log, dump, badge or claim."),
  ]
}
