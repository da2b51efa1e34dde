import FoundationEssentials
import Roster

/// What holders were called over time: the names that ``SiteTenures/name(of:by:)`` gives for every moment.
extension SiteTenures {
  /// The tenures with the names of their holders in turn.
  var named: [Tenure] {
    tenures.map { tenure in
      guard let user = tenure.userID, let member = members[Moderator.Key(user, as: tenure.role)],
        !hasClaimedName(tenure)
      else { return tenure }
      var named = tenure
      named.names = names(of: member)
      if named.names.map(\.name) == [tenure.name] { named.names = [] }
      return named
    }
  }

  private func names(of member: PastMember) -> [DatedName] {
    var names: [DatedName] = []
    for moment in [Date.distantPast] + moments(of: member).sorted() {
      guard let name = name(of: member, by: moment + 1), name != names.last?.name else { continue }
      names.append(DatedName(name, since: moment))
    }
    return names
  }

  /// All after which the name can be another one: what readings show first, what the log tells before and after it, and
  /// the readings that show that a row of the log is about somebody else.
  private func moments(of member: PastMember) -> Set<Date> {
    let margin = RightsHistory.clockMargin
    var moments: Set<Date> = []
    for (place, version) in member.versions.enumerated() {
      var seen = Date(unixSeconds: version.readAt)
      moments.insert(seen)
      if place == 0 {
        moments.formUnion(renames.names(before: version.name, at: seen + margin).map(\.until))
      }
      let next = member.versions.dropFirst(place + 1).first
      let end = next.map { Date(unixSeconds: $0.readAt) } ?? .distantFuture
      while let row = renames.firstMention(of: version.name, from: seen - margin), row <= end {
        let told = renames.names(after: version.name, from: seen - margin, until: end + 1)
        moments.formUnion(told.map(\.since))
        let reading = readings.first { Date(unixSeconds: $0.startedAt) - margin > row }
        guard let reading, Date(unixSeconds: reading.finishedAt) < end else { break }
        moments.insert(Date(unixSeconds: reading.finishedAt))
        seen = max(seen + 1, Date(unixSeconds: reading.startedAt))
      }
    }
    return moments
  }
}
