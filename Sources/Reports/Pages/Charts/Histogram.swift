import Roster

/// How many things have a property in which degree, as bars with a sentence about them.
struct Histogram {
  struct Bar {
    var label: String
    var count: Int
  }

  var id: String
  var title: String
  var notes: String
  /// What the labels and the bars stand for.
  var columns: (String, String)
  var bars: [Bar]

  var chart: Chart {
    let most = bars.map(\.count).max() ?? 0
    let largest = bars.firstIndex { $0.count == most } ?? 0
    let step = 100 / Double(max(bars.count, 1))
    // The first, the last and the largest bar always bear their number, and their label first.
    let main = [largest, bars.count - 1, 0]
    let shown = labelled(main, step)
    let hasRoom = step >= Double(most.grouped.count + 1) * Self.narrow
    var (ticks, marks, rows): ([Chart.Tick], [Chart.Mark], [Chart.Table.Row]) = ([], [], [])
    for (index, bar) in bars.enumerated() {
      let place = (Double(index) + 0.5) * step
      marks.append(
        .bar(places: place - step * 0.4...place + step * 0.4, value: Double(bar.count)))
      rows.append(
        Chart.Table.Row(place: place, label: bar.label, values: [bar.count.grouped]))
      if let isMinor = shown[index] {
        ticks.append(
          Chart.Tick(
            place: place, label: bar.label, isMinor: isMinor, hasLine: false))
      }
      let isMinor = !hasRoom && !main.contains(index)
      guard bar.count > 0, !isMinor || bars.count <= 16 else { continue }
      marks.append(
        .label(
          bar.count.grouped, Chart.Point(place: place, value: Double(bar.count)), .above,
          isMinor: isMinor))
    }
    return Chart(
      id: id, title: title, notes: notes, vertical: columns.1,
      horizontal: columns.0,
      scale: ValueScale(most: Double(most)), ticks: ticks, marks: marks,
      table: Chart.Table(columns: [columns.0, columns.1], rows: rows))
  }

  /// What a letter takes of the axis in percent, on a phone and else.
  static let (narrow, wide) = (2.6, 1.9)

  /// The bars whose label has room, the main ones first, and whether it has none on a phone.
  private func labelled(_ main: [Int], _ step: Double) -> [Int: Bool] {
    let letters = Double(bars.map(\.label.count).max() ?? 1)
    var shown: [Int: Bool] = [:]
    for width in [Self.narrow, Self.wide] {
      for index in main + bars.indices
      where shown.keys.allSatisfy({ Double(abs($0 - index)) * step >= (letters + 1) * width }) {
        shown[index] = width == Self.wide
      }
    }
    return shown
  }
}

extension Histogram {
  /// Nil where there are so few sites that a table says all.
  static func moderatorsPerSite(_ tally: ReportTally, _ names: [SiteRef: String]) -> Histogram? {
    let sizes = tally.counts.filter { $0.value.rows > 0 }
      .map { (size: $0.value.moderators, site: $0.key) }
      .sorted { ($0.size, $0.site) < ($1.size, $1.site) }
    guard sizes.count >= 8, let smallest = sizes.first, let largest = sizes.last,
      smallest.size < largest.size
    else { return nil }
    let usual = narrowest(sizes.map(\.size))
    // The few that are much larger are told, not drawn.
    let drawn = drawn(sizes.map(\.size), usual)
    let (rest, bars) = (sizes.dropFirst(drawn), bars(sizes.prefix(drawn).map(\.size)))
    let isOne = sizes.dropLast().last.map { $0.size < largest.size } ?? true
    let name = { names[$0] ?? $0.id }
    let range =
      usual.lowerBound == usual.upperBound
      ? usual.lowerBound.grouped : "\(usual.lowerBound.grouped) to \(usual.upperBound.grouped)"
    let named = rest.reversed().map { "\(name($0.site)) with \($0.size.grouped)" }
    return Histogram(
      id: "moderators-of-a-site",
      title: "Most sites have \(range) moderators."
        + (isOne ? " \(name(largest.site)) has \(largest.size.grouped)" : ""),
      notes: "Staff and the Community account are not counted."
        + (named.isEmpty ? "" : " Not drawn: \(named.joined(separator: ", "))."),
      columns: ("Moderators", "Sites"), bars: bars)
  }

  /// The narrowest range that holds more than half of the numbers, which are sorted.
  private static func narrowest(_ sizes: [Int]) -> ClosedRange<Int> {
    let needed = sizes.count / 2 + 1
    let ranges = (0...sizes.count - needed).map { sizes[$0]...sizes[$0 + needed - 1] }
    let best = ranges.min { $0.upperBound - $0.lowerBound < $1.upperBound - $1.lowerBound }
    return best ?? 0...0
  }

  /// How many of the sorted numbers are drawn: all but at most three with a wide gap below them.
  private static func drawn(_ sizes: [Int], _ usual: ClosedRange<Int>) -> Int {
    for rest in [3, 2, 1] where sizes.count > rest * 4 {
      let (next, last) = (sizes[sizes.count - rest], sizes[sizes.count - rest - 1])
      if next - last > max(usual.upperBound, last / 2) { return sizes.count - rest }
    }
    return sizes.count
  }

  /// Up to 30 bars of equal width.
  private static func bars(_ sizes: [Int]) -> [Bar] {
    guard let first = sizes.first, let last = sizes.last else { return [] }
    let width = (last - first) / 30 + 1
    return stride(from: first, through: last, by: width).map { from in
      Bar(
        label: width == 1 ? from.grouped : "\(from.grouped)–\((from + width - 1).grouped)",
        count: sizes.count { (from..<from + width).contains($0) })
    }
  }

  /// Nil where nobody moderates several sites.
  static func sitesOfAPerson(_ history: NetworkHistory) -> Histogram? {
    let (people, all) = (history.peopleBySites, history.people)
    guard let most = people.keys.max(), most > 1, let one = people[1], let top = people[most]
    else { return nil }
    let shown = min(most, 24)
    let bars = (1...shown).map { sites in
      let isLast = sites == 24 && most > 24
      let count = people.reduce(0) {
        $0 + ($1.key == sites || isLast && $1.key > sites ? $1.value : 0)
      }
      return Bar(label: isLast ? "24 or more" : sites.grouped, count: count)
    }
    return Histogram(
      id: "sites-of-a-person",
      title: "\(part(one, of: all)) % of \(all.grouped) people moderate one site; "
        + (top == 1 ? "one person moderates " : "\(top.inWords) people moderate ") + most.inWords,
      notes: "Sites on which somebody has moderator powers as staff are not counted.",
      columns: ("Sites", "People"), bars: bars)
  }

  /// Percent; all and none only where it is so.
  private static func part(_ count: Int, of all: Int) -> Int {
    let percent = Int((Double(count) * 100 / Double(max(all, 1))).rounded())
    return count == all || count == 0 ? percent : min(max(percent, 1), 99)
  }
}

extension Int {
  /// The number in words up to twelve, as texts have it.
  fileprivate var inWords: String {
    let words = [
      "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
      "eleven", "twelve",
    ]
    return words.indices.contains(self) ? words[self] : grouped
  }
}
