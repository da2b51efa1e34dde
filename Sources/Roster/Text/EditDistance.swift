/// How far two texts are apart in typing errors.
package enum EditDistance {
  /// The fewest letters inserted, left out, replaced, or swapped with their neighbour that turn one
  /// text into the other; no letter is touched twice (optimal string alignment). A letter is a scalar:
  /// folding takes syllables of Hangul apart, and each of their parts can be mistyped.
  ///
  /// - Parameter limit: 0 or more.
  /// - Returns: nil where more than `limit` are needed. The cost is the product of the lengths, but
  ///   nothing where the lengths alone are further apart.
  package static func between(_ first: String, _ second: String, atMost limit: Int) -> Int? {
    let (left, right) = (Array(first.unicodeScalars), Array(second.unicodeScalars))
    guard abs(left.count - right.count) <= limit else { return nil }
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let replaced = last[column] + (left[row] == right[column] ? 0 : 1)
        var least = min(replaced, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          least = min(least, beforeLast[column - 1] + 1)
        }
        current.append(least)
      }
      // Nor can a swap come later: up to its first letter, replaced, it has cost as much already.
      if current.allSatisfy({ $0 > limit }) { return nil }
      (beforeLast, last) = (last, current)
    }
    return last[right.count] <= limit ? last[right.count] : nil
  }
}
