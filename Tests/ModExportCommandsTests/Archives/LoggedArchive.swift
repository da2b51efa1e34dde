import Archive
import ArchiveKit
import FoundationEssentials
import Roster
import TestKit

extension ArchiveMaker {
  /// Logs of `math` that tell of one tenure, from 2008 to 2011.
  ///
  /// - Parameters:
  ///   - name: The user's name then.
  ///   - isHidden: Whether the rows hide whom they are about.
  ///   - isUnread: Whether nobody can read the roles of the rows.
  ///   - renames: Those in the log of renames.
  func logOldHand(
    _ name: String = "Old Hand", role: Role = .moderator, isHidden: Bool = false,
    isUnread: Bool = false,
    renames: [(day: String, rename: UserRename)] = []
  ) throws {
    let dates = ["2008-03-04T05:06:07Z", "2011-02-03T04:05:06Z"].compactMap(
      Date.init(dayOrInstant:))
    let logs = ["rights", "renames"].map { LogRef($0, of: "math", in: testNetwork) }
    _ = try archive.beginLogs(logs)
    var state = LogState(roles: [.moderator, role])
    (state.newestAt, state.oldestAt, state.readUntil) = (dates[1], dates[0], .november(20))
    state.isWhole = true
    let held = [RightsChange.Membership(role, tellsExpiry: true)]
    let user = isHidden ? nil : name
    let changes = [
      RightsChange(name: user, before: isUnread ? nil : [], after: isUnread ? nil : held),
      RightsChange(name: user, before: isUnread ? nil : held, after: isUnread ? nil : []),
    ]
    let entries = zip(dates, changes).enumerated().map {
      LogEntry(id: $0, time: $1.0, .rights($1.1))
    }
    try archive.record(entries, of: logs[0], reaching: state)
    let names = renames.enumerated().compactMap { id, row in
      Date(dayOrInstant: row.day).map { LogEntry(id: id, time: $0, .rename(row.rename)) }
    }
    try archive.record(names, of: logs[1], reaching: state)
    try archive.recordLoggedTenures(in: testNetwork)
  }
}
