import FoundationEssentials
import GRDB
package import Roster

extension ArchiveDatabase {
  /// How far the logs were read; those that the archive did not have begin with nothing.
  ///
  /// A tenure follows from all logs of a site together, so all of them are begun before one is read.
  ///
  /// - Throws: `unknown` where the archive does not contain a site.
  package func beginLogs(_ logs: [LogRef]) throws -> [LogState] {
    try write { database in
      try logs.map { try StoredLog.begin($0, ofSite: key(of: $0, database), database).state }
    }
  }

  /// Stores rows of a log, and how far it is read with them. A row that differs from the one that was read before, from
  /// the log or a dump, takes its place.
  ///
  /// Rows whose site the archive does not contain are left out.
  ///
  /// - Returns: The rows of dumps that said otherwise.
  /// - Throws: `unknown` where ``beginLogs(_:)`` was not called.
  @discardableResult
  package func record(
    _ entries: [LogEntry], of log: LogRef, reaching state: LogState
  ) throws -> DifferingRows {
    try write { database in
      guard var stored = try StoredLog.fetch(log, ofSite: key(of: log, database), database)
      else {
        throw error(.unknown, "The archive has not begun the log \(log.name).")
      }
      stored.state = state
      let number = try Entry.nextID(database)
      var writer = LogWriter(stored, in: log.network, as: number, isOfDump: false, self, database)
      for entry in entries { try writer.store(entry) }
      try stored.update(database)
      guard !entries.isEmpty else { return DifferingRows() }
      let date = [state.readUntil, state.newestAt, state.oldestAt].lazy.compactMap { $0 }.first
      var entry = try Entry(
        .log, at: date?.unixSeconds ?? 0, site: stored.site,
        Entry.Body(network: log.network, log: log.name),
        evidence: EvidenceSum.of(.log, by: number, database)[number])
      entry.items = entries.count
      try entry.append(to: database)
      return try DifferingRows(ofEntry: number, database)
    }
  }

  /// Derives the tenures of a network's sites from the rows of their logs, where rows were added since
  /// that was last done.
  ///
  /// - Throws: `CancellationError` between two sites; the next call derives them all again.
  package func recordLoggedTenures(in network: NetworkID) throws {
    for site in try read({ try StoredLog.underivedSites(of: network, $0) }) {
      try Task.checkCancellation()
      try write { database in
        try SearchIndex.write(StoredLoggedTenure.derive(ofSite: site, database), database)
      }
    }
    try write { database in
      let logs = try Int.fetchAll(
        database, sql: "SELECT id FROM history_log WHERE network = ? AND NOT is_derived",
        arguments: [network])
      for log in logs {
        try Seal.historyLog.update(log, database) {
          try database.execute(
            sql: "UPDATE history_log SET is_derived = 1 WHERE id = ?", arguments: [log])
        }
      }
    }
  }

  /// The row of the log's site; nil for a log about all sites.
  private func key(of log: LogRef, _ database: Database) throws -> Int? {
    try log.site.map { try siteKey($0, database) }
  }

  /// The roles of the lists of published rosters, also of empty ones.
  ///
  /// - Parameter site: Nil for all sites of the network.
  package func listedRoles(of site: SiteRef? = nil, in network: NetworkID) throws -> Set<Role> {
    try read { database in
      let key = try site.map { try siteKey($0, database) }
      let names = try String.fetchAll(
        database,
        sql: """
          SELECT DISTINCT p.role FROM site s JOIN page p ON p.entry = s.published_walk
          WHERE s.network = ?1 AND (?2 IS NULL OR s.id = ?2)
          """, arguments: [network, key])
      return Set(names.map(Role.init(rawValue:)))
    }
  }
}
