/// A row of bars of different heights, one for each value.
enum Sparkline {
  /// - Parameter values: The lowest is drawn lowest and the highest highest; equal ones stand at half
  ///   height.
  static func drawn(_ values: [Int]) -> String {
    // As Double, where two large numbers may be equal.
    let values = values.map(Double.init)
    guard let least = values.min(), let most = values.max() else { return "" }
    guard most > least else {
      return String(repeating: bars[bars.count / 2 - 1], count: values.count)
    }
    let step = (most - least) / Double(bars.count - 1)
    return String(values.map { bars[Int((($0 - least) / step).rounded())] })
  }

  private static let bars: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
}
