import FoundationEssentials
import Roster

/// Figures as rows: one for each group, or one for all.
struct StatisticsTable {
  /// Of all sites together.
  let total: TenureStatistics
  private let grouping: StatisticsGrouping?
  private let groups: [(key: Row, statistics: TenureStatistics)]

  /// - Parameter grouping: Nil for one row.
  init(_ history: TenureHistory, by grouping: StatisticsGrouping?) {
    let people = history.filtered { $0.kind != .community }
    self.grouping = grouping
    total = people.statistics
    groups =
      switch grouping {
      case nil: history.sites.isEmpty ? [] : [([], people.statistics)]
      case .year: people.statistics(by: .year).map { ([.text($0.period)], $0.statistics) }
      case .month: people.statistics(by: .month).map { ([.text($0.period)], $0.statistics) }
      case .site:
        people.statisticsBySite().map {
          ([.text($0.site.network), .text($0.site.id)], $0.statistics)
        }
      case .kind: history.statisticsByKind().map { ([.text($0.kind.rawValue)], $0.statistics) }
      }
  }

  private var isOfPeriods: Bool { grouping == .year || grouping == .month }

  private var keys: [View.Column] {
    switch grouping {
    case nil: []
    case .year, .month: [View.Column(grouping?.rawValue ?? "", .text, "The period, in UTC.")]
    case .site:
      [SiteColumn.network.column, SiteColumn.site.column]
    case .kind: [ModeratorColumn.kind.column]
    }
  }

  /// All columns, for programs. What is unknown of a period, or has no meaning for it, is absent.
  var rows: Listing {
    let fields = StatisticsField.all
    return Listing(
      columns: keys + fields.map(\.column),
      rows: groups.map { group in
        group.key
          + fields.map { $0.cell(of: group.statistics, inPeriods: isOfPeriods) }
      })
  }

  /// For people.
  var forPeople: Listing {
    let sites = grouping == .site ? [] : StatisticsField.sites
    let fields = sites + StatisticsField.forPeople.filter { $0.counts(inPeriods: isOfPeriods) }
    let shown = grouping == .site ? 1 : 0
    return Listing(
      columns: keys.dropFirst(shown) + fields.map(\.column),
      rows: groups.map { group in
        group.key.dropFirst(shown)
          + fields.map { $0.cell(of: group.statistics, inPeriods: isOfPeriods) }
      })
  }
}
