package import FoundationEssentials
import GRDB
package import Roster

/// A tenure that a file tells, and what tells otherwise.
package struct Contradiction: Hashable, Sendable {
  package var site: SiteRef
  package var tenure: Tenure
  /// Who tells otherwise: a reading, or another badge, claim or log.
  package var source: TenureBounds.Source
  /// The address of whoever claims it.
  package var sourceURL: String?
  /// When the first reading was made that tells otherwise; nil for another source.
  package var readAt: Date?
}

/// A role that a file claims, and that no reading of the site has.
package struct UnknownRole: Hashable, Sendable {
  package var site: SiteRef
  package var role: Role
  package var claims: Int
}

extension Contradiction {
  /// What is contradicted of what a file tells.
  ///
  /// - Parameter entry: The one of its import; nil for all files, and all logs.
  static func all(ofFile entry: Int? = nil, _ database: Database) throws -> [Contradiction] {
    let sites = try entry.map { entry in
      try Int.fetchSet(
        database,
        sql: """
          SELECT site FROM claim WHERE entry = ?1 AND site IS NOT NULL UNION
          SELECT site FROM entry WHERE id = ?1 AND site IS NOT NULL UNION
          SELECT coalesce(e.site, l.site) FROM log_entry e JOIN history_log l ON l.id = e.log
          WHERE e.entry = ?1 AND coalesce(e.site, l.site) IS NOT NULL
          """, arguments: [entry])
    }
    return try (sites ?? StoredLog.sites(database)).compactMap { key in
      try SiteRef.fetch(key, database).map { ($0, key) }
    }
    .sorted { $0.0 < $1.0 }
    .flatMap { site, key in
      try ToldBySources(of: site, key, database).contradictions(ofFile: entry)
    }
  }
}

extension UnknownRole {
  /// The roles that a file claims and that sites never had, as far as they were read.
  ///
  /// - Parameter entry: The one of its import.
  static func all(ofFile entry: Int, _ database: Database) throws -> [UnknownRole] {
    try GRDB.Row.fetchAll(
      database,
      sql: """
        SELECT s.network, s.parameter, c.role, count(*) FROM claim c JOIN site s ON s.id = c.site
        WHERE c.entry = ? AND c.leaf IS NULL AND s.published_walk IS NOT NULL
          AND c.role NOT IN (SELECT role FROM member WHERE site = s.id)
          AND c.role NOT IN (SELECT role FROM page WHERE entry = s.published_walk)
        GROUP BY s.network, s.parameter, c.role ORDER BY s.network, s.parameter, c.role
        """, arguments: [entry]
    ).map { row in
      try UnknownRole(
        site: SiteRef(row.value(0), row.value(1)), role: Role(rawValue: row.value(2)),
        claims: row.value(3))
    }
  }
}

/// What logs, badges and claims tell of the roles of a site.
private struct ToldBySources {
  let site: SiteRef
  private let key: Int
  private let database: Database
  private let seats: [Moderator.Key: SeatRuns]
  private let ofLogs: [LoggedTenure]
  private let readUntil: Date
  /// Whether rows of the logs hide whom they are about: these can have given a role again.
  private let hasHiddenRows: Bool

  init(of site: SiteRef, _ key: Int, _ database: Database) throws {
    (self.site, self.key, self.database) = (site, key, database)
    seats = try SeatRuns.all(ofSite: key, database)
    (ofLogs, readUntil) = try StoredLoggedTenure.toldTenures(ofSite: key, database)
    hasHiddenRows = try StoredEntry.hidesSomebody(ofSite: key, database)
  }

  func contradictions(ofFile entry: Int?) throws -> [Contradiction] {
    let claims = try StoredClaim.tenures(ofSite: key, by: entry, database)
    let others = try entry.map {
      try StoredClaim.tenures(ofSite: key, by: $0, others: true, database)
    }
    var found = try contradictions(of: claims, by: (others ?? []) + ofLogs)
    if entry == nil || claims.isEmpty {
      found += try contradictions(of: ofLogs, by: others ?? [])
    }
    return found.sorted { $0.order < $1.order }
  }

