import FoundationEssentials
import Roster

/// One column of figures.
struct StatisticsField: Sendable {
  let column: View.Column
  private let value: @Sendable (TenureStatistics) -> Cell
  private let scope: Scope

  /// The rows in which a column has a meaning.
  enum Scope: Sendable {
    case all
    /// All but those without a site that can be compared with an earlier reading.
    case compared
    /// As ``compared``, and only those of periods.
    case periods
    /// All but those of periods.
    case present
  }

  init(
    _ name: String, _ type: View.ColumnType = .integer, _ scope: Scope = .all,
    _ cell: @escaping @Sendable (TenureStatistics) -> Cell
  ) {
    column = View.Column(name, type, "")
    value = cell
    self.scope = scope
  }

  func counts(inPeriods: Bool) -> Bool {
    switch scope {
    case .all, .compared: true
    case .periods: inPeriods
    case .present: !inPeriods
    }
  }

  /// The value, absent where the column has no meaning.
  func cell(of statistics: TenureStatistics, inPeriods: Bool) -> Cell {
    let needsComparison = scope == .compared || scope == .periods
    guard counts(inPeriods: inPeriods), statistics.comparedSites > 0 || !needsComparison else {
      return .null
    }
    return value(statistics)
  }

  /// Of how many sites the other figures are.
  static let sites = [
    StatisticsField("sites") { .integer($0.sites) },
    StatisticsField("sites_compared") { .integer($0.comparedSites) },
  ]

  static let all = span + sites + figures

  private static let span = [
    StatisticsField("from", .time) { Cell($0.readings?.lowerBound) },
    StatisticsField("until", .time) { Cell($0.readings?.upperBound) },
  ]

  private static let figures = [
    StatisticsField("joined", .integer, .compared) { .integer($0.joined) },
    StatisticsField("left", .integer, .compared) { .integer($0.left) },
    StatisticsField("unsure", .integer, .periods) { .integer($0.unsure) },
    StatisticsField("moderators") { .integer($0.moderators) },
    StatisticsField("staff") { .integer($0.staff) },
    StatisticsField("mean_moderators") { Cell(rounding: $0.meanModerators) },
    StatisticsField("moderator_days", .integer, .compared) {
      Cell(rounding: $0.moderatorTime / 86_400)
    },
    StatisticsField("turnover", .integer, .compared) { Cell(rounding: $0.turnover) },
    StatisticsField("ended_days_at_least", .integer, .compared) {
      Cell($0.ended.median?.daysAtLeast)
    },
    StatisticsField("ended_days_at_most", .integer, .compared) {
      Cell($0.ended.median?.daysAtMost)
    },
    StatisticsField("ended_exact", .integer, .compared) { .integer($0.ended.exact) },
    StatisticsField("ended_open_at_start", .integer, .compared) { .integer($0.ended.openAtStart) },
    StatisticsField("running_days_at_least", .integer, .present) {
      Cell($0.running.median?.daysAtLeast)
    },
    StatisticsField("running_days_at_most", .integer, .present) {
      Cell($0.running.median?.daysAtMost)
    },
    StatisticsField("running_open_at_start", .integer, .present) {
      .integer($0.running.openAtStart)
    },
    StatisticsField("elected_known", .integer, .present) { .integer($0.electedKnown) },
    StatisticsField("without_elected", .integer, .present) { .integer($0.withoutElected) },
  ]

  static let forPeople = [
    StatisticsField("joined", .integer, .compared) { .integer($0.joined) },
    StatisticsField("left", .integer, .compared) { .integer($0.left) },
    StatisticsField("unsure", .integer, .periods) { .integer($0.unsure) },
    StatisticsField("moderators") { .integer($0.moderators) },
    StatisticsField("staff") { .integer($0.staff) },
    StatisticsField("turnover", .integer, .compared) { Cell(rounding: $0.turnover) },
    StatisticsField("median_of_ended", .text, .compared) { .text($0.ended.median?.range ?? "") },
    StatisticsField("median_so_far", .text, .present) { .text($0.running.median?.range ?? "") },
  ]
}

extension LengthBounds {
  /// The bounds in days, such as `30–61 d` or `≥ 30 d`.
  fileprivate var range: String {
    guard let daysAtMost else { return "≥ \(daysAtLeast) d" }
    return daysAtMost == daysAtLeast ? "\(daysAtLeast) d" : "\(daysAtLeast)–\(daysAtMost) d"
  }
}

extension Cell {
  /// Four digits after the point; no value for nil.
  fileprivate init(rounding number: Double?) {
    self = number.map { .real(($0 * 10_000).rounded() / 10_000) } ?? .null
  }
}
