package import FoundationEssentials

/// Between which moments a tenure began, between which it ended, and who says so: a row of the view `tenures`.
package struct TenureBounds: Hashable, Sendable {
  /// It began after this, or then where it is the same as ``beganBefore``; nil where nobody knows.
  package var beganAfter: Date?
  /// It had begun by then.
  package var beganBefore: Date
  /// It lasted until then at least.
  package var endedAfter: Date
  /// It had ended by then, or did then where it is the same as ``endedAfter``; nil where nothing says that it ended.
  package var endedBefore: Date?
  package var source: Source
  /// The address of whoever claims it; nil for any other source.
  package var sourceURL: String?

  /// Who says so, the most certain first.
  package enum Source: String, Hashable, Sendable, CaseIterable, Comparable {
    /// Readings give all bounds.
    case reading
    /// The network's log of rights tells the beginning or the end, each by a moment, or all bounds.
    case log
    /// The same log, by a dump that somebody handed in.
    case dump
    /// A badge that only moderators get.
    case badge
    /// Somebody, at an address.
    case claim

    package static func < (one: Source, other: Source) -> Bool { one.rank < other.rank }

    /// Whether it is neither a reading nor the network's own log.
    package var isHearsay: Bool { self == .badge || self == .claim }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  /// Notes who else tells of it: the least certain source counts.
  mutating func note(_ other: Source, at url: String?) {
    if other > source { (source, sourceURL) = (other, url) }
  }

  /// Whether the role was surely held whenever it was by the other bounds.
  func covers(_ other: TenureBounds) -> Bool {
    beganBefore <= other.beganBefore && other.endedAfter <= endedAfter
  }

  /// Whether one of the two tells that the role was not held at a moment at which the other tells that it was.
  package func contradicts(_ other: TenureBounds) -> Bool {
    absences.contains(where: other.isInside) || other.absences.contains(where: isInside)
  }

  private func isInside(_ moment: Date) -> Bool { beganBefore < moment && moment < endedAfter }

  /// Without a beginning and an end at which others have the role held.
  func withoutAbsences(deniedBy others: [TenureBounds]) -> TenureBounds {
    func unlessDenied(_ moment: Date?) -> Date? {
      moment.flatMap { moment in others.contains { $0.isInside(moment) } ? nil : moment }
    }
    var bounds = self
    (bounds.beganAfter, bounds.endedBefore) = (
      unlessDenied(beganAfter), unlessDenied(endedBefore)
    )
    return bounds
  }

  /// The moments before it and after it at which the role was not held.
  package var absences: [Date] { [beganAfter, endedBefore].compactMap(\.self) }

  package init(
    beganAfter: Date?, beganBefore: Date, endedAfter: Date, endedBefore: Date?, source: Source,
    sourceURL: String? = nil
  ) {
    self.beganAfter = beganAfter
    self.beganBefore = beganBefore
    self.endedAfter = endedAfter
    self.endedBefore = endedBefore
    self.source = source
    self.sourceURL = sourceURL
  }

  /// How far it is known that somebody held a role at a time.
  package enum Known: String, Hashable, Sendable {
    /// At some moment of the time for certain.
    case yes
    /// Perhaps: the time touches one in which they joined or left, or nothing says that they left since.
    case maybe
  }

  /// What is left where readings that are dated later than now were dated by a wrong clock: nobody knows when they were
  /// read after the last one with a right date.
  ///
  /// - Parameter last: When that one was begun; nil without one.
  package func trusted(until now: Date, last: Date?) -> TenureBounds {
    var bounds = self
    if endedAfter > now { bounds.endedAfter = last ?? .distantPast }
    if let beganAfter, beganAfter > now { bounds.beganAfter = last }
    return bounds
  }

  /// Whether the role was held at some moment of a time; nil where it was not. The same condition, in SQL:
  /// `began_before < end AND ended_after >= beginning` for yes, and for both
  /// `coalesce(began_after, '') < end AND coalesce(ended_before, '9') > beginning`.
  package func known(in span: TimeSpan) -> Known? {
    if beganBefore < span.end, endedAfter >= span.beginning { return .yes }
    let canHaveBegun = beganAfter.map { $0 < span.end } ?? true
    let canHaveLasted = endedBefore.map { $0 > span.beginning } ?? true
    return canHaveBegun && canHaveLasted ? .maybe : nil
  }
}

extension TenureBounds {
  /// When it began, where a log tells the moment.
  package var loggedBeginning: Date? { beganAfter == beganBefore ? beganBefore : nil }

  /// When it ended, where a log tells the moment.
  package var loggedEnd: Date? { endedAfter == endedBefore ? endedBefore : nil }
}
