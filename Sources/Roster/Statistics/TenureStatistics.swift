package import FoundationEssentials

/// Figures on the tenures of a group of sites, in one span of time.
///
/// A roster counts from its reading until the next one of its site, and the last one until it was
/// read: nothing is assumed about the time after it. Tenures that were there at the first reading of
/// their site joined nobody knows when: they are not counted as joined.
package struct TenureStatistics: Hashable, Sendable {
  /// The first and the last moment of which a roster is known, within the span of the figures; nil
  /// where there is none.
  package var readings: ClosedRange<Date>?
  /// Whether a site was read in the span: otherwise nothing is known of who joined and left in it.
  package var isRead = true
  /// Sites with a roster at the end of the span.
  package var sites = 0
  /// Tenures that a reading in the span saw begin, returns included.
  package var joined = 0
  /// Tenures that a reading in the span saw end.
  package var left = 0
  /// Of those joined or left, how many may have done so before the span began: the reading before
  /// was earlier.
  package var unsure = 0
  /// Moderators at the end of the span.
  package var moderators = 0
  /// Of them, staff.
  package var staff = 0
  /// The sum of the times of all tenures in the span, in seconds.
  package var moderatorTime: TimeInterval = 0
  /// The length of the tenures that ended.
  package var ended = Lengths()
  /// The length so far of the tenures that last; nothing for a span that ended before the present.
  package var running = Lengths()
  /// Sites of whose moderators it is known that at least one, or none, was elected.
  package var electedKnown = 0
  /// Sites of whose moderators it is known that none was elected.
  package var withoutElected = 0

  /// Nothing yet.
  package init() {}

  /// The mean number of moderators over the time of ``readings``; nil where that is only a moment.
  package var meanModerators: Double? {
    guard let readings else { return nil }
    let seconds = readings.upperBound.timeIntervalSince(readings.lowerBound)
    return seconds > 0 ? moderatorTime / seconds : nil
  }

  /// ``left`` for each moderator of the mean roster; nil where there is none.
  package var turnover: Double? {
    guard let mean = meanModerators, mean > 0 else { return nil }
    return Double(left) / mean
  }

  /// What is known of the length of some tenures.
  package struct Lengths: Hashable, Sendable {
    package private(set) var count = 0
    /// Began before the first reading of their site.
    package private(set) var openAtStart = 0
    /// Begin and end are known to the day.
    package private(set) var exact = 0
    private var lengths: [LengthBounds] = []

    mutating func add(_ tenure: Tenure) {
      count += 1
      if tenure.isOpenAtStart { openAtStart += 1 }
      if tenure.isKnownToTheDay { exact += 1 }
      lengths.append(tenure.length)
    }

    /// Bounds of the median; nil without tenures.
    package var median: LengthBounds? { LengthBounds.median(of: lengths) }
  }
}

extension TenureHistory {
  /// The figures of all sites together, over the whole time.
  package var statistics: TenureStatistics {
    statistics(ofSites: Array(sites.indices), tenures)
  }

  /// The figures of each site, in the order of the sites.
  package func statisticsBySite() -> [(site: SiteRef, statistics: TenureStatistics)] {
    let bySite = Dictionary(grouping: tenures, by: \.site)
    return sites.indices.map {
      (sites[$0].site, statistics(ofSites: [$0], bySite[$0] ?? []))
    }
  }

  /// The figures of each kind of moderator that occurs.
  package func statisticsByKind() -> [(kind: Moderator.Kind, statistics: TenureStatistics)] {
    let byKind = Dictionary(grouping: tenures, by: \.kind)
    return Moderator.Kind.allCases.compactMap { kind in
      byKind[kind].map { (kind, statistics(ofSites: Array(sites.indices), $0)) }
    }
  }

  private func statistics(
    ofSites indices: [Int], _ tenures: [SiteTenure]
  ) -> TenureStatistics {
    var result = TenureStatistics()
    let read = indices.map { sites[$0] }
    if let first = read.map(\.first).min(), let last = read.map(\.last).max() {
      result.readings = first...last
    }
    result.sites = read.count
    for tenure in tenures { result.add(tenure, of: sites[tenure.site]) }
    let present = tenures.filter { $0.tenure.leftAt == nil && $0.kind == .moderator }
    for moderators in Dictionary(grouping: present, by: \.site).values {
      result.countElected(moderators.map(\.isElected))
    }
    return result
  }
}

extension TenureStatistics {
  fileprivate mutating func add(
    _ counted: TenureHistory.SiteTenure, of site: TenureHistory.ReadSite
  ) {
    let tenure = counted.tenure
    if tenure.absentBefore != nil { joined += 1 }
    moderatorTime += max(0, (tenure.leftAt ?? site.last).timeIntervalSince(tenure.firstSeen))
    if tenure.leftAt != nil {
      left += 1
      ended.add(tenure)
    } else {
      moderators += 1
      if counted.kind == .staff { staff += 1 }
      running.add(tenure)
    }
  }

  /// - Parameter marks: Of the present moderators of a site.
  fileprivate mutating func countElected(_ marks: [Bool?]) {
    let hasElected = marks.contains(true)
    guard hasElected || !marks.contains(nil) else { return }
    electedKnown += 1
    if !hasElected { withoutElected += 1 }
  }
}
