import Roster

/// A fingerprint of a set of rows of a roster, to which rows can be added and from which they can be removed without
/// keeping the set: their number, and a sum over them. It holds within one process.
///
/// Two different sets have the same sum by chance once in 2^64.
struct IDSum: Hashable {
  private(set) var count = 0
  private var sum = 0

  init(_ keys: [Moderator.Key] = []) {
    for key in keys { add(key) }
  }

  mutating func add(_ key: Moderator.Key) {
    count += 1
    sum &+= key.hashValue
  }

  mutating func remove(_ key: Moderator.Key) {
    count -= 1
    sum &-= key.hashValue
  }
}
