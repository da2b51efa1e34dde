import FoundationEssentials

/// How long a period of statistics is, in the calendar of UTC.
package enum StatisticsPeriod: Hashable, Sendable, CaseIterable {
  case year, month
}

extension TenureHistory {
  /// The figures of each year or month from the first to the last reading, oldest first; there are
  /// no figures of running tenures and of elections in them.
  ///
  /// The work grows with the number of tenures plus the number of periods.
  package func statistics(
    by period: StatisticsPeriod
  ) -> [(period: String, statistics: TenureStatistics)] {
    guard let first = sites.map(\.first).min(), let last = sites.map(\.last).max() else {
      return []
    }
    let calendar = Periods(period, from: first, to: last)
    var figures = PeriodFigures(calendar)
    for day in readDays { figures.addReading(on: day) }
    for site in sites { figures.add(site) }
    for tenure in tenures { figures.add(tenure, of: sites[tenure.site]) }
    return Array(zip(calendar.names, figures.finished(first...last)))
  }
}

/// Consecutive years or months.
private struct Periods {
  /// Such as `2026` or `2026-03`.
  private(set) var names: [String] = []
  /// When each begins, and when the last one ends.
  private(set) var bounds: [Date] = []

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
}

/// Figures of consecutive periods, gathered as differences from one period to the next.
private struct PeriodFigures {
  private let periods: Periods
  private var rows: [TenureStatistics]
  /// How many more sites, moderators and staff there are at the end of a period than at the end of
  /// the one before.
  private var moves: [(sites: Int, moderators: Int, staff: Int)]
  /// How many more tenures last through a whole period than through the one before.
  private var whole: [Int]
  /// Whether any site was read in a period.
  private var isRead: [Bool]

  init(_ periods: Periods) {
    self.periods = periods
    rows = periods.names.map { _ in TenureStatistics() }
    moves = rows.map { _ in (0, 0, 0) }
    whole = Array(repeating: 0, count: rows.count + 1)
    isRead = rows.map { _ in false }
  }

  mutating func addReading(on day: Date) {
    isRead[periods.index(of: day)] = true
  }

  mutating func add(_ site: TenureHistory.ReadSite) {
    moves[periods.index(of: site.first)].sites += 1
    addReading(on: site.first)
    addReading(on: site.last)
  }

  mutating func add(_ counted: TenureHistory.SiteTenure, of site: TenureHistory.ReadSite) {
    let tenure = counted.tenure
    let start = periods.index(of: tenure.firstSeen)
    let staff = counted.kind == .staff ? 1 : 0
    moves[start].moderators += 1
    moves[start].staff += staff
    if let absentBefore = tenure.absentBefore {
      rows[start].joined += 1
      if absentBefore < periods.bounds[start] { rows[start].unsure += 1 }
    }
    if let leftAt = tenure.leftAt {
      let end = periods.index(of: leftAt)
      moves[end].moderators -= 1
      moves[end].staff -= staff
      rows[end].left += 1
      if tenure.lastSeen < periods.bounds[end] { rows[end].unsure += 1 }
      rows[end].ended.add(tenure)
    }
    addTime(from: tenure.firstSeen, to: max(tenure.firstSeen, tenure.leftAt ?? site.last))
  }

  private mutating func addTime(from start: Date, to end: Date) {
    let (first, last) = (periods.index(of: start), periods.index(of: end))
    guard first < last else {
      rows[first].moderatorTime += end.timeIntervalSince(start)
      return
    }
    rows[first].moderatorTime += periods.bounds[first + 1].timeIntervalSince(start)
    rows[last].moderatorTime += end.timeIntervalSince(periods.bounds[last])
    whole[first + 1] += 1
    whole[last] -= 1
  }

  /// The figures with all differences added up.
  ///
  /// - Parameter readings: From the first to the last of all sites.
  func finished(_ readings: ClosedRange<Date>) -> [TenureStatistics] {
    var (sites, moderators, staff, lasting) = (0, 0, 0, 0)
    return rows.indices.map { index in
      sites += moves[index].sites
      moderators += moves[index].moderators
      staff += moves[index].staff
      lasting += whole[index]
      let (start, end) = (periods.bounds[index], periods.bounds[index + 1])
      var row = rows[index]
      (row.sites, row.moderators, row.staff) = (sites, moderators, staff)
      row.moderatorTime += Double(lasting) * end.timeIntervalSince(start)
      row.isRead = isRead[index]
      row.readings = max(start, readings.lowerBound)...min(end, readings.upperBound)
      return row
    }
  }
}
