package import FoundationEssentials
import GRDB
import Roster

/// The state of the archive, for `status`.
package struct ArchiveStatus: Hashable, Sendable {
  /// By network and id, closed sites included.
  package var sites: [KnownSite]
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

/// The waits that the API has required for one host and key.
package struct ThrottleStatus: Hashable, Sendable, StoredRecord {
  package var key: String
  /// The throttle's own JSON.
  package var state: String

  /// Host and port.
  package var host: String { String(key.prefix { $0 != "#" }) }
}

/// The latest run.
package struct RunStatus: Hashable, Sendable, StoredRecord {
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
        sites: try knownSites(where: "TRUE", [], database),
        throttles: try ThrottleStatus.fetchAll(
          database, sql: "SELECT key, state FROM throttle ORDER BY key"),
        lastRun: try Self.lastRun(database),
        lastCompleteRun: try Int.fetchOne(
          database, sql: "SELECT max(finished_at) FROM run WHERE outcome = 'complete'"
        ).map(Date.init(unixSeconds:)),
        head: try LedgerPlace.latest(database), withheld: try Withheld.people(database))
    }
  }

  /// The latest run, nil without one.
  package func lastRun() throws -> RunStatus? { try read(Self.lastRun) }

  private static func lastRun(_ database: Database) throws -> RunStatus? {
    try RunStatus.fetchOne(
      database,
      sql: """
        SELECT id, started_at, finished_at, outcome, reason, until, requests, retries,
          quota_remaining
        FROM run ORDER BY id DESC LIMIT 1
        """)
  }
}
