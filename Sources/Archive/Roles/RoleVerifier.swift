import GRDB
import Roster

/// Checks whether each role in a key has its name in the table `role`.
struct RoleVerifier: Verifier {
  let subject: VerifiedFile

  func findings() throws -> [Verification.Finding] {
    var list = FindingList()
    let names = try RoleTable.names(database)
    for (number, name) in names.sorted(by: { $0.key < $1.key })
    where Role(rawValue: name).number != number {
      list.report(
        .roles, "The role '\(name)' is stored with the number \(number), which is another's.")
    }
    for (table, key) in [
      ("member", "user_id"), ("change", "user_id"), ("page", "page"), ("staged_page", "page"),
    ] {
      let numbers = try Int.fetchAll(
        database,
        sql: """
          SELECT DISTINCT \(Schema.roleNumber(ofKey: key)) AS number FROM \(table)
          WHERE \(key) IS NOT NULL ORDER BY number
          """)
      for number in numbers where names[number] == nil {
        list.report(.roles, "A row of \(table) has the role \(number), which has no name.")
      }
    }
    if names[Role.moderator.number] == nil {
      list.report(.roles, "The role '\(Role.moderator.rawValue)' is missing.")
    }
    return list.findings
  }
}
