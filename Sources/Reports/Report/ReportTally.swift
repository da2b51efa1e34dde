import Roster
import Tables

/// The totals of the whole archive for the index. Its size depends on the number of sites and days, and on
/// the number of people who turned from moderators into staff or back, not on that of all.
struct ReportTally {
  /// Rows of `sites`.
  private(set) var sites: [ReportedSite] = []
  /// The sites of which the archive has a roster, a change or at least an attempt to read them.
  private(set) var sitesWithContent: Set<SiteRef> = []
  /// The latest finished walk of each site.
  private(set) var latestWalks: [SiteRef: Record<WalkColumn>] = [:]
  /// The users of each site, each once, whatever their roles.
  private(set) var counts: [SiteRef: SiteCount] = [:]
  /// Those of all sites.
  private(set) var total = SiteCount()
  private(set) var people = 0
  /// Users of sites, robots left out, who have no account that several sites share.
  private(set) var withoutAccount = 0
  private(set) var changes = 0
  /// When users turned from moderators into staff or back.
  private(set) var kinds = KindChanges()
  /// The names of the users of each site whom no roster had: only a log tells of them.
  private(set) var loggedNames: [SiteRef: Set<String>] = [:]
  /// How many changes each site has.
  private(set) var changesBySite: [SiteRef: Int] = [:]
  /// The days on which a list was read whole.
  private(set) var readings: Set<DayNumber> = []
  /// The users of the site whose rows come now.
  private var users: (site: SiteRef?, ids: Set<Int>) = (nil, [])

  /// The users of a site by what they are.
  struct SiteCount: Hashable {
    var moderators = 0
    var staff = 0
    /// Community users, which are robots.
    var robots = 0
    /// Rows of those who left.
    var former = 0
    /// Rows of those who are there: a user has one for each role.
    var rows = 0
  }

  /// Takes each row of each view once, in the order of their key.
  mutating func count(_ row: Row, of view: View) {
    switch view {
    case .sites:
      let site = ReportedSite(row)
      sites.append(site)
      if site.verdict != nil { sitesWithContent.insert(site.site) }
    case .moderators: count(Record<ModeratorColumn>(row))
    case .formerModerators:
      counts[Record<ModeratorColumn>(row).site, default: SiteCount()].former += 1
    case .people: people += 1
    case .changes: count(ReportedChange(row))
    case .walks:
      let walk = Record<WalkColumn>(row)
      sitesWithContent.insert(walk.site)
      if walk[.finishedAt] != nil { latestWalks[walk.site] = walk }
      if walk.verdict == .complete || walk.verdict == .unproven,
        let day = walk[.finishedAt].flatMap(DayNumber.init)
      {
        readings.insert(day)
      }
    case .tenures:
      let tenure = Record<TenureColumn>(row)
      guard tenure[.kind] == nil else { return }
      sitesWithContent.insert(tenure.site)
      loggedNames[tenure.site, default: []].formUnion(tenure[.displayName].map { [$0] } ?? [])
    case .observations, .pages, .runs: break
    }
  }

  private mutating func count(_ moderator: Record<ModeratorColumn>) {
    counts[moderator.site, default: SiteCount()].rows += 1
    guard isNew(moderator) else { return }
    let field: WritableKeyPath<SiteCount, Int> =
      switch moderator.kind {
      case .moderator, nil: \.moderators
      case .staff: \.staff
      case .community: \.robots
      }
    counts[moderator.site, default: SiteCount()][keyPath: field] += 1
    total[keyPath: field] += 1
    if field != \.robots, moderator.number(.accountID) == nil { withoutAccount += 1 }
  }

  /// Whether no other row of the same user came before.
  private mutating func isNew(_ moderator: Record<ModeratorColumn>) -> Bool {
    if users.site != moderator.site { users = (moderator.site, []) }
    return moderator.number(.userID).map { users.ids.insert($0).inserted } ?? true
  }

  private mutating func count(_ change: ReportedChange) {
    changes += 1
    sitesWithContent.insert(change.site)
    changesBySite[change.site, default: 0] += 1
    kinds.add(change)
  }
}
