package import FoundationEssentials
import GRDB
package import Roster

/// The state of the archive, for `status`.
package struct ArchiveStatus: Hashable, Sendable {
  /// By network and id, closed sites included.
  package var sites: [SiteStatus]
  package var throttles: [ThrottleStatus]
  /// The latest run; nil without one.
  package var lastRun: RunStatus?
  /// When a run last ended with exit code 0; nil where none did.
  package var lastCompleteRun: Date?
  /// The end of the ledger; nil where nothing was read yet.
  package var head: LedgerPlace?
  /// How many people it withholds.
  package var withheld = 0
}

/// The state of one site.
package struct SiteStatus: Hashable, Sendable {
  package var site: SiteRef
  package var isClosed: Bool
  /// Nil where no roster is published.
  package var publishedAt: Date?
  /// Of the published roster: complete or unproven. Nil where none is published.
  package var verdict: Verdict?
  /// When the latest complete roster was read; a corrected date may be before ``publishedAt``.
  package var completeAt: Date?
  package var moderators: Int?
  /// The latest finished walk; nil without one.
  package var lastWalk: WalkStatus?
  /// Whether there is an unfinished walk.
  package var hasUnfinishedWalk: Bool
  /// The request that failed at the latest walk, nil where none did.
  package var fault: SiteFault?
  /// When the site last said what it had said before its roster was read, so that it was not read again; nil where it
  /// was not asked since.
  package var checkedAt: Date?

  /// Until when its roster is known to be right as far as anybody looked: until it was read, or checked.
  package var confirmedAt: Date? { [publishedAt, checkedAt].compactMap(\.self).max() }
}

/// The latest finished walk of a site.
package struct WalkStatus: Hashable, Sendable {
  package var finishedAt: Date
  package var verdict: Verdict.Name
  package var reasons: [Verdict.Reason]
  package var wasPublished: Bool
}

/// The waits that the API has required for one host and key.
package struct ThrottleStatus: Hashable, Sendable {
  package var key: String
  /// The throttle's own JSON.
  package var state: String

  /// Host and port.
  package var host: String { String(key.prefix { $0 != "#" }) }
}

/// The latest run.
package struct RunStatus: Hashable, Sendable {
  package var id: Int
  package var startedAt: Date
  /// Nil while it runs, or where it was killed.
  package var finishedAt: Date?
  package var outcome: String?
  /// Why it ended early or failed, in one word; nil where it did not.
  package var reason: String?
  /// When the API allows requests again that it refused this run.
  package var until: Date?
  package var requests: Int
  package var retries: Int
  package var quotaRemaining: Int?

  /// Whether there is no record that it ended or was killed.
  package var isOpen: Bool { finishedAt == nil && outcome == nil }
}

extension ArchiveDatabase {
  /// The state of every site, the throttle and the latest run.
  package func status() throws -> ArchiveStatus {
    try read { database in
      ArchiveStatus(
        sites: try Self.siteStatuses(database),
        throttles: try GRDB.Row.fetchAll(
          database, sql: "SELECT key, state FROM throttle ORDER BY key"
        ).map { try ThrottleStatus(key: $0.value(0), state: $0.value(1)) },
        lastRun: try Self.lastRun(database),
        lastCompleteRun: try Self.lastCompleteRun(database), head: try LedgerPlace.latest(database),
        withheld: try Withheld.people(database))
    }
  }

  /// The latest run, nil without one.
  package func lastRun() throws -> RunStatus? { try read(Self.lastRun) }

  private static func siteStatuses(_ database: Database) throws -> [SiteStatus] {
    let rows = try GRDB.Row.fetchAll(
      database,
      sql: """
        SELECT s.network, s.parameter, s.until IS NOT NULL AS is_closed, s.published_at, s.complete_at,
          s.verdict AS roster_verdict, s.reasons AS roster_reasons, s.moderators, s.fault, s.fault_message, s.fault_at,
          (SELECT checked_at FROM site WHERE id = s.id) AS checked_at,
          w.finished_at, w.verdict, w.reasons, w.published,
          EXISTS (SELECT 1 FROM walk o WHERE o.site = s.id) AS is_unfinished
        FROM listed_site s LEFT JOIN finished_walk w ON w.id = (
          SELECT max(id) FROM entry l WHERE l.site = s.id AND l.kind IN ('walk', 'attempt'))
        ORDER BY s.network, s.parameter
        """)
    return try rows.map { row in
      try SiteStatus(
        site: SiteRef(row.value("network"), row.value("parameter")),
        isClosed: row.value("is_closed"),
        publishedAt: row.date("published_at"),
        verdict: Verdict(
          name: row.value("roster_verdict") ?? "", reasons: row.value("roster_reasons") ?? ""),
        completeAt: row.date("complete_at"),
        moderators: row.value("moderators"),
        lastWalk: row.date("finished_at").map { try walk(row, at: $0) },
        hasUnfinishedWalk: row.value("is_unfinished"), fault: fault(row),
        checkedAt: row.date("checked_at"))
    }
  }

  private static func fault(_ row: GRDB.Row) throws -> SiteFault? {
    guard let date = try row.date("fault_at") else { return nil }
    return try SiteFault(
      site: SiteRef(row.value("network"), row.value("parameter")),
      reason: row.value("fault") ?? "", message: row.value("fault_message") ?? "", at: date)
  }

  private static func walk(_ row: GRDB.Row, at date: Date) throws -> WalkStatus {
    let reasons: String = try row.value("reasons") ?? ""
    return try WalkStatus(
      finishedAt: date, verdict: Verdict.Name(rawValue: row.value("verdict") ?? "") ?? .incomplete,
      reasons: reasons.split(separator: " ").compactMap { Verdict.Reason(rawValue: String($0)) },
      wasPublished: row.value("published") ?? false)
  }

  private static func lastRun(_ database: Database) throws -> RunStatus? {
    try GRDB.Row.fetchOne(
      database,
      sql: """
        SELECT id, started_at, finished_at, outcome, reason, until, requests, retries,
          quota_remaining
        FROM run ORDER BY id DESC LIMIT 1
        """
    ).map { row in
      try RunStatus(
        id: row.value("id"), startedAt: Date(unixSeconds: row.value("started_at")),
        finishedAt: row.date("finished_at"), outcome: row.value("outcome"),
        reason: row.value("reason"), until: row.date("until"), requests: row.value("requests"),
        retries: row.value("retries"), quotaRemaining: row.value("quota_remaining"))
    }
  }

  private static func lastCompleteRun(_ database: Database) throws -> Date? {
    try GRDB.Row.fetchOne(
      database,
      sql: "SELECT max(finished_at) AS finished_at FROM run WHERE outcome = 'complete'"
    ).flatMap { try $0.date("finished_at") }
  }
}
