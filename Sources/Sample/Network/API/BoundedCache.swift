/// Values that were slow to compute, forgotten before they need much memory.
struct BoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// How many elements all values together may have, besides those of the last one. By default ten rosters
  /// of 25,000 have room, more than a client reads at the same time.
  private let most: Int
  private var values: [Key: (value: Value, elements: Int)] = [:]
  private(set) var elements = 0

  init(most: Int = 300_000) {
    self.most = most
  }

  subscript(key: Key) -> Value? { values[key]?.value }

  /// - Parameter elements: How many elements the value has, on which its memory depends.
  mutating func keep(_ value: Value, as key: Key, elements count: Int) {
    remove(key)
    if elements + count > most {
      values.removeAll()
      elements = 0
    }
    values[key] = (value, count)
    elements += count
  }

  mutating func remove(_ key: Key) {
    elements -= values.removeValue(forKey: key)?.elements ?? 0
  }
}
