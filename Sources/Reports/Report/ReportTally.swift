import Roster
import Tables

/// The totals of the whole archive for the index. Its size depends on the number of sites and months,
/// not on the number of moderators.
final class ReportTally {
  /// Rows of `sites`.
  private(set) var sites: [Row] = []
  /// The latest finished walk of each site.
  private(set) var latestWalks: [SiteRef: Record<WalkColumn>] = [:]
  /// Each user of a site once, whatever their roles.
  private(set) var moderators = 0
  private(set) var people = 0
  private(set) var changes = 0
  /// How many people moderate that many sites.
  private(set) var peopleBySites: [Int: Int] = [:]
  /// How many moderators have a reputation of at least 10 to that power.
  private(set) var moderatorsByMagnitude: [Int: Int] = [:]
  /// Joiners (returners included) and leavers of each month, such as `2026-11`.
  private(set) var joinedByMonth: [String: Int] = [:]
  private(set) var leftByMonth: [String: Int] = [:]
  /// The users of the site whose rows come now.
  private var users: (site: SiteRef?, ids: Set<Int>) = (nil, [])

  /// The views whose rows it wants to see, each once, in the order of their key.
  static let views: Set<View> = [.sites, .moderators, .people, .changes, .walks]

  func count(_ row: Row, of view: View) {
    switch view {
    case .sites: sites.append(row)
    case .moderators:
      let moderator = Record<ModeratorColumn>(row)
      guard isNew(moderator) else { return }
      moderators += 1
      if let reputation = moderator.number(.reputation) {
        moderatorsByMagnitude[magnitude(of: reputation), default: 0] += 1
      }
    case .people:
      people += 1
      peopleBySites[Record<PersonColumn>(row).number(.sites) ?? 0, default: 0] += 1
    case .changes: count(Record(row))
    case .walks:
      let walk = Record<WalkColumn>(row)
      if walk[.finishedAt] != nil { latestWalks[walk.site] = walk }
    case .formerModerators, .pages, .runs: break
    }
  }

  /// Whether no other row of the same user came before.
  private func isNew(_ moderator: Record<ModeratorColumn>) -> Bool {
    if users.site != moderator.site { users = (moderator.site, []) }
    return moderator.number(.userID).map { users.ids.insert($0).inserted } ?? true
  }

  private func count(_ change: Record<ChangeColumn>) {
    changes += 1
    guard let month = change[.observedAt].map({ String($0.prefix(7)) }) else { return }
    switch change.kind {
    case .joined, .returned: joinedByMonth[month, default: 0] += 1
    case .left: leftByMonth[month, default: 0] += 1
    case .renamed, .profile, .siteRenamed, .siteClosed, .siteReopened, nil: break
    }
  }
}

/// The number of digits before the last.
private func magnitude(of number: Int) -> Int {
  var (magnitude, rest) = (0, number / 10)
  while rest > 0 { (magnitude, rest) = (magnitude + 1, rest / 10) }
  return magnitude
}
