import GRDB
import Roster

/// Checks whether all former reputations of one site are present, each dated by published walks.
struct ReputationVerifier: Verifier {
  let subject: VerifiedSite

  func findings() throws -> [Verification.Finding] {
    var list = FindingList(site.ref)
    let rows = try GRDB.Row.fetchCursor(
      database.cachedStatement(
        sql: """
          SELECT m.user_id, r.since, r.replaced_at
          FROM member m JOIN former_reputation r ON r.member = m.id
          WHERE m.site = ? ORDER BY m.id, r.replaced_at
          """), arguments: [site.key])
    var count = 0
    var previous: (user: Int, date: Int)?
    while let row = try rows.next() {
      count += 1
      let (user, since, date) = try (
        row.value(0) as Int, row.value(1) as Int?, row.value(2) as Int
      )
      let before = previous.flatMap { $0.user == user ? $0.date : nil } ?? .min
      if site.position(ofWalkAt: date) == nil
        || since.map({ site.position(ofWalkAt: $0) == nil || $0 >= date || $0 < before }) ?? false
      {
        list.report(
          .reputation,
          "User \(named(user)): the dates of a former reputation match no published walks.")
      }
      previous = (user, date)
    }
    if count != site.formerReputations {
      list.report(
        .reputation,
        "\(site.formerReputations) former reputations were written, and \(count) are stored.")
    }
    return list.findings
  }
}
