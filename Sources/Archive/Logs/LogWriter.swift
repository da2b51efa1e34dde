import GRDB
import Roster

/// Stores the rows of one log as one entry reads them.
struct LogWriter {
  var log: StoredLog
  private let network: NetworkID
  private let entry: Int
  private let isOfDump: Bool
  private let archive: ArchiveDatabase
  private let database: Database
  private var keys: [SiteID: Int?] = [:]

  /// - Parameters:
  ///   - log: With the roles about which rows are kept.
  ///   - entry: The one that the ledger gets next.
  ///   - isOfDump: Whether it is an import.
  init(
    _ log: StoredLog, in network: NetworkID, as entry: Int, isOfDump: Bool,
    _ archive: ArchiveDatabase, _ database: Database
  ) {
    (self.log, self.network, self.entry, self.isOfDump) = (log, network, entry, isOfDump)
    (self.archive, self.database) = (archive, database)
  }

  /// Stores a row, unless it is about a site that the archive does not contain.
  mutating func store(_ row: LogEntry) throws {
    let row = try StoredEntry(row, roles: log.state.roles)
    var site = log.site
    if let name = row.site {
      // The log of one site tells nothing of another one.
      site =
        log.site == nil
        ? try keys[name] ?? archive.knownSiteKey(SiteRef(network, name), database) : nil
      keys[name] = .some(site)
    }
    if site != nil || log.site == nil && row.isHidden {
      try row.write(log: log.id, site: site, as: entry, isOfDump: isOfDump, database)
    }
  }
}
