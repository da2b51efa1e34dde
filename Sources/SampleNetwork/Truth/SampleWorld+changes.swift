package import Roster

/// One thing that happened to the roster of one site.
package struct SampleChange: Hashable, Sendable {
  package var site: SiteID
  /// The day on which somebody who looks on the given days sees it first.
  package var day: Int
  package var userID: Int
  package var accountID: Int
  /// The name after the change; for somebody who left, the last one seen.
  package var displayName: String
  /// The name before a rename; nil for other kinds.
  package var formerName: String?
  package var kind: Change.Kind
}

extension SampleWorld {
  /// What somebody finds who looks at every roster on `fromDay` for the first time and again on
  /// `toDay`.
  package func changes(fromDay: Int, toDay: Int) -> [SampleChange] {
    changes(seenOn: [fromDay, toDay])
  }

  /// What somebody finds who looks at every roster on these days: by day, then site, then user.
  ///
  /// The first look is a baseline and finds nothing. Who came and went between two looks is never
  /// seen; who was seen, left and is there again has returned.
  ///
  /// - Parameter days: In rising order.
  package func changes(seenOn days: [Int]) -> [SampleChange] {
    sites.flatMap { changes(of: $0.site.id, seenOn: days) }
      .sorted { ($0.day, $0.site, $0.userID) < ($1.day, $1.site, $1.userID) }
  }

  /// The changes of one site.
  package func changes(of id: SiteID, seenOn days: [Int]) -> [SampleChange] {
    guard let site = site(id), let baseline = days.first else { return [] }
    var watch = Watch(site: id)
    watch.see(SampleRoster(of: site, seed: seed, day: baseline))
    return days.dropFirst().flatMap { day in
      watch.changes(on: day, in: SampleRoster(of: site, seed: seed, day: day))
    }
  }
}

/// Somebody who looks at one roster from time to time and remembers everybody.
private struct Watch {
  var site: SiteID
  /// Everybody ever seen, as last seen.
  private var known: [Int: SampleUser] = [:]
  private var present: Set<Int> = []

  init(site: SiteID) {
    self.site = site
  }

  mutating func see(_ roster: SampleRoster) {
    present = Set(roster.map(\.userID))
    for user in roster { known[user.userID] = user }
  }

  mutating func changes(on day: Int, in roster: SampleRoster) -> [SampleChange] {
    let now = Set(roster.map(\.userID))
    var changes = present.subtracting(now).sorted()
      .compactMap { known[$0].map { change($0, .left, day) } }
    for user in roster {
      if !present.contains(user.userID) {
        changes.append(change(user, known[user.userID] == nil ? .joined : .returned, day))
      }
      guard let before = known[user.userID] else { continue }
      if before.displayName != user.displayName {
        changes.append(change(user, .renamed, day, formerName: before.displayName))
      }
      if before.profile != user.profile { changes.append(change(user, .profile, day)) }
    }
    see(roster)
    return changes
  }

  private func change(
    _ user: SampleUser, _ kind: Change.Kind, _ day: Int, formerName: String? = nil
  ) -> SampleChange {
    SampleChange(
      site: site, day: day, userID: user.userID, accountID: user.accountID,
      displayName: user.displayName, formerName: formerName, kind: kind)
  }
}

extension SampleUser {
  /// What counts as the profile: an empty address is as good as none.
  fileprivate var profile: [String?] {
    [isStaff ? "staff" : "", location, websiteURL?.isEmpty == true ? nil : websiteURL, aboutMe]
  }
}
