package import Roster

extension TenureHistory {
  /// The figures of all tenures, over the whole time.
  package var statistics: TenureStatistics {
    var figures = TenureStatistics()
    figures.add(self)
    return figures
  }

  /// The figures of each site.
  package func statisticsBySite() -> [(site: SiteRef, statistics: TenureStatistics)] {
    groups(by: .site).compactMap { key, figures in
      if case .site(let site) = key { (site, figures) } else { nil }
    }
  }

  /// The figures of each kind that occurs.
  package func statisticsByKind() -> [(kind: Moderator.Kind, statistics: TenureStatistics)] {
    groups(by: .kind).compactMap { key, figures in
      if case .kind(let kind) = key { (kind, figures) } else { nil }
    }
  }

  /// The figures of each period.
  ///
  /// - Parameter period: `year` or `month`.
  package func statistics(
    by period: StatisticsGrouping
  ) -> [(period: String, statistics: TenureStatistics)] {
    groups(by: period).compactMap { key, figures in
      if case .period(let name) = key { (name, figures) } else { nil }
    }
  }

  private func groups(
    by grouping: StatisticsGrouping
  ) -> [(key: StatisticsGroups.Key, statistics: TenureStatistics)] {
    var groups = StatisticsGroups(by: grouping, of: sites)
    groups.add(self)
    return groups.all
  }
}
