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
  /// Sites of which a roster is known in the span: ``moderators`` and ``staff`` are theirs.
  package var sites = 0
  /// Of these, the sites with a reading in the span that can be compared with one before. All
  /// figures on who joined and left, and the mean, are theirs: of other sites these are not known.
  package private(set) var comparedSites = 0
  /// Tenures that a reading in the span saw begin, returns included.
  package var joined = 0
  /// Tenures that a reading in the span saw end.
  package var left = 0
  /// Of those joined or left, how many may have done so before the span began: the reading before
  /// was earlier.
  package var unsure = 0
  /// Moderators at the end of the span, or at the last reading of their site in it.
  package var moderators = 0
  /// Of them, staff.
  package var staff = 0
  /// The sum of the times of all tenures at the compared sites in the span, in seconds.
  package private(set) var moderatorTime: TimeInterval = 0
  /// The sum of the mean numbers of moderators of the compared sites.
  private var meanOfSites = 0.0
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

  /// The mean number of moderators of the compared sites together; nil without such sites. The mean
  /// of each site is taken over the part of the span in which its rosters are known.
  package var meanModerators: Double? { comparedSites > 0 ? meanOfSites : nil }

  /// ``left`` for each moderator of the mean roster; nil where there is none.
  ///
  /// It is the rate of leaving, ``left`` by ``moderatorTime``, times ``meanTime``: what was seen, and
  /// not what would be seen if each site were known in the whole span.
  package var turnover: Double? {
    guard let mean = meanModerators, mean > 0 else { return nil }
    return Double(left) / mean
  }

  /// How long the compared sites are known in the span, in seconds: the mean, in which each site
  /// weighs as much as it has moderators. Nil where there are none.
  package var meanTime: TimeInterval? {
    guard let mean = meanModerators, mean > 0 else { return nil }
    return moderatorTime / mean
  }

  /// Adds the time of the tenures of a site with a reading that can be compared with one before.
  ///
  /// - Parameters:
  ///   - moderatorTime: The sum of the times of the tenures, in seconds.
  ///   - knownTime: How long the rosters of the site are known, in seconds.
  ///   - before: The moderators until the first reading in the span: the mean of no time.
  mutating func addComparedSite(
    moderatorTime: TimeInterval, knownTime: TimeInterval, before: Int
  ) {
    comparedSites += 1
    self.moderatorTime += moderatorTime
    meanOfSites += knownTime > 0 ? moderatorTime / knownTime : Double(before)
  }

  /// What is known of the length of some tenures.
  package struct Lengths: Hashable, Sendable {
    package private(set) var count = 0
    /// Began before the first reading of their site.
    package private(set) var openAtStart = 0
    /// Begin and end are known to the day.
    package private(set) var exact = 0
    /// How many tenures have each length: those that the same two readings saw begin and end have the same one.
    private var lengths: [LengthBounds: Int] = [:]

    mutating func add(_ tenure: Tenure) {
      count += 1
      if tenure.isOpenAtStart { openAtStart += 1 }
      if tenure.isKnownToTheDay { exact += 1 }
      lengths[tenure.length, default: 0] += 1
    }

    /// Bounds of the median; nil without tenures.
    package var median: LengthBounds? { LengthBounds.median(of: lengths) }
  }
}

extension TenureStatistics {
  /// Adds all tenures of some sites, over the whole time. Each site is added once.
  package mutating func add(_ history: TenureHistory) {
    for site in history.ofEachSite { add(ofSite: site) }
  }

  private mutating func add(ofSite history: TenureHistory) {
    guard let site = history.sites.first else { return }
    let (first, last) = (site.first, max(site.first, site.last))
    readings =
      min(readings?.lowerBound ?? first, first)...max(readings?.upperBound ?? last, last)
    sites += 1
    for tenure in history.tenures { add(tenure) }
    if site.first < site.last {
      addComparedSite(
        moderatorTime: history.tenures.map { $0.time(until: site.last) }.reduce(0, +),
        knownTime: site.last.timeIntervalSince(site.first), before: 0)
    }
    let present = history.tenures.filter { $0.tenure.leftAt == nil && $0.kind == .moderator }
    if !present.isEmpty { countElected(present.map(\.isElected)) }
  }

  private mutating func add(_ counted: TenureHistory.SiteTenure) {
    let tenure = counted.tenure
    if tenure.absentBefore != nil { joined += 1 }
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
  private mutating func countElected(_ marks: [Bool?]) {
    let hasElected = marks.contains(true)
    guard hasElected || !marks.contains(nil) else { return }
    electedKnown += 1
    if !hasElected { withoutElected += 1 }
  }
}

extension TenureHistory.SiteTenure {
  /// How long it counts, in seconds: until a reading without the moderator, or the last one.
  fileprivate func time(until last: Date) -> TimeInterval {
    max(0, (tenure.leftAt ?? last).timeIntervalSince(tenure.firstSeen))
  }
}
