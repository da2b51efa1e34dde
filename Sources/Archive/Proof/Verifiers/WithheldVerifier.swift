import FoundationEssentials
import GRDB
import Roster

/// Checks whether values are missing only of those whom the ledger says to be withheld: digests stand in their place, which
/// prove nobody.
struct WithheldVerifier: Verifier {
  let subject: VerifiedFile

  func check(_ list: inout FindingList) throws {
    let told = try Data.fetchOne(
      database,
      sql: "SELECT evidence FROM entry WHERE kind = 'withhold' ORDER BY id DESC LIMIT 1")
    if try told != Withheld.evidence(database) {
      list.report(.withheld, "Other rows are withheld than the ledger tells.")
    }
    let stray = ["name", "former_reputation", "elected"].map {
      "EXISTS (SELECT 1 FROM \($0) WHERE member = m.id AND leaf IS NOT NULL)"
    }
    let shown = try Int.fetchOne(
      database,
      sql: """
        SELECT count(*) FROM member m WHERE leaf IS NULL AND (\(stray.joined(separator: " OR ")))
        """)
    if let shown, shown > 0 {
      list.report(
        .withheld,
        "\(shown.counted("member not withheld has", "members not withheld have")) rows without values."
      )
    }
  }
}
