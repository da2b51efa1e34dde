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
      let counts = [expected, stored[site] ?? []].map { rows in
        // Texts are equal that differ in their Unicode normalisation; their bytes are not.
        rows.reduce(into: [:]) { $0[[AnyHashable($1), Array($1.name.utf8)], default: 0] += 1 }
      }
      if counts[0] != counts[1] {
        let name = try String.fetchOne(
          database, sql: "SELECT parameter FROM site WHERE id = ?", arguments: [site])
        list.report(
          .logs,
          "The logged tenures of \(name ?? "a missing site") do not follow from its logs and claims.",
          isOfDerived: true)
      }
    }
  }
}
