import Roster

/// Figures of how many things have which number.
extension Chart {
  /// - Parameter counts: How many things have each number.
  private init(
    id: String, title: String, notes: String, columns: [String], counts: [Int: Int]
  ) {
    let most = Double(max(counts.values.max() ?? 1, 1))
    let rows = counts.sorted { $0.key < $1.key }.map { number, count in
      Table.Row(
        label: number.grouped, values: [count.grouped], bar: Double(count) / most * 100)
    }
    self.init(id: id, title: title, notes: notes, table: Table(columns: columns, rows: rows))
  }

  /// Nil where there are so few sites that the first page says all.
  static func moderatorsPerSite(_ tally: ReportTally, _ names: [SiteRef: String]) -> Chart? {
    let sites = tally.counts.filter { $0.value.rows > 0 }
      .map { (size: $0.value.moderators, site: $0.key) }
      .sorted { ($0.size, $0.site) < ($1.size, $1.site) }
    guard sites.count >= 8, let smallest = sites.first, let largest = sites.last,
      smallest.size < largest.size
    else { return nil }
    let usual = narrowest(sites.map(\.size))
    let isOne = sites.dropLast().last.map { $0.size < largest.size } ?? true
    let range =
      usual.lowerBound == usual.upperBound
      ? usual.lowerBound.grouped : "\(usual.lowerBound.grouped) to \(usual.upperBound.grouped)"
    let name = names[largest.site] ?? largest.site.id
    return Chart(
      id: "moderators-of-a-site",
      title: "Most sites have \(range) moderators."
        + (isOne ? " \(name) has \(largest.size.grouped)" : ""),
      notes: "Staff and the Community account are not counted.", columns: ["Moderators", "Sites"],
      counts: Dictionary(sites.map { ($0.size, 1) }, uniquingKeysWith: +))
  }

  /// The narrowest range that holds more than half of the numbers, which are sorted.
  private static func narrowest(_ sizes: [Int]) -> ClosedRange<Int> {
    let needed = sizes.count / 2 + 1
    let ranges = (0...sizes.count - needed).map { sizes[$0]...sizes[$0 + needed - 1] }
    let best = ranges.min { $0.upperBound - $0.lowerBound < $1.upperBound - $1.lowerBound }
    return best ?? 0...0
  }

  /// Nil where nobody moderates several sites.
  static func sitesOfAPerson(_ history: NetworkHistory) -> Chart? {
    let (people, all) = (history.peopleBySites, history.people)
    guard let most = people.keys.max(), most > 1, let one = people[1], let top = people[most]
    else { return nil }
    return Chart(
      id: "sites-of-a-person",
      title: "\(part(one, of: all)) % of \(all.grouped) people moderate one site; "
        + "\(top.counted("person moderates", "people moderate", isGrouped: true)) \(most.grouped)",
      notes: "Sites on which somebody has moderator powers as staff are not counted.",
      columns: ["Sites", "People"], counts: people)
  }

  /// Percent; all and none only where it is so.
  private static func part(_ count: Int, of all: Int) -> Int {
    let percent = Int((Double(count) * 100 / Double(max(all, 1))).rounded())
    return count == all || count == 0 ? percent : min(max(percent, 1), 99)
  }
}
