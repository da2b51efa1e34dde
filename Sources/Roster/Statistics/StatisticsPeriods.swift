import FoundationEssentials

/// The figures of each year or month from the first to the last reading, gathered from one site after another;
/// there are no figures of running tenures and of elections in them.
///
/// A site counts from the period of its first reading to that of its last: nothing is assumed
/// afterwards. Who joined and left is known of the sites that were read again in the period.
///
/// The work grows with the number of tenures plus the number of periods of each site.
struct PeriodStatistics {
  private let periods: Periods?
  private var rows: [TenureStatistics] = []

  /// - Parameter sites: All sites that are to be added.
  init(by period: StatisticsPeriod, of sites: [TenureHistory.ReadSite]) {
    guard let first = sites.map(\.first).min(), let last = sites.map(\.last).max() else {
      periods = nil
      return
    }
    let periods = Periods(period, from: first, to: last)
    self.periods = periods
    rows = periods.names.indices.map { index in
      var row = TenureStatistics()
      row.readings = max(periods.bounds[index], first)...min(periods.bounds[index + 1], last)
      return row
    }
  }

  /// The periods, oldest first.
  var all: [(period: String, statistics: TenureStatistics)] {
    Array(zip(periods?.names ?? [], rows))
  }

  /// Adds one site.
  mutating func add(_ history: TenureHistory) {
    guard let periods, let site = history.sites.first else { return }
    var figures = SiteFigures(site, in: periods)
    for tenure in history.tenures {
      figures.add(tenure)
      addMoves(of: tenure.tenure, in: periods)
    }
    figures.add(to: &rows)
  }

  /// Counts the beginning and the end of a tenure.
  private mutating func addMoves(of tenure: Tenure, in periods: Periods) {
    if let absentBefore = tenure.absentBefore {
      let start = periods.index(of: tenure.firstSeen)
      rows[start].joined += 1
      if absentBefore < periods.bounds[start] { rows[start].unsure += 1 }
    }
    if let left = tenure.departure {
      let end = periods.index(of: left.before)
      rows[end].left += 1
      if left.after < periods.bounds[end] { rows[end].unsure += 1 }
      rows[end].ended.add(tenure)
    }
  }
}

/// The moderators of one site in the periods in which its rosters are known, gathered as
/// differences from one period to the next.
private struct SiteFigures {
  private let site: TenureHistory.ReadSite
  private let periods: Periods
  /// From the period of the first reading to that of the last.
  private let range: ClosedRange<Int>
  /// One for each period of the range, and one more.
  private var steps: [Step]

  /// What a period adds.
  private struct Step {
    /// How many more moderators, and staff, there are at the end of it than at the end of the one
    /// before.
    var moderators = 0
    var staff = 0
    /// How many more tenures last through the whole of it than through the one before.
    var whole = 0
    /// The time of the tenures that last through a part of it, in seconds.
    var time: TimeInterval = 0
    /// Whether a reading in it can be compared with one before.
    var isCompared = false
  }

  init(_ site: TenureHistory.ReadSite, in periods: Periods) {
    (self.site, self.periods) = (site, periods)
    let first = periods.index(of: site.first)
    range = first...max(first, periods.index(of: site.last))
    steps = Array(repeating: Step(), count: range.count + 1)
    for date in site.readAgain + [site.last] where date > site.first {
      steps[place(of: date)].isCompared = true
    }
  }

  private func place(of date: Date) -> Int {
    min(max(periods.index(of: date), range.lowerBound), range.upperBound) - range.lowerBound
  }

  mutating func add(_ counted: TenureHistory.SiteTenure) {
    let tenure = counted.tenure
    let staff = counted.kind == .staff ? 1 : 0
    let start = place(of: tenure.firstSeen)
    steps[start].moderators += 1
    steps[start].staff += staff
    // It began or ended with a reading, of which there may be no other record.
    if !tenure.isOpenAtStart { steps[start].isCompared = true }
    if let leftAt = tenure.leftAt {
      let end = place(of: leftAt)
      steps[end].moderators -= 1
      steps[end].staff -= staff
      steps[end].isCompared = true
    }
    addTime(from: tenure.firstSeen, to: max(tenure.firstSeen, tenure.leftAt ?? site.last))
  }

  private mutating func addTime(from start: Date, to end: Date) {
    let (first, last) = (place(of: start), place(of: end))
    guard first < last else {
      steps[first].time += end.timeIntervalSince(start)
      return
    }
    steps[first].time += periods.bounds[range.lowerBound + first + 1].timeIntervalSince(start)
    steps[last].time += end.timeIntervalSince(periods.bounds[range.lowerBound + last])
    steps[first + 1].whole += 1
    steps[last].whole -= 1
  }

  /// Adds the figures of each period to its row.
  func add(to rows: inout [TenureStatistics]) {
    var (moderators, staff, whole) = (0, 0, 0)
    for (index, step) in zip(range, steps) {
      let before = moderators
      moderators += step.moderators
      staff += step.staff
      whole += step.whole
      rows[index].sites += 1
      rows[index].moderators += moderators
      rows[index].staff += staff
      guard step.isCompared else { continue }
      let start = max(site.first, periods.bounds[index])
      rows[index].addComparedSite(
        moderatorTime: step.time + Double(whole) * periods.length(of: index),
        knownTime: min(site.last, periods.bounds[index + 1]).timeIntervalSince(start),
        before: before)
    }
  }
}
