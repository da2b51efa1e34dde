package import FoundationEssentials
import GRDB
package import Roster

extension ArchiveDatabase {
  /// Compares who held a role at two moments, for certain or perhaps, by the answers that ``holders(of:in:kinds:now:)`` gives
  /// for both.
  ///
  /// - Parameters:
  ///   - earlier: Rounded down to whole seconds.
  ///   - later: Not before `earlier`; nil for the end of what is known of each site.
  ///   - site: Its present id; nil for all sites.
  ///   - network: Only its sites; nil for all. Ignored where a site is set.
  ///   - now: The present time: a reading that is dated later proves nothing of a day.
  /// - Throws: `unknown` where the archive does not contain the site.
  package func difference(
    from earlier: Date, to later: Date? = nil, site: SiteRef? = nil, network: NetworkID? = nil,
    now: Date = .distantFuture
  ) throws -> RosterComparison {
    let start = Date(unixSeconds: earlier.unixSeconds)
    let end = later.map { Date(unixSeconds: $0.unixSeconds) }
    var comparison = RosterComparison()
    for look in try looks(at: site, network: network, from: start + 1, to: end, now: now) {
      let compared = ComparedSite(look, from: start, to: end)
      comparison.sites.append(compared)
      guard compared.state == .compared else { continue }
      try read { database in
        let key = try siteKey(look.site, database)
        let tenures = try SiteTenures(ofSite: key, now: now, database)
        let values = try ValueChange.all(
          ofSite: key, after: start, until: end ?? .distantFuture, database)
        var net = NetOfSite(compared, tenures, values)
        net.compare()
        comparison.differences += net.differences
        comparison.unsure += net.unsure
        comparison.passages.merge(net.passages, uniquingKeysWith: +)
      }
    }
    return comparison
  }
}

/// The comparison of one site.
private struct NetOfSite {
  private(set) var differences: [NetDifference] = []
  private(set) var passages: [RosterComparison.Passage: Int] = [:]
  private(set) var unsure = 0
  private let site: ComparedSite
  private let tenures: SiteTenures
  private let values: [Moderator.Key: [ValueChange]]
  /// All the time from one moment to the other.
  private let time: TimeSpan

  init(
    _ site: ComparedSite, _ tenures: SiteTenures, _ values: [Moderator.Key: [ValueChange]]
  ) {
    (self.site, self.tenures, self.values) = (site, tenures, values)
    time = TimeSpan(from: site.earlier.beginning, through: site.later.beginning)
  }

  mutating func compare() {
    let before = tenures.holders(in: site.earlier)
    let after = tenures.holders(in: site.later, isLatest: site.isLatest)
    for (holder, own) in Dictionary(grouping: tenures.tenures, by: \.holder) {
      let isBroken = leftAndReturned(own)
      switch (before[holder], after[holder]) {
      case (let old?, let new?) where old.known == .yes && new.known == .yes:
        addRename(from: old, to: new)
        addValues(of: new, isBroken: isBroken)
      case (let old?, let new?) where old.known == new.known: unsure += 1
      case (let old?, let new) where old.known == .yes || new == nil:
        // Nothing says that they left.
        if old.tenure.bounds.endedBefore == nil {
          unsure += 1
        } else {
          add(.left, old.tenure, old.known, new?.known)
        }
      case (_?, let new?) where new.tenure.bounds.beganAfter == nil: unsure += 1
      case (let old, let new?):
        let isBack = own.contains {
          $0.bounds != new.tenure.bounds && $0.bounds.beganBefore <= site.earlier.beginning
        }
        add(isBack ? .returned : .joined, new.tenure, old?.known, new.known)
      default:
        if own.contains(where: { $0.bounds.known(in: time) == .yes }) {
          passages[.cameAndWent, default: 0] += 1
        }
        continue
      }
      if isBroken { passages[.leftAndReturned, default: 0] += 1 }
    }
    differences.sort { $0.order < $1.order }
  }

  /// Whether somebody held a role in that time, then surely did not, and then did again.
  private func leftAndReturned(_ own: [Tenure]) -> Bool {
    let parts = own.map(\.bounds).filter { $0.known(in: time) == .yes }
    return zip(parts, parts.dropFirst()).contains { first, second in
      first.endedBefore.map { $0 < second.beganBefore } ?? false
    }
  }

