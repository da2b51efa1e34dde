import Roster

/// What the index tells about the whole archive. Its size depends on the number of sites and months,
/// not on the number of moderators.
struct ReportTally {
  /// Rows of `sites`.
  var sites: [Row] = []
  /// The latest finished walk of each site.
  var latestWalks: [ReportSite: Row] = [:]
  var moderators = 0
  var people = 0
  var changes = 0
  /// How many people moderate that many sites.
  var peopleBySites: [Int: Int] = [:]
  /// How many moderators have a reputation of at least 10 to that power.
  var moderatorsByMagnitude: [Int: Int] = [:]
  /// Joiners (returners included) and leavers of each month, such as `2026-11`.
  var joinedByMonth: [String: Int] = [:]
  var leftByMonth: [String: Int] = [:]

  /// Reads the archive once.
  init(_ source: any ReportSource) throws {
    try source.forEachRow(of: .sites, site: nil, order: .key) { sites.append($0) }
    let walk = Record(of: .walks)
    try source.forEachRow(of: .walks, site: nil, order: .key) { row in
      let walk = walk.with(row)
      if walk["finished_at"] != nil { latestWalks[walk.site] = row }
    }
    let moderator = Record(of: .moderators)
    try source.forEachRow(of: .moderators, site: nil, order: .key) { row in
      moderators += 1
      let reputation = moderator.with(row).number("reputation")
      if let reputation { moderatorsByMagnitude[magnitude(of: reputation), default: 0] += 1 }
    }
    let person = Record(of: .people)
    try source.forEachRow(of: .people, site: nil, order: .key) { row in
      people += 1
      peopleBySites[person.with(row).number("sites") ?? 0, default: 0] += 1
    }
    let change = Record(of: .changes)
    try source.forEachRow(of: .changes, site: nil, order: .key) { count(change.with($0)) }
  }

  private mutating func count(_ change: Record) {
    changes += 1
    guard let month = change["observed_at"].map({ String($0.prefix(7)) }) else { return }
    switch change["kind"] {
    case "joined", "returned": joinedByMonth[month, default: 0] += 1
    case "left": leftByMonth[month, default: 0] += 1
    default: break
    }
  }
}

/// The number of digits before the last.
private func magnitude(of number: Int) -> Int {
  String(max(number, 1)).utf8.count - 1
}
