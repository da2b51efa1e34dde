/// The columns of the view `tenures`.
package enum TenureColumn: Int, RoleRowColumn {
  case network, site, userID, role, accountID, displayName, since, sinceSource, until, untilSource,
    absentBefore, firstSeen, lastSeen, leftAt

  package var column: View.Column {
    switch self {
    case .network: .network
    case .site: .site
    case .userID:
      .init(
        "user_id", .integer,
        "The user's id on this site; absent where no roster had the user that a log names.")
    case .role: .role
    case .accountID: .accountID
    case .displayName: .init("display_name", .text, "The user's name, as far as it is known.")
    case .since:
      .init(
        "since", .time,
        "When the tenure began: as a log tells it, or else when the first roster with it was read.")
    case .sinceSource:
      .init(
        "since_source", .text,
        "rights_log where a log tells the beginning, observed where it is that of a roster.")
    case .until:
      .init("until", .time, "When it ended, in the same way; absent while it lasts.")
    case .untilSource:
      .init("until_source", .text, "rights_log or observed; absent while it lasts.")
    case .absentBefore:
      .init(
        "absent_before", .time,
        "The last roster without the user; absent where they were on the first one.")
    case .firstSeen:
      .init("first_seen", .time, "The first roster with the user; absent where none was.")
    case .lastSeen: .init("last_seen", .time, "The latest roster with the user.")
    case .leftAt:
      .init("left_at", .time, "The first roster without them again; absent while they moderate.")
    }
  }
}
