import FoundationEssentials
import Roster

/// Figures as rows: one for each group, or one for all.
struct StatisticsTable {
  private let grouping: StatisticsGrouping?
  private let groups: [(key: Row, statistics: TenureStatistics)]

  /// - Parameter grouping: That of the groups; nil for one row.
  init(_ groups: StatisticsGroups, by grouping: StatisticsGrouping?) {
    self.grouping = grouping
    self.groups = groups.all.map { key, statistics in
      let row: Row =
        switch key {
        case .all: []
        case .period(let name): [.text(name)]
        case .site(let site): [.text(site.network), .text(site.id)]
        case .kind(let kind): [.text(kind.rawValue)]
        }
      return (row, statistics)
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
