/// The number of typing errors between two texts.
package enum EditDistance {
  /// The minimum number of insertions, deletions, replacements and swaps of adjacent letters that
  /// turn one text into the other; no letter is edited twice (optimal string alignment). A letter
  /// is a Unicode scalar: folding decomposes Hangul syllables, and each of their parts can be
  /// mistyped.
  ///
  /// - Parameter limit: 0 or more.
  /// - Returns: nil where it is more than `limit`. The cost is the product of the lengths; constant
  ///   where the lengths differ by more than `limit`.
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
      // A later swap cannot help either: replacing its first letter has the same cost so far.
      if current.allSatisfy({ $0 > limit }) { return nil }
      (beforeLast, last) = (last, current)
    }
    return last[right.count] <= limit ? last[right.count] : nil
  }
}
