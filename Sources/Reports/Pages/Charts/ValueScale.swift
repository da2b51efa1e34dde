/// An axis of numbers that contains zero, with lines at round numbers.
struct ValueScale {
  let bottom: Int
  let top: Int
  private let step: Int

  /// - Parameters:
  ///   - most: The largest value; at least 0.
  ///   - least: The smallest one; at most 0.
  init(most: Double, least: Double = 0) {
    let span = max(most - least, 1)
    var (unit, step) = (1, 1)
    // Two to four lines above the lowest one.
    while true {
      let fitting = [10, 20, 25, 30, 40, 50].lazy.map { $0 * unit / 10 }
        .first { Double($0) * 4 >= span }
      if let fitting {
        step = fitting
        break
      }
      unit *= 10
    }
    self.step = step
    top = max(Int((most / Double(step)).rounded(.up)), least < 0 ? 0 : 1) * step
    bottom = Int((least / Double(step)).rounded(.down)) * step
  }

  /// The numbers at which there is a line, the lowest first.
  var ticks: [Int] { Array(stride(from: bottom, through: top, by: step)) }

  /// The place of a value in percent from the top.
  func place(of value: Double) -> Double {
    let part = (Double(top) - value) / Double(top - bottom)
    return min(max(part, 0), 1) * 100
  }
}
