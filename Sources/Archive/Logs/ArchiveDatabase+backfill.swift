package import FoundationEssentials
import GRDB
package import Roster

extension ArchiveDatabase {
  /// Stores the rows of a dump of a site's logs like those that are read from the site itself: all of them, or nothing where
  /// it fails. A file that was read before changes nothing. Rows that differ from those of the site's own log do not
  /// count.
  ///
  /// - Parameters:
  ///   - now: What the dump has of later was dated by a wrong clock.
  ///   - body: Reads the dump: it gives each row, with the name of its log, to its parameter, and returns how far the dump
  ///     reaches.
  /// - Throws: `unknown` where the archive does not contain the site, or has no roster of it; `unfit` where neither the dump
  ///   nor the archive has what is between the two; `CancellationError` after ``interrupt()``; what `body` throws.
  package func backfill(
    _ file: BackfillFile, _ logs: DumpedLogs, at now: Date,
    _ body: (_ store: (String, LogEntry) throws -> Void) throws -> LogDumpReach
  ) throws -> LogBackfill {
    let network = logs.site.network
    let roles = (
      own: try listedRoles(of: logs.site, in: network), all: try listedRoles(in: network)
    )
    guard !roles.own.isEmpty else {
      throw error(
        .unknown, "The archive has no roster of \(logs.site.id) yet, which tells its roles.")
    }
    var result = try importing { withheld, database in
      var writer = try DumpWriter(logs, roles, self, database)
      if let entry = try Entry.backfill(of: file.sha256, site: writer.site, database),
        !writer.wantsMoreRoles
      {
        return LogBackfill(entry: entry, isRepeated: true, lacksCentral: writer.lacksCentral)
      }
      let reach = try writer.read(body, leavingOut: withheld, at: now)
      return try writer.finish(file, reaching: reach, at: now)
    }
    try recordLoggedTenures(in: network)
    try read { database in
      result.contradictions = try Contradiction.all(ofFile: result.entry, database)
      result.differing = try DifferingRows(ofEntry: result.entry, database)
    }
    return result
  }
}

extension ArchiveDatabase {
  /// Writes what a file tells in one transaction. Of withheld people whom it names nothing stays, neither in the file nor in
  /// the write-ahead log, which can have rows that were written before they were known to be about them.
  ///
  /// - Throws: As ``withheldPeople()``; what `body` throws.
  func importing<Result>(
    _ body: (WithheldPeople?, Database) throws -> Result
  ) throws -> Result {
    guard let withheld = try withheldPeople() else { return try write { try body(nil, $0) } }
    try eraseWhatIsDeleted()
    // A reader can have it; then whoever closes the archive last empties it.
    defer { _ = try? emptyLog() }
    return try withheld.write { try body(withheld, $0) }
  }
}

/// Writes the rows of one dump.
private struct DumpWriter {
  let site: Int
  private let logs: DumpedLogs
  private let archive: ArchiveDatabase
  private let database: Database
  private let entry: Int
  private var own: [String: LogWriter] = [:]
  private var central: LogWriter?
  private var (yetToCome, leftOut) = (0, 0)
  /// Whether rows are wanted about roles whose rows were left out before.
  private(set) var wantsMoreRoles = false

  init(
    _ logs: DumpedLogs, _ roles: (own: Set<Role>, all: Set<Role>), _ archive: ArchiveDatabase,
    _ database: Database
  ) throws {
    (self.logs, self.archive, self.database) = (logs, archive, database)
    site = try archive.siteKey(logs.site, database)
    entry = try Entry.nextID(database)
    for name in logs.names {
      let log = LogRef(name, of: logs.site, in: logs.site.network)
      own[name] = try writer(of: log, ofSite: site, roles.own)
    }
    central = try logs.central.map {
      try writer(of: LogRef($0, of: nil, in: logs.site.network), ofSite: nil, roles.all)
    }
  }

  private mutating func writer(
    of log: LogRef, ofSite site: Int?, _ roles: Set<Role>
  ) throws -> LogWriter {
    var stored = try StoredLog.begin(log, ofSite: site, database)
    if !roles.isSubset(of: stored.state.roles) {
      if site != nil || logs.hasCentral { wantsMoreRoles = true }
      // Rows about the other roles were left out: nothing counts as read, as in a run.
      stored.state = LogState(roles: stored.state.roles.union(roles))
    }
    return LogWriter(
      stored, in: log.network, as: entry, isOfDump: true, archive, database)
  }

