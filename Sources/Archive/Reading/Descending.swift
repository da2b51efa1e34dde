/// A part of a sort key that goes from the highest to the lowest.
struct Descending<Value: Comparable>: Comparable {
  private let value: Value

  init(_ value: Value) {
    self.value = value
  }

  static func < (one: Descending, other: Descending) -> Bool {
    one.value > other.value
  }
}
