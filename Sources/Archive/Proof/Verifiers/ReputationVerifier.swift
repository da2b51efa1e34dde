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
          SELECT m.user_id, m.role, r.entry
          FROM member m JOIN former_reputation r ON r.member = m.id
          WHERE m.site = ? ORDER BY m.id, r.entry
          """), arguments: [site.key])
    let walks = Set(site.walks.map(\.id))
    var count = 0
    while let row = try rows.next() {
      count += 1
      let user = try Moderator.Key(row.value(0), as: Role(rawValue: row.value(1)))
      if try !walks.contains(row.value(2)) {
        list.report(
          .reputation,
          "User \(named(user)): the date of a former reputation matches no published walk.")
      }
    }
    if count != site.formerReputations {
      list.report(
        .reputation,
        "\(site.formerReputations) former reputations were written, and \(count) are stored.")
    }
    return list.findings
  }
}
