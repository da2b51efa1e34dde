import Roster

/// On which page each change stands, and what each day saw: read before the pages are written, so that a page
/// knows the ones around it and a day its totals. Its size depends on the number of days and pages.
struct ChangePlan {
  /// One page; the first one is the latest.
  struct Page {
    /// Its month, such as `2026-11`, with a number where that month has other pages.
    var name: String
    /// The latest day and the first one.
    var last: DayNumber
    var first: DayNumber
    var count = 0
    /// The lowest and the highest number of a change.
    var lowest: Int
    var highest: Int

    /// Such as `1 Nov 2026 to 21 Nov 2026`.
    var words: String {
      first == last ? DayWords.day(last) : "\(DayWords.day(first)) to \(DayWords.day(last))"
    }
  }

  /// What the readings of one day saw.
  struct Day {
    var counts: [News: Int] = [:]
    /// The day of the reading before, where it is the same for all changes.
    var before: DayNumber?
    /// The shortest and the longest time from one reading to the next in days; nil where there was none before.
    var shortest: Int?
    var longest: Int?
    fileprivate var isFirst = true
  }

  /// The changes of one month.
  struct Month {
    var joined = 0
    var left = 0
    /// The place of the page where it begins.
    var page: Int
  }

  private(set) var pages: [Page] = []
  private(set) var days: [DayNumber: Day] = [:]
  /// By the number of months from January of the year 0.
  private(set) var months: [Int: Month] = [:]
  /// All changes by what they are.
  private(set) var counts: [News: Int] = [:]

  /// The most changes on a page.
  private static let mostOnPage = 600

  init(_ source: any ReportSource) throws {
    var parts: [Int: Int] = [:]
    try source.forEachRow(of: .changes, order: .reader) { row in
      add(ReportedChange(row), &parts)
    }
  }

  private mutating func add(_ change: ReportedChange, _ parts: inout [Int: Int]) {
    let (id, day, news, month) = (change.id, change.day, change.news, change.day.month)
    let fits = pages.last.map { $0.last.month == month && $0.count < Self.mostOnPage }
    if fits != true {
      parts[month, default: 0] += 1
      let (part, name) = (parts[month] ?? 1, TimeScale.text(ofMonth: month))
      pages.append(
        Page(
          name: part == 1 ? name : "\(name)-\(part)", last: day, first: day, lowest: id,
          highest: id))
    }
    let place = pages.count - 1
    pages[place].count += 1
    pages[place].first = min(day, pages[place].first)
    pages[place].last = max(day, pages[place].last)
    pages[place].lowest = min(id, pages[place].lowest)
    pages[place].highest = max(id, pages[place].highest)
    counts[news, default: 0] += 1
    months[month, default: Month(page: place)].joined += news == .joined || news == .back ? 1 : 0
    months[month, default: Month(page: place)].left += news == .left ? 1 : 0
    days[day, default: Day()].add(change)
  }
}

extension ChangePlan.Day {
  fileprivate mutating func add(_ change: ReportedChange) {
    counts[change.news, default: 0] += 1
    let previous = change.readings.after.map(DayNumber.init)
    if isFirst { before = previous } else if before != previous { before = nil }
    isFirst = false
    guard let previous else { return }
    let length = change.day.days(since: previous)
    shortest = min(length, shortest ?? length)
    longest = max(length, longest ?? length)
  }

  /// How long the readings before were ago, as far as that is one thing.
  var interval: String? {
    guard let shortest, let longest, longest > 0 else { return nil }
    if shortest == longest {
      return "\(longest.counted("day", isGrouped: true)) since the last look"
    }
    return "\(shortest.grouped) to \(longest.counted("day", isGrouped: true)) since the last look"
  }
}
