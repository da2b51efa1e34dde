import GRDB
import Roster

/// Checks whether the rows of each log are those that were read, and the tenures those that follow from
/// them.
struct LogVerifier: Verifier {
  let subject: VerifiedFile

  func findings() throws -> [Verification.Finding] {
    var list = FindingList()
    for log in try GRDB.Row.fetchAll(database, sql: "SELECT * FROM history_log").map(StoredLog.init)
    where try StoredEntry.sum(ofLog: log.id, database) != log.sum {
      list.report(.logs, "The rows of log \(log.id) are not those that were read.")
    }
    try checkEntries(&list)
    let stored = Dictionary(grouping: try StoredLoggedTenure.fetchAll(database), by: \.site)
    let strays = try Int.fetchOne(
      database,
      sql: "SELECT count(*) FROM log_entry WHERE log NOT IN (SELECT id FROM history_log)")
    if strays != 0 { list.report(.logs, "Rows belong to a log that is missing.") }
    // After a run that was killed, the tenures are those of the run before.
    let unfinished = try StoredLog.underivedSites(database)
    let sites = try Int.fetchAll(
      database, sql: "SELECT DISTINCT site FROM history_log WHERE site IS NOT NULL")
    for site in Set(sites).union(stored.keys).subtracting(unfinished).sorted() {
      let expected = try StoredLoggedTenure.derived(ofSite: site, database)
      let counts = [expected, stored[site] ?? []].map { rows in
        rows.reduce(into: [:]) { $0[$1, default: 0] += 1 }
      }
      if counts[0] != counts[1] {
        let name = try String.fetchOne(
          database, sql: "SELECT parameter FROM site WHERE id = ?", arguments: [site])
        list.report(
          .logs, "The logged tenures of \(name ?? "a missing site") do not follow from its logs.")
      }
    }
    return list.findings
  }

  /// Each log that the ledger says was read has the rows of its last reading.
  private func checkEntries(_ list: inout FindingList) throws {
    let names = try String.fetchAll(
      database,
      sql: """
        SELECT e.body ->> '$.log' || ' of ' || coalesce(s.parameter, e.body ->> '$.network')
        FROM entry e LEFT JOIN site s ON s.id = e.site
        WHERE e.id IN (SELECT max(id) FROM entry WHERE kind = 'log'
            GROUP BY site, body ->> '$.network', body ->> '$.log')
          AND NOT EXISTS (SELECT 1 FROM history_log h WHERE h.network = e.body ->> '$.network'
            AND h.site IS e.site AND h.name = e.body ->> '$.log' AND h.entries_sum = e.evidence)
        """)
    for name in names {
      list.report(.logs, "The log \(name) is not as the ledger says that it was read.")
    }
  }
}
