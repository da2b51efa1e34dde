import Crypto
import FoundationEssentials
import GRDB
import Roster

extension ArchiveDatabase {
  /// The runs that have recorded their end, from a number on, each with a digest of all runs up to it and of what
  /// they published: two archives that went on from one backup give runs of the same number other digests.
  ///
  /// A digest never changes while evidence and dates stay. So a reading counts only where its run ended complete: what
  /// another run left, a later one may have published.
  package func runDigests(from first: Int) throws -> [(run: Int, digest: String)] {
    try read { database in
      let rows = try GRDB.Row.fetchCursor(
        database,
        sql: """
          SELECT r.id, r.started_at, r.finished_at, r.outcome, r.requests, r.retries, r.quota_remaining,
            w.id AS walk, w.site, w.finished_at AS read_at, hex(w.roster_sum) AS roster
          FROM run r LEFT JOIN walk w ON w.run = r.id AND w.published = 1 AND r.outcome = 'complete'
          ORDER BY r.id, w.id
          """)
      var digests: [(run: Int, digest: String)] = []
      var hash = SHA256()
      while let row = try rows.next() {
        hash.update(
          data: Data(row.databaseValues.map { "\($0)" }.joined(separator: "\t").utf8 + [10]))
        let run: Int = try row.value("id")
        guard run >= first, let _ = try row.value("finished_at") as Int? else { continue }
        if digests.last?.run == run { digests.removeLast() }
        digests.append((run, hash.finalize().hexadecimal))
      }
      return digests
    }
  }
}
