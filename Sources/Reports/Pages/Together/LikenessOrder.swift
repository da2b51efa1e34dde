/// Puts things beside those that they are like.
package enum LikenessOrder {
  /// The things in an order in which like ones are neighbours: the two likest groups are joined until none
  /// are alike, each turned so that the likest ends meet. The same likenesses give the same order.
  ///
  /// The work grows with the third power of the number of things.
  ///
  /// - Parameter likeness: A symmetric table of numbers that are at least 0.
  package static func order(_ likeness: [[Double]]) -> [Int] {
    var groups = likeness.indices.map { Optional([$0]) }
    // How like two groups are: the mean of their members.
    var mean = likeness
    while let (one, other) = likest(groups, mean), let first = groups[one],
      let second = groups[other]
    {
      for index in groups.indices where groups[index] != nil {
        let sum =
          mean[one][index] * Double(first.count) + mean[other][index] * Double(second.count)
        mean[one][index] = sum / Double(first.count + second.count)
        mean[index][one] = mean[one][index]
      }
      groups[one] = joined(first, second, likeness)
      groups[other] = nil
    }
    return groups.compactMap(\.self)
      .sorted { ($1.count, $0.min() ?? 0) < ($0.count, $1.min() ?? 0) }.flatMap(\.self)
  }

  /// Nil where no two are alike.
  private static func likest(_ groups: [[Int]?], _ mean: [[Double]]) -> (Int, Int)? {
    var (best, pair): (Double, (Int, Int)?) = (0, nil)
    let rest = groups.indices.filter { groups[$0] != nil }
    for (place, one) in rest.enumerated() {
      for other in rest[(place + 1)...] where mean[one][other] > best {
        (best, pair) = (mean[one][other], (one, other))
      }
    }
    return pair
  }

  private static func joined(
    _ first: [Int], _ second: [Int], _ likeness: [[Double]]
  ) -> [Int] {
    var (best, order) = (-1.0, first + second)
    for one in [first, first.reversed()] {
      for other in [second, second.reversed()] {
        guard let end = one.last, let start = other.first, likeness[end][start] > best else {
          continue
        }
        (best, order) = (likeness[end][start], one + other)
      }
    }
    return order
  }
}
