package import FoundationEssentials

/// How many of those who joined were still there after some days (Kaplan and Meier's estimate), with bounds:
/// readings see moments, so every stay lies between a shortest and a longest length.
///
/// Only tenures that began between two readings count: of the others nobody knows the beginning, and those
/// that began long before the first reading are only the ones that lasted. A tenure that lasts counts until
/// the latest reading. Its size depends on the number of different lengths.
package struct TenureSurvival: Hashable, Sendable {
  /// What happens to tenures at one length, in days.
  private struct Step: Hashable, Sendable {
    var ended = 0
    /// Those that last, so that nothing is known of them afterwards.
    var unknown = 0
  }

  private var shortest: [Int: Step] = [:]
  private var longest: [Int: Step] = [:]
  /// How many tenures count.
  package private(set) var count = 0
  /// How many of them have ended.
  package private(set) var ended = 0
  /// The earliest moment at which one of them can have begun.
  package private(set) var since: Date?

  /// With fewer tenures an estimate says nothing, so curves end there.
  package static let fewest = 10

  /// Without any tenure.
  package init() {}

  /// Counts a tenure, if its beginning lies between two readings.
  package mutating func add(_ tenure: TenureBounds) {
    guard let begin = tenure.beganAfter, let atMost = tenure.length.daysAtMost else { return }
    since = min(since ?? begin, begin)
    count += 1
    let field: WritableKeyPath<Step, Int> = tenure.endedBefore == nil ? \.unknown : \.ended
    if tenure.endedBefore != nil { ended += 1 }
    shortest[tenure.length.daysAtLeast, default: Step()][keyPath: field] += 1
    longest[atMost, default: Step()][keyPath: field] += 1
  }

  /// The part that was still there after some days.
  package struct Point: Hashable, Sendable {
    package var day: Int
    /// If every stay was as short as it can have been, or as long, whichever gives less.
    package var atLeast: Double
    /// Whichever gives more.
    package var atMost: Double
  }

  /// The parts from day to day, each until the next point; the last one is where fewer than ``fewest``
  /// tenures are left. Empty where fewer are there at the beginning.
  package var points: [Point] {
    let (short, long) = (curve(shortest), curve(longest))
    guard let end = [short.end, long.end].min(), end >= 0 else { return [] }
    var points: [Point] = []
    let days = Set(short.steps.map(\.day) + long.steps.map(\.day) + [0, end])
    var (one, other) = (short.steps[...], long.steps[...])
    var (first, second) = (1.0, 1.0)
    for day in days.sorted() where day <= end {
      while let step = one.first, step.day <= day { (first, one) = (step.part, one.dropFirst()) }
      while let step = other.first, step.day <= day {
        (second, other) = (step.part, other.dropFirst())
      }
      let point = Point(day: day, atLeast: min(first, second), atMost: max(first, second))
      if day == end || points.last?.atLeast != point.atLeast
        || points.last?.atMost != point.atMost
      {
        points.append(point)
      }
    }
    return points
  }

  private func curve(_ steps: [Int: Step]) -> (steps: [(day: Int, part: Double)], end: Int) {
    var (left, part, end) = (count, 1.0, -1)
    var points: [(day: Int, part: Double)] = []
    for (day, step) in steps.sorted(by: { $0.key < $1.key }) {
      guard left >= Self.fewest else { break }
      end = day
      // Who ends on a day on which another is last seen ended before.
      if step.ended > 0 {
        part *= 1 - Double(step.ended) / Double(left)
        points.append((day, part))
      }
      left -= step.ended + step.unknown
    }
    return (points, end)
  }

  /// After how many days no more than a part is left; nil where that is not seen.
  package func days(untilPart part: Double) -> ClosedRange<Int>? {
    let points = points
    guard let first = points.first(where: { $0.atLeast <= part }),
      let last = points.first(where: { $0.atMost <= part })
    else { return nil }
    return first.day...last.day
  }
}