  private mutating func add(
    _ what: NetDifference.Kind, _ tenure: Tenure, _ before: TenureBounds.Known?,
    _ after: TenureBounds.Known?
  ) {
    let bounds = tenure.bounds
    let isEnd = what == .left
    // Who holds a role at the end of what is known holds it later perhaps.
    let after = after == .yes && site.isOutdated ? .maybe : after
    differences.append(
      NetDifference(
        site: site.look.site, what: what, tenure: tenure,
        known: before == .maybe || after == .maybe ? .maybe : .yes,
        before: before?.rawValue ?? "no", after: after?.rawValue ?? "no",
        happenedAfter: isEnd ? bounds.endedAfter : bounds.beganAfter,
        happenedBy: isEnd ? bounds.endedBefore : bounds.beganBefore, source: bounds.source))
  }

  private mutating func addRename(from old: HeldTenure, to new: HeldTenure) {
    // Somebody who claims another name says nothing of a change.
    guard old.tenure.name != new.tenure.name,
      !tenures.hasClaimedName(old.tenure), !tenures.hasClaimedName(new.tenure)
    else { return }
    let told = tenures.renames.names(
      after: old.tenure.name, from: time.beginning, until: time.end
    ).last { $0.name == new.tenure.name }
    let seen = changes(of: new.tenure, "display_name")
    add(
      .renamed, new.tenure, old.tenure.name, new.tenure.name,
      told?.since ?? seen.first?.previousReadAt, told?.since ?? seen.last?.observedAt,
      told == nil ? .reading : .log)
  }

  /// - Parameter isBroken: Who was elected is known of one tenure, not of the next.
  private mutating func addValues(of held: HeldTenure, isBroken: Bool) {
    for what in isBroken ? [NetDifference.Kind.kind] : [.kind, .elected] {
      let seen = changes(of: held.tenure, what.rawValue)
      guard let first = seen.first, let last = seen.last,
        first.field.before != last.field.after
      else { continue }
      add(
        what, held.tenure, first.field.before, last.field.after, first.previousReadAt,
        last.observedAt, .reading)
    }
  }

  private func changes(of tenure: Tenure, _ column: String) -> [ValueChange] {
    guard let user = tenure.userID else { return [] }
    return (values[Moderator.Key(user, as: tenure.role)] ?? []).filter {
      $0.field.column == column
    }
  }

  private mutating func add(
    _ what: NetDifference.Kind, _ tenure: Tenure, _ before: String?, _ after: String?,
    _ first: Date?, _ last: Date?, _ source: TenureBounds.Source
  ) {
    let isInside =
      first.map { $0 >= time.beginning } ?? false && last.map { $0 < time.end } ?? false
    differences.append(
      NetDifference(
        site: site.look.site, what: what, tenure: tenure, known: isInside ? .yes : .maybe,
        before: before, after: after, happenedAfter: first, happenedBy: last, source: source))
  }
}

extension NetDifference {
  fileprivate var order: (Int, String, Role, String) {
    (tenure.userID ?? .max, tenure.name, tenure.role, what.rawValue)
  }
}

/// A change of a value of a user, as two readings showed it.
private struct ValueChange {
  var field: Change.FieldChange
  var previousReadAt: Date
  var observedAt: Date

  /// Those that were seen after one moment and by another, by user and role, the oldest first.
  static func all(
    ofSite site: Int, after start: Date, until end: Date, _ database: Database
  ) throws -> [Moderator.Key: [ValueChange]] {
    let rows = try GRDB.Row.fetchCursor(
      database,
      sql: """
        SELECT user_id, role, detail, previous_walk_at, observed_at FROM dated_change
        WHERE site = ? AND kind IN ('renamed', 'profile') AND observed_at > ? AND observed_at <= ?
        ORDER BY observed_at, id
        """, arguments: [site, start.unixSeconds, end.unixSeconds])
    var changes: [Moderator.Key: [ValueChange]] = [:]
    while let row = try rows.next() {
      let key = try Moderator.Key(row.value("user_id"), as: Role(rawValue: row.value("role")))
      let (first, last): (Int, Int) = try (row.value("previous_walk_at"), row.value("observed_at"))
      changes[key, default: []] += try (Change.fields(inDetail: row.value("detail")) ?? []).map {
        ValueChange(
          field: $0, previousReadAt: Date(unixSeconds: first), observedAt: Date(unixSeconds: last))
      }
    }
    return changes
  }
}
