import FoundationEssentials
import GRDB
import Roster

/// What archives keep besides what they read, and the end of a merge.
extension Merger {
  /// Copies the runs and the sources of walks.
  mutating func copyRuns() throws {
    let values = [
      "started_at", "finished_at", "outcome", "requests", "retries", "quota_remaining", "reason",
      "until",
    ]
    let all = try sources.enumerated().flatMap { number, source in
      try GRDB.Row.fetchAll(
        source.database, sql: "SELECT id, \(values.joined(separator: ", ")) FROM run ORDER BY id"
      ).map { row in
        try (
          source: number, id: row.value(0) as Int, startedAt: row.value(1) as Int,
          values: values.map { row[$0] as DatabaseValue }
        )
      }
    }
    // In a copy that was made during a run, that run has not ended.
    func order(_ run: (source: Int, id: Int, startedAt: Int, values: [DatabaseValue])) -> (
      Int, Int, Int, Int
    ) { (run.startedAt, run.values[1].isNull ? 1 : 0, run.source, run.id) }
    var kept: [(run: (source: Int, values: [DatabaseValue]), id: Int)] = []
    let marks = values.map { _ in "?" }.joined(separator: ", ")
    for run in all.sorted(by: { order($0) < order($1) }) {
      if let first = kept.first, first.run.values[0] != run.values[0] { kept = [] }
      let same = kept.first {
        $0.run.source != run.source && ($0.run.values == run.values || run.values[1].isNull)
      }
      if let same {
        runs[run.source][run.id] = same.id
        continue
      }
      try database.execute(
        sql: "INSERT INTO run (\(values.joined(separator: ", "))) VALUES (\(marks))",
        arguments: StatementArguments(values: run.values))
      runs[run.source][run.id] = Int(database.lastInsertedRowID)
      kept.append(((run.source, run.values), Int(database.lastInsertedRowID)))
    }
    try copy("source", columns: ["id", "api", "query"])
  }

  /// Copies rows of a table as they are; where two archives have one key, the first one counts.
  private func copy(_ table: String, columns: [String]) throws {
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    for source in sources {
      let rows = try GRDB.Row.fetchCursor(
        source.database, sql: "SELECT \(columns.joined(separator: ", ")) FROM \(table)")
      while let row = try rows.next() {
        try database.execute(
          sql:
            "INSERT OR IGNORE INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(marks))",
          arguments: StatementArguments(values: Array(row.databaseValues)))
      }
    }
  }

  /// Ends the merge: what is no reading, the index, and the entries that say what was done.
  func finish(at now: Int) throws {
    for entry in standIns {
      try database.execute(sql: "DELETE FROM page WHERE entry = ?", arguments: [entry])
    }
    try finishLogs()
    for site in try Int.fetchAll(database, sql: "SELECT DISTINCT site FROM claim") {
      try StoredLoggedTenure.derive(ofSite: site, database)
    }
    for (number, source) in sources.enumerated() {
      try copyScope(of: source, sites[number])
    }
    try copy("filter", columns: ["host", "name", "value"])
    try copy("throttle", columns: ["key", "state"])
    try SearchIndex.rebuild(database)
    try correctDates(at: now)
    if let prunedUntil {
      try Entry(.prune, at: now, Entry.Body(before: prunedUntil + 1)).append(to: database)
    }
    let heads = try sources.compactMap { try LedgerPlace.latest($0.database)?.head }
    try Entry(.merge, at: now, Entry.Body(heads: heads)).append(to: database)
  }

  private func correctDates(at now: Int) throws {
    if corrections.isEmpty { return }
    let clock = try Entry.nextID(database)
    for dates in corrections {
      try database.cachedStatement(
        sql: "INSERT INTO correction (entry, clock, began, not_before, at) VALUES (?, ?, ?, ?, ?)"
      ).execute(arguments: [dates.entry, clock, dates.began, dates.notBefore, dates.at])
    }
    try Entry(
      .clock, at: now, Entry.Body(walks: corrections.count),
      evidence: EvidenceSum.of(.clock, by: clock, database)[clock]
    ).append(to: database)
  }

  /// The scope is what any archive was to hold.
  private func copyScope(of source: MergeSource, _ sites: [Int: Int]) throws {
    for row in try GRDB.Row.fetchAll(source.database, sql: "SELECT name, scope FROM network") {
      let (name, scope) = try (row.value(0) as String, row.value(1) as String?)
      try database.execute(
        sql: """
          INSERT OR IGNORE INTO network (name) VALUES (?1);
          UPDATE network SET scope = iif(scope = '\(Scope.Sites.all.rawValue)', scope, coalesce(?2, scope))
          WHERE name = ?1
          """, arguments: [name, name, scope])
    }
    for site in try Int.fetchAll(source.database, sql: "SELECT id FROM site WHERE in_scope") {
      try database.execute(
        sql: "UPDATE site SET in_scope = 1 WHERE id = ?", arguments: [sites[site]])
    }
  }

  /// A log was read as far as archives have read it together without a gap.
  private func finishLogs() throws {
    var read: [Int: [LogState]] = [:]
    for (number, source) in sources.enumerated() {
      for row in try GRDB.Row.fetchAll(source.database, sql: "SELECT * FROM history_log") {
        let stored = try StoredLog(row)
        let site = stored.site.flatMap { sites[number][$0] }
        if stored.site != nil, site == nil { continue }
        let log = try StoredLog.begin(
          LogRef(row.value("name"), of: nil, in: row.value("network")), ofSite: site, database)
        read[log.id, default: []].append(stored.state)
      }
    }
    for (log, states) in read.sorted(by: { $0.key < $1.key }) {
      // Where they have a gap between them, it is read as far as by the one that read last.
      let states = states.sorted {
        ($0.readUntil ?? .distantPast, $0.newestAt ?? .distantPast)
          > ($1.readUntil ?? .distantPast, $1.newestAt ?? .distantPast)
      }
      let state = states.dropFirst().reduce(states[0]) { $0.joining($1) ?? $0 }
      try StoredLog(id: log, site: nil, state: state).update(database)
    }
  }
}
