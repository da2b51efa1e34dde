/// What figures are grouped by.
package enum StatisticsGrouping: String, Hashable, Sendable, CaseIterable {
  case year, month, site, kind
}

/// The figures of groups of tenures, gathered from one site after another: no more than one site's tenures are in
/// memory.
///
/// The Community user of a site is nobody and counts only among the kinds.
package struct StatisticsGroups {
  /// What a group has in common.
  package enum Key: Hashable, Sendable {
    case all
    /// Such as `2026` or `2026-03`.
    case period(String)
    case site(SiteRef)
    case kind(Moderator.Kind)
  }

  /// Of all sites together.
  package private(set) var total = TenureStatistics()
  private let grouping: StatisticsGrouping?
  private var periods: PeriodStatistics?
  private var sites: [(SiteRef, TenureStatistics)] = []
  private var kinds: [Moderator.Kind: TenureStatistics] = [:]

  /// - Parameters:
  ///   - grouping: Nil for one group.
  ///   - sites: All sites that are to be added.
  package init(by grouping: StatisticsGrouping?, of sites: [TenureHistory.ReadSite]) {
    self.grouping = grouping
    periods =
      switch grouping {
      case .year: PeriodStatistics(by: .year, of: sites)
      case .month: PeriodStatistics(by: .month, of: sites)
      case nil, .site, .kind: nil
      }
  }

  /// Adds sites that were not added yet.
  package mutating func add(_ history: TenureHistory) {
    for history in history.ofEachSite {
      let people = history.filtered { $0.kind != .community }
      total.add(people)
      periods?.add(people)
      if grouping == .site, let site = people.sites.first?.site {
        var own = TenureStatistics()
        own.add(people)
        sites.append((site, own))
      }
      guard grouping == .kind else { continue }
      for kind in Moderator.Kind.allCases {
        kinds[kind, default: TenureStatistics()].add(history.filtered { $0.kind == kind })
      }
    }
  }

  /// The groups in order: periods by time, sites as they were added, kinds that occur; none without sites.
  package var all: [(key: Key, statistics: TenureStatistics)] {
    switch grouping {
    case nil: total.sites > 0 ? [(.all, total)] : []
    case .year, .month: (periods?.all ?? []).map { (.period($0.period), $0.statistics) }
    case .site: sites.map { (.site($0.0), $0.1) }
    case .kind:
      Moderator.Kind.allCases.compactMap { kind in
        kinds[kind].flatMap { $0.moderators + $0.left > 0 ? (.kind(kind), $0) : nil }
      }
    }
  }
}
