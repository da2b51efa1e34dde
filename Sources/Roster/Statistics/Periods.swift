import FoundationEssentials

/// How long a period of statistics is, in the calendar of UTC.
enum StatisticsPeriod: Hashable, Sendable {
  case year, month
}

/// Consecutive years or months.
struct Periods {
  /// Such as `2026` or `2026-03`.
  private(set) var names: [String] = []
  /// When each begins, and when the last one ends.
  private(set) var bounds: [Date] = []

  /// The periods from the one that contains `first` to the one that contains `last`.
  init(_ period: StatisticsPeriod, from first: Date, to last: Date) {
    let day = first.utcDay.split(separator: "-").compactMap { Int($0) }
    var (year, month) = (day.first ?? 1970, period == .month && day.count > 1 ? day[1] : 1)
    while true {
      let name = Self.padded(year, 4) + "-" + Self.padded(month, 2)
      let start = Date(dayOrInstant: "\(name)-01T00:00:00Z") ?? Date(unixSeconds: .max) + 1
      bounds.append(start)
      if start > last { break }
      names.append(period == .month ? name : Self.padded(year, 4))
      if period == .month, month < 12 { month += 1 } else { (year, month) = (year + 1, 1) }
    }
  }

  private static func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// The period that contains a date, which lies in one of them.
  func index(of date: Date) -> Int {
    var (low, high) = (0, names.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if bounds[middle] <= date { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// How long a period lasts, in seconds.
  func length(of index: Int) -> TimeInterval {
    bounds[index + 1].timeIntervalSince(bounds[index])
  }
}
