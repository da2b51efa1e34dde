/// An axis of numbers from zero up, with lines at round numbers.
struct ValueScale {
  private let top: Int
  private let step: Int

  /// - Parameter most: The largest value; at least 0.
  init(most: Double) {
    var (unit, step) = (1, 0)
    // Two to four lines above the lowest one.
    while step == 0 {
      step =
        [10, 20, 25, 30, 40, 50].map { $0 * unit / 10 }.first { Double($0) * 4 >= max(most, 1) }
        ?? 0
      unit *= 10
    }
    self.step = step
    top = max(Int((most / Double(step)).rounded(.up)), 1) * step
  }

  /// The numbers at which there is a line, the lowest first.
  var ticks: [Int] { Array(stride(from: 0, through: top, by: step)) }

  /// The place of a value in percent from the top.
  func place(of value: Double) -> Double {
    min(max((Double(top) - value) / Double(top), 0), 1) * 100
  }
}