  /// Whether the log about all sites, without which nothing is told of one, was never read.
  var lacksCentral: Bool { central.map { $0.log.state.readUntil == nil } ?? false }

  /// Stores the rows of the dump.
  ///
  /// - Returns: How far it reaches.
  mutating func read(
    _ body: (_ store: (String, LogEntry) throws -> Void) throws -> LogDumpReach,
    leavingOut withheld: WithheldPeople?, at now: Date
  ) throws -> LogDumpReach {
    var (count, last) = (0, Date?.none)
    var reach = try body { name, row in
      if count.isMultiple(of: 1_000) { try archive.checkInterruption() }
      count += 1
      if row.time.isYetToCome(at: now) {
        yetToCome += 1
        return
      }
      if row.time <= now { last = [last, row.time].compactMap(\.self).max() }
      let log = LogRef(name, of: logs.site, in: logs.site.network)
      let known = try withheld?.leavingOut([row], of: log, database) ?? [row]
      leftOut += 1 - known.count
      for row in known { try store(row, of: name) }
    }
    // The names that a person had before stand in later rows than those about them.
    leftOut += try withheld?.leaveOut(rowsOf: entry, database) ?? 0
    if reach.last > now {
      // A wrong clock dated rows to come: how far the others reach is all that is known.
      guard let last else {
        throw archive.error(.unfit, "The file has no row of a log from before \(now.rfc3339).")
      }
      reach.last = last
    }
    return reach
  }

  mutating func store(_ row: LogEntry, of name: String) throws {
    try own[name]?.store(row)
    if logs.hasCentral, name == logs.central { try central?.store(row) }
  }

  /// Stores how far the logs are read with the dump, and appends its entry.
  mutating func finish(
    _ file: BackfillFile, reaching reach: LogDumpReach, at now: Date
  ) throws -> LogBackfill {
    for (name, writer) in own { own[name] = try extend(writer, by: reach, name) }
    if logs.hasCentral, let writer = central, let name = logs.central {
      central = try extend(writer, by: reach, name)
    }
    let kept = try Int.fetchOne(
      database, sql: "SELECT count(*) FROM log_entry WHERE entry = ?", arguments: [entry])
    try Entry.append(
      file, of: site, at: now, keeping: kept ?? 0,
      evidence: EvidenceSum.of(.log, by: entry, database)[entry], database)
    return LogBackfill(
      entry: entry, kept: kept ?? 0, yetToCome: yetToCome, withheld: leftOut, reach: reach,
      lacksCentral: lacksCentral)
  }

  private func extend(
    _ writer: LogWriter, by reach: LogDumpReach, _ name: String
  ) throws -> LogWriter {
    let read = reach.state(of: writer.log.state.roles)
    guard let state = writer.log.state.joining(read) else {
      let known = [writer.log.state.oldestAt, writer.log.state.readUntil].map { $0?.rfc3339 ?? "" }
      throw archive.error(
        .unfit,
        "The file has the log \(name) from \(reach.first.rfc3339) to \(reach.last.rfc3339), the archive from "
          + "\(known[0]) to \(known[1]), and nothing joins the two: take a dump of the whole log that ends later."
      )
    }
    var writer = writer
    writer.log.state = state
    try writer.log.update(database)
    return writer
  }
}

extension Entry {
  /// The entry of an earlier import of the same file for a site; nil where there was none.
  ///
  /// - Parameters:
  ///   - file: Its SHA-256.
  ///   - url: Where what the file claims is claimed.
  static func backfill(
    of file: String?, site: Int?, from url: String? = nil, _ database: Database
  ) throws -> Int? {
    try Int.fetchOne(
      database,
      sql: """
        SELECT id FROM entry e WHERE kind = ? AND site IS ? AND body ->> '$.sha256' = ? AND NOT EXISTS (
          SELECT 1 FROM claim WHERE entry = e.id AND leaf IS NULL AND source_url IS NOT ?) ORDER BY id
        """, arguments: [Kind.backfill.rawValue, site, file, url])
  }

  /// Appends the entry of an import.
  ///
  /// - Parameter count: How many rows of the file are kept.
  static func append(
    _ file: BackfillFile, of site: Int?, at now: Date, keeping count: Int, evidence: Data?,
    _ database: Database
  ) throws {
    var entry = try Entry(
      .backfill, at: now.unixSeconds, site: site,
      Entry.Body(file: file.name, bytes: file.bytes, sha256: file.sha256), evidence: evidence)
    entry.items = count
    try entry.append(to: database)
  }
}
