import FoundationEssentials
import Roster

/// The places of moments on an axis of time, in percent of its length.
struct TimeScale {
  let from: Date
  let until: Date

  /// Nil where no time passes.
  init?(from: Date, until: Date) {
    guard from < until else { return nil }
    (self.from, self.until) = (from, until)
  }

  func place(of date: Date) -> Double {
    let part = date.timeIntervalSince(from) / until.timeIntervalSince(from)
    return min(max(part, 0), 1) * 100
  }

  /// A moment that is labelled, and its label.
  struct Tick {
    /// The number of months from January of the year 0.
    var month: Int
    var label: String
    /// Whether it is left out where there is little room.
    var isMinor: Bool
    var date: Date { DayNumber(firstOfMonth: month).date }
  }

  /// The first days of some months, evenly spaced: a month, a quarter, half a year, or years apart, as many as
  /// have room on a wide axis, of which those are no minor ones that have room on a narrow one.
  var ticks: [Tick] {
    let (first, last) = (DayNumber(from).month + 1, DayNumber(until).month)
    guard first <= last else { return [] }
    let wide = steps.lazy.map { step in ticks(first...last, every: step) }
      .first { fit($0, in: Self.wide) }
    let narrow = steps.lazy.map { step in (wide ?? []).filter { $0.month.isMultiple(of: step) } }
      .first { fit($0, in: Self.narrow) }
    let major = Set((narrow ?? []).map(\.month))
    return (wide ?? []).map { tick in
      Tick(month: tick.month, label: tick.label, isMinor: !major.contains(tick.month))
    }
  }

  /// Months from one tick to the next.
  private var steps: [Int] { [1, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 12_000] }

  private func ticks(_ months: ClosedRange<Int>, every step: Int) -> [Tick] {
    months.filter { $0.isMultiple(of: step) }.map { month in
      let text = Self.text(ofMonth: month)
      return Tick(
        month: month, label: step < 12 ? DayWords.month(text) : String(text.prefix(4)),
        isMinor: false)
    }
  }

  /// The lengths of axes in pixels: the shortest one, and the shortest of those that have minor ticks.
  private static let (narrow, wide) = (200.0, 390.0)
  /// The most that a letter takes, and the least between two labels.
  private static let (letter, gap) = (7.0, 8.0)

  /// Whether there is a tick, and no label touches the next one.
  private func fit(_ ticks: [Tick], in length: Double) -> Bool {
    let ends = ticks.map { tick in
      let (place, width) = (place(of: tick.date), Double(tick.label.count) * Self.letter)
      let start = place / 100 * length - width * Chart.Tick.part(of: tick.label, at: place)
      return (start: start, end: start + width)
    }
    return !ends.isEmpty
      && zip(ends, ends.dropFirst()).allSatisfy { $0.end + Self.gap <= $1.start }
  }

  /// Such as `2026-11`.
  static func text(ofMonth month: Int) -> String {
    String(DayNumber(firstOfMonth: month).date.utcDay.prefix(7))
  }
}

extension Double {
  /// The number for an attribute, without a decimal that says nothing.
  var percent: String {
    let text = tenths
    return (text.hasSuffix(".0") ? String(text.dropLast(2)) : text) + "%"
  }
}

extension TimeScale {
  /// The lines and labels of an axis of time, behind what is drawn on it.
  var axis: HTML {
    #"<svg class="axis ticks" aria-hidden="true">\#(drawing)</svg>"#
  }

  private var drawing: HTML {
    let marks = ticks.map { tick -> HTML in
      let place = place(of: tick.date)
      let label: HTML = #"""
        <text\#(if: tick.isMinor, #" class="minor""#) y="1em" x="\#(place.percent)">\#(tick.label)</text>
        """#
      return #"<rect width="1" x="\#(place.percent)"/>\#(if: (4...96).contains(place), label)"#
    }
    guard marks.isEmpty else { return "\(marks)" }
    return #"""
      <text class="from" y="1em">\#(from.dayWords)</text>\#
      <text class="until" y="1em" x="100%">\#(until.dayWords)</text>
      """#
  }
}
