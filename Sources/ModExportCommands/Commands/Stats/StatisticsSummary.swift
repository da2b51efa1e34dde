import FoundationEssentials
import Roster

/// The figures of a whole archive, or of one site, as lines.
struct StatisticsSummary {
  private let statistics: TenureStatistics
  private let hasElections: Bool
  /// The columns before the figures.
  private static let indent = 12

  /// - Parameter hasElections: Whether a network of the sites reports who was elected.
  init(_ statistics: TenureStatistics, hasElections: Bool) {
    self.statistics = statistics
    self.hasElections = hasElections
  }

  /// One line for each figure, wrapped to the columns of a terminal; each ends in a line break.
  func text(columns: Int?) -> String {
    let lines = [
      ("readings", readings), ("moderators", moderators), ("joined", joined),
      ("left", left), ("ended", ended), ("running", running), ("elected", elected),
    ]
    return lines.map { name, text in
      let label = name + String(repeating: " ", count: Self.indent - name.count)
      return WrappedText.hanging(label + text, indent: Self.indent, columns: columns)
    }.joined()
  }

  private var readings: String {
    guard let readings = statistics.readings else { return "none" }
    let sites = statistics.sites.counted("site", isGrouped: true)
    let once =
      switch statistics.sites - statistics.comparedSites {
      case 0: ""
      case statistics.sites: ", read once"
      case let once: ", \(once.grouped) of them read once"
      }
    return
      "\(sites)\(once), from \(readings.lowerBound.rfc3339) to \(readings.upperBound.rfc3339)"
  }

  private var moderators: String {
    let staff = statistics.staff
    guard statistics.moderators > 0 else { return "0" }
    let share = (Double(staff) * 100 / Double(statistics.moderators)).tenths
    return "\(statistics.moderators.grouped), of them \(staff.grouped) staff (\(share) %)"
  }

  /// What is said instead of the figures on who joined and left where these are not known.
  private var unknown: String? {
    statistics.comparedSites > 0 ? nil : "unknown until a site is read again"
  }

  private var joined: String { unknown ?? statistics.joined.grouped }

  private var left: String {
    guard let turnover = statistics.turnover, let mean = statistics.meanModerators,
      let time = statistics.meanTime
    else { return unknown ?? statistics.left.grouped }
    let days = "\((time / 86_400).tenths) days"
    return "\(statistics.left.grouped); turnover \((turnover * 100).tenths) % in \(days), "
      + "of \(mean.tenths) on average"
  }

  private var ended: String {
    if let unknown { return unknown }
    let lengths = statistics.ended
    return "\(lengths.count.counted("tenure", isGrouped: true))\(median(lengths, "")), "
      + "\(lengths.exact.grouped) exact, \(openAtStart(lengths))"
  }

  private var running: String {
    let lengths = statistics.running
    return "\(lengths.count.counted("tenure", isGrouped: true))\(median(lengths, " so far")), "
      + openAtStart(lengths)
  }

  private func openAtStart(_ lengths: TenureStatistics.Lengths) -> String {
    "\(lengths.openAtStart.grouped) with an unknown start"
  }

  private func median(_ lengths: TenureStatistics.Lengths, _ suffix: String) -> String {
    guard let median = lengths.median else { return "" }
    let atLeast = "; median\(suffix) at least \(median.daysAtLeast.counted("day", isGrouped: true))"
    guard let atMost = median.daysAtMost else { return atLeast + ", at most unknown" }
    return atLeast + ", at most \(atMost.grouped)"
  }

  private var elected: String {
    let known = statistics.electedKnown
    guard hasElections || known > 0 else { return "not reported by these sites" }
    guard known > 0 else { return "unknown; `modexport sync --elected` asks" }
    let without = statistics.withoutElected
    return "known of \(known.counted("site", isGrouped: true)); none elected at \(without.grouped)"
  }
}
