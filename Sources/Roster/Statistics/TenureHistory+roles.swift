extension TenureHistory {
  /// The history in which a user has one tenure for as long as they have any role at a site: whoever gets
  /// another role neither leaves nor joins.
  package var joiningRoles: TenureHistory {
    struct User: Hashable {
      var site: Int
      var id: Int
    }
    var joined: [SiteTenure] = []
    /// The latest tenure of each user.
    var latest: [User: Int] = [:]
    for tenure in tenures.sorted(by: { $0.tenure.firstSeen < $1.tenure.firstSeen }) {
      let user = User(site: tenure.site, id: tenure.tenure.userID)
      if let index = latest[user], joined[index].tenure.lasts(until: tenure.tenure) {
        joined[index].extend(by: tenure)
      } else {
        latest[user] = joined.count
        joined.append(tenure)
      }
    }
    return TenureHistory(sites: sites, tenures: joined)
  }
}

extension TenureHistory.SiteTenure {
  /// Joins a tenure that begins while this one lasts. The kind is that of the one that lasts longer.
  fileprivate mutating func extend(by later: Self) {
    if isElected != true { isElected = later.isElected ?? isElected }
    if tenure.extend(by: later.tenure) { kind = later.kind }
  }
}
