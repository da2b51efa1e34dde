import Roster

/// What faults have done to a roster since the network started: who left, and who joined.
struct Movement: Hashable, Sendable {
  /// How many have left. Each time it is the second moderator by creation; the Community user never
  /// leaves.
  var left = 0
  /// How many have joined right after the Community user in the order of creation.
  var joinedFront = 0
  /// How many have joined at the end of the order of creation.
  var joinedBack = 0

  /// Applies the faults of one request.
  mutating func move(_ hits: Hits) {
    if hits.contains(.leaves) { left += 1 }
    if hits.contains(.joins) { joinedFront += 1 }
    if hits.contains(.swaps) {
      left += 1
      joinedBack += 1
    }
  }
}

/// A roster of the network with the moves of faults, by creation date like the roster itself.
struct MovingRoster: RandomAccessCollection, Sendable {
  private let base: SampleRoster
  private let movement: Movement
  private let left: Int
  let endIndex: Int

  var startIndex: Int { 0 }

  init(_ base: SampleRoster, moved movement: Movement) {
    self.base = base
    self.movement = movement
    left = Swift.min(movement.left, Swift.max(0, base.count - 1))
    endIndex = base.count - left + movement.joinedFront + movement.joinedBack
  }

  /// A roster without members.
  static var empty: MovingRoster {
    MovingRoster(SampleRoster(seed: 0, day: 0), moved: Movement())
  }

  subscript(position: Int) -> SampleUser {
    if position == 0, let first = base.first { return first }
    let front = position - 1
    if front < movement.joinedFront {
      return joiner(front, at: SampleClock.firstAccount + 1 + front)
    }
    let back = position - (endIndex - movement.joinedBack)
    if back >= 0 {
      return joiner(1_000 + back, at: SampleClock.lastAccount + 1 + back)
    }
    return base[position - movement.joinedFront + left]
  }

  /// A new user who was never on the roster.
  private func joiner(_ number: Int, at creation: Int) -> SampleUser {
    let id = 2_000_000_000 + number
    return SampleUser(
      userID: id, accountID: 2_100_000_000 + number, displayName: "Newcomer \(number)",
      isStaff: false, isElected: true, reputation: 500 + number,
      reputationChange: [0, 0, 0, 0, 0], badges: .init(), creationDate: creation,
      lastAccessDate: creation, link: "https://example.org/users/\(id)/newcomer-\(number)",
      profileImage: "https://i.sstatic.net/newcomer.png?s=256", questionCount: 0, answerCount: 0)
  }
}
