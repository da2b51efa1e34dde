import GRDB
import Roster

/// Checks whether the logged tenures follow from the rows of the logs and the claims.
struct LogVerifier: Verifier {
  let subject: VerifiedFile

  func check(_ list: inout FindingList) throws {
    let stored = Dictionary(grouping: try StoredLoggedTenure.fetchAll(database), by: \.site)
    let strays = try Int.fetchOne(
      database,
      sql: "SELECT count(*) FROM log_entry WHERE log NOT IN (SELECT id FROM history_log)")
    if strays != 0 { list.report(.logs, "Rows belong to a log that is missing.") }
    // After a run that was killed, the tenures are those of the run before.
    let unfinished = try StoredLog.underivedSites(database)
    for site in try StoredLog.sites(database).subtracting(unfinished).sorted() {
      let expected = try StoredLoggedTenure.derived(ofSite: site, database)
      let names = try StoredLoggedName.fetchAll(ofSite: site, database)
      let isDerived =
        Self.counts(expected.tenures, \.name) == Self.counts(stored[site] ?? [], \.name)
        && Self.counts(expected.names, \.name) == Self.counts(names, \.name)
      if !isDerived {
        let site = try String.fetchOne(
          database, sql: "SELECT parameter FROM site WHERE id = ?", arguments: [site])
        list.report(
          .logs,
          "The logged tenures of \(site ?? "a missing site") do not follow from its logs and claims.",
          isOfDerived: true)
      }
    }
  }

  /// How often each row is there. Texts are equal that differ in their Unicode normalisation; their bytes are not.
  private static func counts<Row: Hashable>(
    _ rows: some Sequence<Row>, _ name: (Row) -> String
  ) -> [[AnyHashable]: Int] {
    rows.reduce(into: [:]) { $0[[AnyHashable($1), Array(name($1).utf8)], default: 0] += 1 }
  }
}
