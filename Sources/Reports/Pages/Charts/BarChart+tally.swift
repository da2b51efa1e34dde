import Roster
import Tables

extension BarChart {
  /// The charts of the index; those without anything to show draw nothing.
  static func charts(of tally: ReportTally) -> [BarChart] {
    [moderatorsPerSite(tally), peopleBySites(tally), comingAndGoing(tally), reputation(tally)]
  }

  private static func moderatorsPerSite(_ tally: ReportTally) -> BarChart {
    // A damaged file may hold any number.
    let sizes = tally.sites.compactMap { Record<SiteColumn>($0).number(.moderators) }
      .map { min(max($0, 0), Self.largestSize) }
    let largest = sizes.max() ?? 0
    // Up to 24 bars of equal width: exact sizes while they fit.
    let width = max(1, (largest + 23) / 24)
    var counts: [Int: Int] = [:]
    for size in sizes { counts[size / width, default: 0] += 1 }
    let bars = (0...largest / width).map { index in
      let (low, high) = (index * width, index * width + width - 1)
      return Bar(label: width == 1 ? "\(low)" : "\(low)–\(high)", up: counts[index] ?? 0)
    }
    return BarChart(
      id: "chart-sites", title: "Moderators per site",
      summary: "How many sites have a roster of which size.",
      columns: ["Moderators", "Sites"], bars: sizes.isEmpty ? [] : bars)
  }

  /// No site has more moderators than these.
  private static let largestSize = 1_000_000_000_000

  private static func peopleBySites(_ tally: ReportTally) -> BarChart {
    let most = min(tally.peopleBySites.keys.max() ?? 0, 24)
    let bars = (1...max(most, 1)).map { sites in
      let isLast = sites == 24
      let count = tally.peopleBySites.reduce(0) { sum, entry in
        entry.key == sites || (isLast && entry.key > sites) ? sum + entry.value : sum
      }
      return Bar(label: isLast ? "24 or more" : "\(sites)", up: count)
    }
    return BarChart(
      id: "chart-people", title: "People by number of sites",
      summary: "How many people moderate how many sites.",
      columns: ["Sites", "People"], bars: most == 0 ? [] : bars)
  }

  /// The latest 36 months in which anything happened.
  private static func comingAndGoing(_ tally: ReportTally) -> BarChart {
    let months = Set(tally.joinedByMonth.keys).union(tally.leftByMonth.keys).sorted().suffix(36)
    let bars = months.map { month in
      Bar(
        label: month, up: tally.joinedByMonth[month] ?? 0, down: tally.leftByMonth[month] ?? 0)
    }
    return BarChart(
      id: "chart-changes", title: "Coming and going",
      summary: "Moderators who joined or came back, above the line, and who left, below it.",
      columns: ["Month", "Joined", "Left"], bars: bars)
  }

  private static func reputation(_ tally: ReportTally) -> BarChart {
    let labels = ["1–9", "10–99", "100–999", "1k–9k", "10k–99k", "100k–999k", "1M+"]
    let counts = labels.indices.map { index in
      tally.moderatorsByMagnitude.reduce(0) { min($1.key, 6) == index ? $0 + $1.value : $0 }
    }
    let bars = zip(labels, counts).map { Bar(label: $0, up: $1) }
    return BarChart(
      id: "chart-reputation", title: "Reputation",
      summary: "How many moderators have how much, each bar ten times the one before.",
      columns: ["Reputation", "Moderators"],
      bars: tally.moderatorsByMagnitude.isEmpty ? [] : bars)
  }
}
