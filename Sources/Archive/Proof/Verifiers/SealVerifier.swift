import GRDB
import Roster

/// Checks whether every sealed row matches its checksum.
struct SealVerifier: Verifier {
  let subject: VerifiedFile

  func findings() throws -> [Verification.Finding] {
    try Seal.Table.allCases.flatMap { table in
      var list = FindingList()
      try Seal.forEachBroken(table, database) { row in
        guard try concerns(row, of: table) else { return }
        let key = table.key.map { "\(row[$0] as DatabaseValue? ?? .null)" }.joined(separator: ", ")
        list.report(.seal, "Row \(key) of \(table.rawValue) does not match its checksum.")
      }
      return list.findings
    }
  }

  /// Whether a row is to be checked: where sites are given, only their rows.
  private func concerns(_ row: GRDB.Row, of table: Seal.Table) throws -> Bool {
    guard let sites = subject.sites else { return true }
    func number(_ column: String) -> Int? {
      (row[column] as DatabaseValue?).flatMap { Int.fromDatabaseValue($0) }
    }
    switch table {
    case .site: return number("id").map(sites.contains) ?? true
    case .walk, .change: return number("site").map(sites.contains) ?? true
    case .formerReputation:
      let site = try Int.fetchOne(
        database, sql: "SELECT site FROM member WHERE id = ?", arguments: [number("member")])
      return site.map(sites.contains) ?? true
    case .archive, .network, .run, .stagedPage, .historyLog:
      return false
    }
  }
}
