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
    var date: Date { DayNumber(firstOfMonth: month).date }
  }

  /// The first days of some months, at most seven, evenly spaced: a month, a quarter, half a year, or
  /// years apart.
  var ticks: [Tick] {
    let (first, last) = (DayNumber(from).month + 1, DayNumber(until).month)
    guard first <= last else { return [] }
    let steps = [1, 3, 6, 12, 24, 60, 120, 240, 600, 1200]
    let step = steps.first { (last - first) / $0 < 7 } ?? 12_000
    return (first...last).filter { $0.isMultiple(of: step) }.map { month in
      let text = Self.text(ofMonth: month)
      return Tick(
        month: month, label: step < 12 ? DayWords.month(text) : String(text.prefix(4)))
    }
  }

  /// Such as `2026-11`.
  static func text(ofMonth month: Int) -> String {
    let (year, place) = (String(month / 12), month % 12 + 1)
    return String(repeating: "0", count: max(0, 4 - year.count)) + year
      + (place < 10 ? "-0" : "-") + String(place)
  }
}

extension Double {
  /// The number for an attribute, without a decimal that says nothing.
  var percent: String {
    let text = tenths
    return (text.hasSuffix(".0") ? String(text.dropLast(2)) : text) + "%"
  }
}

extension HTMLStream {
  /// The lines and labels of an axis of time, behind what is drawn on it.
  mutating func axis(_ scale: TimeScale) {
    markup("<svg class=\"axis\" aria-hidden=\"true\">")
    let ticks = scale.ticks
    for tick in ticks {
      let place = scale.place(of: tick.date)
      markup("<rect width=\"1\" x=\"")
      text(place.percent)
      markup("\"/>")
      guard (4...96).contains(place) else { continue }
      markup("<text y=\"1em\" x=\"")
      text(place.percent)
      markup("\">")
      text(tick.label)
      markup("</text>")
    }
    if ticks.isEmpty {
      markup("<text class=\"from\" y=\"1em\">")
      text(scale.from.dayWords)
      markup("</text><text class=\"until\" y=\"1em\" x=\"100%\">")
      text(scale.until.dayWords)
      markup("</text>")
    }
    markup("</svg>")
  }
}
