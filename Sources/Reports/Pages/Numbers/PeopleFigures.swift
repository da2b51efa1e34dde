import Roster

/// What figures tell of everybody who moderates, staff and robots left out. Its size does not depend on the number of
/// people.
struct PeopleFigures {
  /// How many people moderate that many sites.
  private(set) var peopleBySites: [Int: Int] = [:]
  /// How many people moderate a site.
  var people: Int { peopleBySites.values.reduce(0, +) }
  /// How many moderators, each counted for each site, have a reputation of each class.
  private(set) var reputations: [ReputationClass: Int] = [:]

  /// Counts a person. Staff are those last seen as staff.
  mutating func add(_ presences: [Presence]) {
    let moderated = presences.filter { $0.kind == .moderator && $0.isCurrent }
    for presence in moderated {
      guard let reputation = presence.place.moderator.reputation, reputation >= 0 else { continue }
      reputations[ReputationClass(of: reputation), default: 0] += 1
    }
    if !moderated.isEmpty { peopleBySites[moderated.count, default: 0] += 1 }
  }
}

/// Reputations from 0 to 9, 10 to 19, 20 to 49, 50 to 99, 100 to 199 and so on.
struct ReputationClass: Hashable, Comparable {
  /// 0 for the first.
  let number: Int

  init(number: Int) {
    self.number = number
  }

  /// - Parameter reputation: At least 0.
  init(of reputation: Int) {
    var (rest, digits) = (reputation, 1)
    while rest >= 10 { (rest, digits) = (rest / 10, digits + 1) }
    number = digits == 1 ? 0 : (digits - 2) * 3 + (rest >= 5 ? 3 : rest >= 2 ? 2 : 1)
  }

  static func < (one: Self, other: Self) -> Bool { one.number < other.number }

  /// The least reputation of the class.
  var least: Int {
    guard number > 0 else { return 0 }
    var least = [1, 2, 5][(number - 1) % 3]
    for _ in 0...(number - 1) / 3 { least = least &* 10 }
    return least
  }

  /// Such as `10k`.
  var start: String { least < 1_000 ? "\(least)" : "\((least / 1_000).grouped)k" }

  /// Such as `10,000–19,999`.
  var words: String {
    "\(least.grouped)–\((Self(number: number + 1).least &- 1).grouped)"
  }
}
