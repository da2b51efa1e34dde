import FoundationEssentials
import Roster

/// Who joined and left by months. Readings see that something happened between two of them, so it is known
/// only that it was in one of the months of that interval. Its size depends on the number of intervals.
struct MonthlyMoves {
  private struct Interval: Hashable, Comparable {
    var from: DayNumber
    var until: DayNumber

    static func < (one: Interval, other: Interval) -> Bool {
      (one.from, one.until) < (other.from, other.until)
    }
  }

  private struct Count {
    var joined = 0
    var left = 0
  }

  private var counts: [Interval: Count] = [:]

  mutating func add(_ tenure: TenureBounds) {
    if let began = tenure.beganAfter { count(began, tenure.beganBefore, \.joined) }
    if let ended = tenure.endedBefore { count(tenure.endedAfter, ended, \.left) }
  }

  private mutating func count(_ from: Date, _ until: Date, _ field: WritableKeyPath<Count, Int>) {
    let days = [from, until].map { DayNumber($0) }
    counts[Interval(from: min(days[0], days[1]), until: days[1]), default: Count()][
      keyPath: field] += 1
  }

  /// What happened in a month.
  struct Month {
    /// From January of the year 0.
    var number: Int
    var joined = Part()
    var left = Part()
  }

  struct Part {
    /// How many it was certainly.
    var certain = 0
    /// The share of the intervals that are partly in the month.
    var share = 0.0

    var total: Double { Double(certain) + share }
  }

  /// The most months that are told.
  static let most = 60

  /// Who joined and left in the months that ``months`` has, and in each of them.
  var figures: (joined: Int, left: Int, months: [Month]) {
    guard let last = counts.keys.map(\.until).max()?.month,
      let earliest = counts.keys.map(\.from).min()?.month
    else { return (0, 0, []) }
    let first = max(earliest, last - Self.most + 1)
    var months = (first...last).map { Month(number: $0) }
    var (joined, left) = (0, 0)
    // In an order of their own, so that sums are always the same.
    for (interval, count) in counts.sorted(by: { $0.key < $1.key })
    where interval.until.month >= first {
      joined += count.joined
      left += count.left
      spread(interval, count, over: &months, from: first)
    }
    return (joined, left, months)
  }

  private func spread(
    _ interval: Interval, _ count: Count, over months: inout [Month], from first: Int
  ) {
    let (from, until) = (interval.from.month, interval.until.month)
    guard from < until else {
      months[until - first].joined.certain += count.joined
      months[until - first].left.certain += count.left
      return
    }
    let length = Double(interval.until.unixDay - interval.from.unixDay)
    for month in max(from, first)...until {
      let begin = max(interval.from, DayNumber(firstOfMonth: month))
      let end = min(interval.until, DayNumber(firstOfMonth: month + 1))
      let part = Double(end.unixDay - begin.unixDay) / length
      months[month - first].joined.share += Double(count.joined) * part
      months[month - first].left.share += Double(count.left) * part
    }
  }
}

extension MonthlyMoves {
  /// Nil where nobody came or went.
  var chart: Chart? {
    let (joined, left, months) = figures
    guard let first = months.first?.number, let last = months.last?.number else { return nil }
    let (begin, end) = (
      DayNumber(firstOfMonth: first), DayNumber(firstOfMonth: last + 1)
    )
    func place(_ month: Int) -> Double {
      let day = DayNumber(firstOfMonth: month).unixDay - begin.unixDay
      return Double(day) / Double(end.unixDay - begin.unixDay) * 100
    }
    let scale = ValueScale(
      most: (months.map(\.joined.total).max() ?? 0) * 1.1,
      least: (months.map(\.left.total).max() ?? 0) * -1.1)
    let words = { DayWords.month(TimeScale.text(ofMonth: $0)) }
    var marks = bars(months, place: place)
    marks += extremes(months, middle: { (place($0) + place($0 + 1)) / 2 })
    let ticks =
      TimeScale(from: begin.date, until: end.date)?.ticks ?? []
    return Chart(
      id: "coming-and-going",
      title: "\(joined.grouped) joined or came back and \(left.grouped) left since \(words(first))",
      notes: "Moderators of all sites, each counted once for each site. "
        + "Solid: in this month. Pale: between two readings in different months, shared out "
        + "by the days of the interval that are in each.",
      vertical: "Joined above, left below", scale: scale,
      ticks: months.count < 4
        ? months.map {
          Chart.Tick(
            place: (place($0.number) + place($0.number + 1)) / 2, label: words($0.number),
            hasLine: false)
        }
        : ticks.map { tick in
          Chart.Tick(place: place(tick.month), label: tick.label, isMinor: tick.isMinor)
        },
      marks: marks,
      table: table(months) { (place($0) + place($0 + 1)) / 2 },
      legend: [(.joined, "joined or came back"), (.left, "left")])
  }

  /// A bar for those who came and one for those who went, each with its certain part.
  private func bars(_ months: [Month], place: (Int) -> Double) -> [Chart.Mark] {
    var marks: [Chart.Mark] = []
    for month in months {
      let width = place(month.number + 1) - place(month.number)
      let places = place(month.number) + width * 0.12...place(month.number) + width * 0.88
      for (part, style, sign) in [
        (month.joined, Chart.Style.joined, 1.0), (month.left, .left, -1.0),
      ] {
        let (certain, total) = (Double(part.certain) * sign, part.total * sign)
        if part.certain > 0 {
          marks.append(
            .bar(style, places: places, values: min(0, certain)...max(0, certain), isPale: false))
        }
        if part.share > 0 {
          marks.append(
            .bar(
              style, places: places, values: min(certain, total)...max(certain, total),
              isPale: true))
        }
      }
    }
    return marks
  }

  private func table(_ months: [Month], middle: (Int) -> Double) -> Chart.Table {
    Chart.Table(
      columns: ["Month", "Joined, about", "Left, about", "Joined, certainly", "Left, certainly"],
      rows: months.map { month in
        let text = TimeScale.text(ofMonth: month.number)
        return Chart.Table.Row(
          place: middle(month.number), label: DayWords.month(text), day: text,
          values: [
            Int(month.joined.total.rounded()), Int(month.left.total.rounded()),
            month.joined.certain, month.left.certain,
          ].map(\.grouped))
      })
  }

  /// The numbers of the months in which most came and most went.
  private func extremes(_ months: [Month], middle: (Int) -> Double) -> [Chart.Mark] {
    let joined = months.max { $0.joined.total < $1.joined.total }
    let left = months.max { $0.left.total < $1.left.total }
    let labels = [
      joined.map { ($0.number, $0.joined, 1.0) }, left.map { ($0.number, $0.left, -1.0) },
    ]
    return labels.compactMap { label in
      guard let (month, part, sign) = label, part.total >= 0.5 else { return nil }
      let about = part.share > 0 ? "about " : ""
      return .label(
        about + Int(part.total.rounded()).grouped,
        Chart.Point(place: middle(month), value: part.total * sign), sign < 0 ? .below : .above,
        isMinor: false)
    }
  }
}
