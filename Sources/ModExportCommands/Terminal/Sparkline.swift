/// A row of bars of different heights, one for each value.
enum Sparkline {
  /// - Parameter values: The lowest is drawn lowest and the highest highest; equal ones stand at half
  ///   height.
  static func drawn(_ values: [Int]) -> String {
    guard let least = values.min(), let most = values.max() else { return "" }
    guard most > least else {
      return String(repeating: bars[bars.count / 2 - 1], count: values.count)
    }
    let step = (Double(most) - Double(least)) / Double(bars.count - 1)
    return String(values.map { bars[Int(((Double($0) - Double(least)) / step).rounded())] })
  }

  private static let bars: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
}
