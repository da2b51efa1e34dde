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
    try source.forEachRow(of: .moderators, only: ["reputation"]) { row in
      moderators += 1
      if case .integer(let reputation)? = row.first {
        moderatorsByMagnitude[magnitude(of: reputation), default: 0] += 1
      }
    }
    try source.forEachRow(of: .people, only: ["sites"]) { row in
      people += 1
      if case .integer(let sites)? = row.first { peopleBySites[sites, default: 0] += 1 }
    }
    try source.forEachRow(of: .changes, only: ["observed_at", "kind"]) { row in
      count(row.map(\.description))
    }
  }

  /// - Parameter change: When it was observed, and its kind.
  private mutating func count(_ change: [String]) {
    changes += 1
    let month = String(change[0].prefix(7))
    guard !month.isEmpty else { return }
    switch change[1] {
    case "joined", "returned": joinedByMonth[month, default: 0] += 1
    case "left": leftByMonth[month, default: 0] += 1
    default: break
    }
  }
}

/// The number of digits before the last.
private func magnitude(of number: Int) -> Int {
  var (magnitude, rest) = (0, number / 10)
  while rest > 0 { (magnitude, rest) = (magnitude + 1, rest / 10) }
  return magnitude
}
