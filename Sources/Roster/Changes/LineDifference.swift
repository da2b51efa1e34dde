/// How a list of lines differs from the one that it should be.
package enum LineDifference: Hashable, Sendable {
  /// At a place, from 0 on, a line stands that another should be.
  case edited(at: Int, String, expected: String)
  /// At a place a line stands that is none of them.
  case added(at: Int, String)
  /// Before a place a line is missing.
  case missing(before: Int, String)
  /// At a place a line stands that has another place among the others.
  case moved(at: Int, String)

  /// A line among equal ones.
  private struct Line: Hashable {
    var text: String
    var occurrence: Int
  }

  /// The differences in the order of the list. Of lines that stand in another order, those are moved that stand farther
  /// from their place.
  package static func all(in found: [String], expected: [String]) -> [LineDifference] {
    let (found, expected) = (numbered(found), numbered(expected))
    let (places, wanted) = (indices(of: found), indices(of: expected))
    var differences: [LineDifference] = []
    var moved: Set<Line> = []
    var (here, there) = (0, 0)
    while here < found.count || there < expected.count {
      let line = here < found.count ? found[here] : nil
      let other = there < expected.count ? expected[there] : nil
      let (target, place) = (line.flatMap { wanted[$0] }, other.flatMap { places[$0] })
      if let line, line == other || moved.contains(line) {
        here += 1
        there += line == other ? 1 : 0
      } else if let other, moved.contains(other) {
        there += 1
      } else if let line, target == nil {
        let isEdit = place == nil
        differences.append(
          other.flatMap { isEdit ? .edited(at: here, line.text, expected: $0.text) : nil }
            ?? .added(at: here, line.text))
        (here, there) = (here + 1, there + (isEdit && other != nil ? 1 : 0))
      } else if let other, place == nil {
        differences.append(.missing(before: here, other.text))
        there += 1
      } else if let line, let target, target - there > (place ?? here) - here {
        differences.append(.moved(at: here, line.text))
        moved.insert(line)
        here += 1
      } else if let other, let place {
        differences.append(.moved(at: place, other.text))
        moved.insert(other)
        there += 1
      }
    }
    return differences
  }

  private static func numbered(_ lines: [String]) -> [Line] {
    var counts: [String: Int] = [:]
    return lines.map { text in
      let occurrence = counts[text, default: 0]
      counts[text] = occurrence + 1
      return Line(text: text, occurrence: occurrence)
    }
  }

  private static func indices(of lines: [Line]) -> [Line: Int] {
    Dictionary(uniqueKeysWithValues: lines.enumerated().map { ($1, $0) })
  }
}
