import FoundationEssentials
import Roster

/// How many moderate the network over time: what the first page draws, counted from the tenures of
/// everybody. Its size depends on the number of days on which anything changed on a site.
struct NetworkHistory {
  /// Moderators and staff of one moment.
  struct Count: Hashable {
    var moderators = 0
    var staff = 0

    static func += (one: inout Count, other: Count) {
      one.moderators += other.moderators
      one.staff += other.staff
    }
  }

  private struct Site {
    var first = Int.max
    /// By day: the numbers of days since 1970.
    var changes: [Int: Count] = [:]
  }

  private var sites: [SiteRef: Site] = [:]
  /// People who have left all sites, as moderators and as staff.
  private(set) var former = 0
  /// How many people moderate that many sites, staff and robots left out. Staff are those last seen as staff.
  private(set) var peopleBySites: [Int: Int] = [:]
  /// How many people moderate a site.
  var people: Int { peopleBySites.values.reduce(0, +) }
  private(set) var leaders = Leaders()
  /// Users of each site who have no role there any more.
  private(set) var formerUsers: [SiteRef: Int] = [:]

  /// - Parameter changes: When users turned from moderators into staff or back.
  mutating func add(_ person: PersonRecord, _ changes: KindChanges = KindChanges()) {
    let presences = person.presences(changes)
    let moderated = presences.count { $0.kind == .moderator && $0.isCurrent }
    if moderated > 0 { peopleBySites[moderated, default: 0] += 1 }
    leaders.add(person, presences)
    if !presences.contains(where: \.isCurrent) { former += 1 }
    for presence in presences {
      if !presence.isCurrent { formerUsers[presence.site, default: 0] += 1 }
      for stint in presence.stints.apart {
        guard let tenure = stint.tenure.since(presence.place.firstReading) else { continue }
        add(tenure, stint.kind, to: presence.site)
      }
    }
  }

  private mutating func add(_ tenure: TenureBounds, _ kind: Moderator.Kind, to site: SiteRef) {
    let isStaff = kind != .moderator
    let one = isStaff ? Count(staff: 1) : Count(moderators: 1)
    let gone = isStaff ? Count(staff: -1) : Count(moderators: -1)
    let day = DayNumber(tenure.beganBefore).unixDay
    sites[site, default: Site()].changes[day, default: Count()] += one
    if tenure.beganAfter == nil {
      sites[site, default: Site()].first = min(sites[site]?.first ?? day, day)
    }
    if let left = tenure.endedBefore {
      sites[site, default: Site()].changes[DayNumber(left).unixDay, default: Count()] += gone
    }
  }

  /// The counts of the sites that were read from the beginning; nil where nothing is known.
  ///
  /// - Parameters:
  ///   - readings: The days on which the archive read, so that the time in between is known not to be.
  ///   - stale: Sites whose latest list is old.
  func curve(
    until: Date, readings: Set<DayNumber> = [], stale: Set<SiteRef> = []
  ) -> Curve? {
    guard let begin = sites.values.map(\.first).min(), begin < .max else { return nil }
    // The first runs may take some days.
    let counted = sites.filter { $0.value.first <= begin + 7 }
    var changes: [Int: Count] = [:]
    for site in counted.values {
      for (day, change) in site.changes { changes[day, default: Count()] += change }
    }
    var count = Count()
    var points: [Curve.Point] = []
    for (day, change) in changes.sorted(by: { $0.key < $1.key }) {
      count += change
      // What the first runs read is the beginning, not growth.
      if day <= begin + 7 {
        points = [Curve.Point(day: begin, count: count)]
      } else {
        points.append(Curve.Point(day: day, count: count))
      }
    }
    return Curve(
      points: points, gaps: Self.gaps(readings), until: until, sites: counted.count,
      laterSites: sites.count - counted.count,
      staleSites: counted.keys.count { stale.contains($0) })
  }

  /// The times without a reading that are much longer than usual, the first one first.
  private static func gaps(_ readings: Set<DayNumber>) -> [ClosedRange<Int>] {
    let days = readings.map(\.unixDay).sorted()
    let pauses = zip(days, days.dropFirst()).map { $0...$1 }
    let lengths = pauses.map(\.count).sorted()
    guard !lengths.isEmpty else { return [] }
    let usual = lengths[lengths.count / 2]
    return pauses.filter { $0.count > max(usual * 3, 31) }
  }

  /// Counts over time, each from its day to the next one.
  struct Curve {
    struct Point {
      /// Since 1970.
      var day: Int
      var count: Count
    }

    var points: [Point]
    /// From one reading to the next, where that was long.
    var gaps: [ClosedRange<Int>]
    var until: Date
    var sites: Int
    /// Sites that the archive began to read later; they are not counted.
    var laterSites: Int
    /// Of the sites that are counted those whose latest list is old.
    var staleSites: Int
  }
}
