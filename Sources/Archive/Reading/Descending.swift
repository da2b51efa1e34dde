/// A part of a sort key in descending order.
struct Descending<Value: Comparable>: Comparable {
  private let value: Value

  init(_ value: Value) {
    self.value = value
  }

  static func < (one: Descending, other: Descending) -> Bool {
    one.value > other.value
  }
}
