package import Roster

/// One event in the roster of one site.
package struct SampleChange: Hashable, Sendable {
  package var site: SiteID
  /// The first of the observed days on which it is visible.
  package var day: Int
  package var userID: Int
  package var accountID: Int
  /// The name after the change; for a moderator who left, the last observed name.
  package var displayName: String
  /// The name before a rename; nil for other kinds.
  package var formerName: String?
  package var kind: Change.Kind
}

extension SampleWorld {
  /// The changes between a first observation of every roster on `fromDay` and one on `toDay`.
  package func changes(fromDay: Int, toDay: Int) -> [SampleChange] {
    changes(seenOn: [fromDay, toDay])
  }

  /// The changes that an observer of every roster on these days finds: by day, then site, then
  /// user.
  ///
  /// The first observation is a baseline without changes. Members who join and leave between two
  /// observations are never found; a member who was observed, left and is on the roster again has
  /// returned.
  ///
  /// - Parameter days: In ascending order.
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

/// Observes one roster on several days and remembers every member.
private struct Watch {
  var site: SiteID
  /// Every user ever observed, as last observed.
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
      if before.isStaff != user.isStaff { changes.append(change(user, .profile, day)) }
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
