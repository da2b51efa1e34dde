import Roster
import Tables

extension HTMLReport {
  /// The drawing of those who moderate a site and did, and what it leaves out; no drawing where the site was
  /// read once.
  func timeline(
    of site: SiteRef, _ count: ReportTally.SiteCount, root: String
  ) throws -> (drawing: Timeline?, note: String?) {
    var rows: [Timeline.Row] = []
    var places: [Int: Int] = [:]
    for former in [false, true] where rows.count < Timeline.limit {
      try source.forEachModerator(of: site, former: former, limit: Timeline.limit) { known in
        let moderator = Record<ModeratorColumn>(known.row)
        guard moderator.kind != .community, let user = moderator.number(.userID) else { return }
        // A user with several roles has one row with all tenures.
        if let place = places[user] {
          rows[place].tenures = (rows[place].tenures + known.tenures).sorted {
            ($0.leftAt == nil ? 1 : 0, $0.firstSeen) < ($1.leftAt == nil ? 1 : 0, $1.firstSeen)
          }
        } else if rows.count < Timeline.limit {
          places[user] = rows.count
          let page = address(
            ofUser: user, account: moderator.number(.accountID), on: site)
          rows.append(
            Timeline.Row(
              label: moderator[.displayName] ?? "", link: page.map { root + $0 },
              style: moderator.kind == .staff ? .staff : .moderator, tenures: known.tenures))
        }
      }
    }
    let all = count.moderators + count.staff + count.former
    let note =
      rows.count == Timeline.limit && all > rows.count
      ? "Drawn are \(rows.count.grouped) people of more; the lists have everybody." : nil
    return (Timeline(rows.filter { !$0.tenures.isEmpty }, until: source.asOf), note)
  }
}
