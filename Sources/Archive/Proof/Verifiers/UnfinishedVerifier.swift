import FoundationEssentials
import GRDB

/// Checks whether the pages of unfinished walks are unchanged: a later run may publish them.
struct UnfinishedVerifier: Verifier {
  let subject: VerifiedFile

  func findings() throws -> [Verification.Finding] {
    var list = FindingList()
    let walks = try Int.fetchAll(
      database, sql: "SELECT id FROM walk WHERE finished_at IS NULL ORDER BY id")
    for walk in walks where try !EvidenceSum.hasRecordedPages(walk, database) {
      list.report(
        .evidence, "The pages of the unfinished walk \(walk) were changed.")
    }
    let isLeft = try Bool.fetchOne(
      database,
      sql: """
        SELECT EXISTS (
          SELECT 1 FROM staged_page s JOIN walk w ON w.id = s.walk
          WHERE w.finished_at IS NOT NULL)
        """)
    if isLeft == true { list.report(.rows, "A finished walk still has items of pages.") }
    return list.findings
  }
}
