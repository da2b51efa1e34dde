import Roster

extension BarChart {
  /// The charts of the index; those without anything to show draw nothing.
  static func charts(of tally: ReportTally, _ names: [SiteRef: String]) -> [BarChart] {
    [comingAndGoing(tally), moderatorsPerSite(tally, names), peopleBySites(tally)]
  }

  private static func moderatorsPerSite(
    _ tally: ReportTally, _ names: [SiteRef: String]
  ) -> BarChart {
    let sizes = tally.counts.filter { $0.value.rows > 0 }
      .map { (size: $0.value.moderators, site: $0.key) }
      .sorted { ($0.size, $0.site) < ($1.size, $1.site) }
    guard let largest = sizes.last else {
      return BarChart(id: "chart-sites", title: "", summary: "", columns: [], bars: [])
    }
    let quarter = sizes.count / 4
    let (low, high) = (sizes[quarter].size, sizes[sizes.count - 1 - quarter].size)
    // Up to 16 bars of equal width, the last of which has the few sites that are much larger.
    let common = sizes[sizes.count * 19 / 20].size
    let width = max(1, (common + 15) / 15)
    let count = common / width + 1
    let bars = (0..<count).map { index in
      let (from, to) = (index * width, index * width + width - 1)
      let isLast = index == count - 1 && largest.size > to
      let up = sizes.count { $0.size >= from && (isLast || $0.size <= to) }
      return Bar(label: isLast ? "\(from)+" : width == 1 ? "\(from)" : "\(from)–\(to)", up: up)
    }
    return BarChart(
      id: "chart-sites",
      title:
        "Half of the sites have \(low == high ? low.grouped : "\(low.grouped) to \(high.grouped)") moderators",
      summary:
        "\(names[largest.site] ?? largest.site.id) has most, \(largest.size.grouped). Staff are not counted.",
      columns: ["Moderators", "Sites"], bars: bars)
  }

  private static func peopleBySites(_ tally: ReportTally) -> BarChart {
    let most = tally.peopleBySites.keys.max() ?? 0
    let shown = min(most, 24)
    let bars = (1...max(shown, 1)).map { sites in
      let isLast = sites == 24
      let count = tally.peopleBySites.reduce(0) { sum, entry in
        entry.key == sites || (isLast && entry.key > sites) ? sum + entry.value : sum
      }
      return Bar(label: isLast ? "24+" : "\(sites)", up: count)
    }
    let (one, top) = (tally.peopleBySites[1] ?? 0, tally.peopleBySites[most] ?? 0)
    return BarChart(
      id: "chart-people",
      title:
        "\(one.grouped) of \(tally.people.counted("person", "people", isGrouped: true)) moderate one site",
      summary: "\(top.counted("person moderates", "people moderate", isGrouped: true)) "
        + "\(most.counted("site", isGrouped: true)), which is the most. Staff are counted too.",
      columns: ["Sites", "People"], bars: most == 0 ? [] : bars)
  }

  /// The latest 36 months, those in which nothing happened too.
  private static func comingAndGoing(_ tally: ReportTally) -> BarChart {
    let months = Set(tally.joinedByMonth.keys).union(tally.leftByMonth.keys).sorted()
    let last = months.last ?? 0
    let first = max(months.first ?? 0, last - 35)
    let bars = (months.isEmpty ? [] : Array(first...last)).map { month in
      Bar(
        label: DayWords.month(TimeScale.text(ofMonth: month)), up: tally.joinedByMonth[month] ?? 0,
        down: tally.leftByMonth[month] ?? 0)
    }
    let (joined, left) = (bars.reduce(0) { $0 + $1.up }, bars.reduce(0) { $0 + $1.down })
    return BarChart(
      id: "chart-changes",
      title: "\(joined.grouped) joined or came back, \(left.grouped) left",
      summary: "Each happened between two readings, and counts in the month in the middle of them. "
        + "Above the line who came, below it who left, staff included.",
      columns: ["Month", "Joined", "Left"], bars: bars)
  }
}
