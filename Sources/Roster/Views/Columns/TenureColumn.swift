/// The columns of the view `tenures`.
package enum TenureColumn: Int, RoleRowColumn {
  case network, site, userID, accountID, displayName, kind, role, beganAfter, beganBefore,
    endedAfter,
    endedBefore, source, grade, since, sinceSource, until, untilSource, absentBefore, firstSeen,
    lastSeen, leftAt

  package var column: View.Column {
    switch self {
    case .network: .network
    case .site: .site
    case .userID:
      .init(
        "user_id", .integer,
        "The user's id on this site; absent where no roster had the account that a log names.")
    case .accountID: .accountID
    case .displayName: .init("display_name", .text, "The user's name, as far as it is known.")
    case .kind:
      .init(
        "kind", .text,
        "moderator, staff or community, as last seen; absent where only a log tells of the tenure.")
    case .role: .role
    case .beganAfter:
      .init(
        "began_after", .time,
        "The tenure began after this, or then where it is the same as began_before; absent where nobody knows."
      )
    case .beganBefore: .init("began_before", .time, "The tenure had begun by then.")
    case .endedAfter:
      .init(
        "ended_after", .time,
        "The tenure lasted until then at least: when the last reading with it began.")
    case .endedBefore:
      .init(
        "ended_before", .time,
        "The tenure had ended by then; absent while it lasts, or where a log does not tell that it ended."
      )
    case .source:
      .init(
        "source", .text,
        "observed where rosters give these bounds, rights_log where a log does, both words where each gives some."
      )
    case .grade:
      .init(
        "grade", .text,
        "The weakest grade of the rosters between which it began and ended; absent where only a log tells of it."
      )
    case .since:
      .init(
        "since", .time,
        "When the tenure began: as a log tells it, or else when the first roster with it was read.")
    case .sinceSource:
      .init(
        "since_source", .text,
        "rights_log where a log tells the beginning, observed where it is that of a roster.")
    case .until:
      .init(
        "until", .time,
        "When it ended, in the same way, or until when a log tells of it; absent while it lasts.")
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