  private func contradictions(
    of tenures: [LoggedTenure], by rivals: [LoggedTenure]
  ) throws -> [Contradiction] {
    var found: [Contradiction] = []
    var readings: [Role: [StoredWalk]] = [:]
    let rivals = Dictionary(grouping: rivals, by: \.holder)
    for (holder, tenures) in Dictionary(grouping: tenures, by: \.holder) {
      let looks =
        try readings[holder.role]
        ?? StoredWalk.fetchAll(of: key, listing: holder.role, database)
      readings[holder.role] = looks
      for (place, tenure) in tenures.enumerated() {
        // Two claims contradict each other once.
        let against =
          rivals[holder, default: []] + (tenure.bounds.source.isHearsay ? tenures[..<place] : [])
        found += against.filter { tenure.bounds.contradicts($0.bounds) }.map {
          contradiction(of: tenure, $0.bounds.source, at: $0.bounds.sourceURL)
        }
        if let reading = reading(against: place, of: tenures, among: looks, holder) {
          found.append(contradiction(of: tenure, .reading, readAt: reading))
        }
      }
    }
    return found
  }

  private func contradiction(
    of tenure: LoggedTenure, _ source: TenureBounds.Source, at url: String? = nil,
    readAt: Date? = nil
  ) -> Contradiction {
    Contradiction(
      site: site,
      tenure: Tenure(
        userID: tenure.userID, name: tenure.name, role: tenure.role, bounds: tenure.bounds),
      source: source, sourceURL: url, readAt: readAt)
  }

  /// The first reading that lacks a holder who is told to have held the role then or, of a log, that shows one who is told
  /// not to have held it any more. Whether a reading shows somebody who is claimed by a name alone is unknown.
  private func reading(
    against place: Int, of told: [LoggedTenure], among looks: [StoredWalk], _ holder: Tenure.Holder
  ) -> Date? {
    let bounds = told[place].bounds
    if holder.userID == nil, bounds.source.isHearsay { return nil }
    let seat = holder.userID.flatMap { seats[Moderator.Key($0, as: holder.role)] }
    let runs = seat?.ranges(in: looks) ?? []
    let absence = absence(after: place, of: told)
    if bounds.source.isHearsay, let reading = reading(against: bounds, in: runs, of: looks) {
      return reading
    }
    let margin = bounds.source.isHearsay ? 0 : RightsHistory.clockMargin
    return looks.indices.first { index in
      let time = looks[index].time
      let isShown = runs.contains { $0.contains(index) }
      guard let denied = isShown ? absence : (bounds.beganBefore, bounds.endedAfter) else {
        return false
      }
      return denied.from + margin < time.lowerBound && time.upperBound + margin < denied.until
    }.map { looks[$0].time.upperBound }
  }

  /// The first reading that shows a holder after a moment at which the role is told not to have been held, where one before
  /// it did, too.
  private func reading(
    against bounds: TenureBounds, in runs: [ClosedRange<Int>], of looks: [StoredWalk]
  ) -> Date? {
    for moment in bounds.absences {
      for run in runs where looks[run.lowerBound].time.upperBound < moment {
        if let index = run.first(where: { moment < looks[$0].time.lowerBound }) {
          return looks[index].time.upperBound
        }
      }
    }
    return nil
  }

  /// Between which moments a log tells that the role was not held after a tenure; nil where it does not tell it.
  private func absence(after place: Int, of told: [LoggedTenure]) -> (from: Date, until: Date)? {
    let bounds = told[place].bounds
    guard !bounds.source.isHearsay, !hasHiddenRows, let start = bounds.endedBefore else {
      return nil
    }
    guard let next = told.dropFirst(place + 1).first else { return (start, readUntil) }
    return next.bounds.beganAfter.map { (start, $0) }
  }
}

extension Contradiction {
  fileprivate var order: (String, Date, String, Date, String) {
    (
      tenure.role.rawValue, tenure.bounds.beganBefore, tenure.name, readAt ?? .distantPast,
      sourceURL ?? ""
    )
  }
}
