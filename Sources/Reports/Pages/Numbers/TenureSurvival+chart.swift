import FoundationEssentials
import Roster

extension TenureSurvival {
  /// The fewest tenures of which a sentence is said.
  private static let fewestTold = 30

  /// The widest difference of the bounds of which a sentence is said.
  private static let widest = 0.5

  /// Nil where too few joined, or the readings were too far apart, to say anything.
  var chart: Chart? {
    let points = points
    guard count >= Self.fewestTold, let since, let last = points.last, last.day > 0,
      days(untilPart: 0.5) != nil || last.atMost - last.atLeast <= Self.widest
    else { return nil }
    let place = { (day: Int) in Double(day) / Double(last.day) * 100 }
    let scale = ValueScale(most: 100)
    let line = { (value: (Point) -> Double) in
      points.map { Chart.Point(place: place($0.day), value: value($0) * 100) }
    }
    let (lower, upper) = (line(\.atLeast), line(\.atMost))
    var marks: [Chart.Mark] = [
      .band(.moderators, lower: lower, upper: upper),
      .steps(.moderators, parts: [lower]), .steps(.moderators, parts: [upper]),
    ]
    if let half = halfMark(place) { marks.append(half) }
    return Chart(
      id: "how-long-they-stay", title: StayWords.title(self, since: since),
      notes: "An estimate (Kaplan–Meier) from \(count.grouped) times somebody joined, of which "
        + "\(ended.grouped) have ended; those who are still there count as long as they were seen. "
        + "Joining and leaving lie between two readings: the lower edge takes every stay as short as "
        + "it can have been, the upper one as long. Left out: who was there before the archive, since it is not known "
        + "when they began, and who came and went between two readings. The curve ends "
        + "where fewer than \(Self.fewest) are left.",
      vertical: "Still there", horizontal: "After", scale: scale, unit: " %",
      ticks: StayWords.ticks(until: last.day).map {
        Chart.Tick(place: place($0.day), label: $0.label)
      },
      marks: marks,
      table: Chart.Table(
        columns: ["Days", "Still there, lower edge", "Still there, upper edge"],
        rows: Self.thinned(points).map { point in
          Chart.Table.Row(
            place: place(point.day), label: point.day.counted("day", isGrouped: true),
            values: ["\((point.atLeast * 100).tenths) %", "\((point.atMost * 100).tenths) %"])
        }, isLasting: true))
  }

  /// Says when half of them had left, where there is room for it.
  private func halfMark(_ place: (Int) -> Double) -> Chart.Mark? {
    guard let half = days(untilPart: 0.5), place(half.upperBound) < 70 else { return nil }
    let isOpen = half.lowerBound < 1
    let words = StayWords.range(isOpen ? half.upperBound...half.upperBound : half)
    return .label(
      "half: \(isOpen ? "within " : "")\(words)",
      Chart.Point(place: place(half.upperBound), value: 50), .after, isMinor: false)
  }

  /// At most 200 of them, evenly spaced.
  private static func thinned(_ points: [Point]) -> [Point] {
    let every = (points.count + 199) / 200
    return points.enumerated().filter {
      $0.offset.isMultiple(of: max(every, 1)) || $0.offset == points.count - 1
    }.map(\.element)
  }
}

/// Lengths of stays in words.
private enum StayWords {
  private static let month = 365.25 / 12

  static func title(_ stays: TenureSurvival, since: Date) -> String {
    let who =
      "of those who joined since \(since.dayWords.split(separator: " ").dropFirst().joined(separator: " "))"
    if let half = stays.days(untilPart: 0.5) {
      // Where readings are so far apart that the lower bound says nothing, the upper one does.
      return half.lowerBound < 1
        ? "Half \(who) left within \(range(half.upperBound...half.upperBound))"
        : "Half \(who) stayed at least \(range(half))"
    }
    guard let last = stays.points.last else { return "" }
    let (low, high) = (
      Int((last.atLeast * 100).rounded(.down)), Int((last.atMost * 100).rounded(.up))
    )
    let part = low == high ? "\(low) %" : "\(low) to \(high) %"
    return "\(part) \(who) were still there after \(range(last.day...last.day))"
  }

  /// In days while there are few, else in months.
  static func range(_ days: ClosedRange<Int>) -> String {
    let isDays = days.upperBound < 92
    let low = isDays ? days.lowerBound : Int((Double(days.lowerBound) / month).rounded(.down))
    let high = isDays ? days.upperBound : Int((Double(days.upperBound) / month).rounded(.up))
    let noun = isDays ? "day" : "month"
    return low == high || days.lowerBound == days.upperBound
      ? (isDays ? high : low).counted(noun, isGrouped: true)
      : "\(low.grouped) to \(high.counted(noun, isGrouped: true))"
  }

  /// Some even lengths.
  static func ticks(until last: Int) -> [(day: Int, label: String)] {
    let (unit, name) =
      last < 92 ? (1.0, "day") : last < 1_500 ? (month, "month") : (365.25, "year")
    let count = Int(Double(last) / unit)
    let step = [1, 2, 3, 6, 12, 24, 50, 100].first { count / $0 < 7 } ?? count
    return stride(from: step, through: count, by: step).map {
      (Int((Double($0) * unit).rounded()), $0.counted(name, isGrouped: true))
    }
  }
}
