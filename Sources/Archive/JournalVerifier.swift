import GRDB

/// Whether the journal is all there: its numbers have no gaps.
struct JournalVerifier {
  private let database: Database

  init(_ database: Database) {
    self.database = database
  }

  func findings() throws -> [Verification.Finding] {
    let given =
      try Int.fetchOne(
        database, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'change'") ?? 0
    let kept = try Int.fetchOne(database, sql: "SELECT count(*) FROM change") ?? 0
    guard given != kept else { return [] }
    return [
      Verification.Finding(
        rule: .journal, description: "Of \(given) changes that were recorded \(kept) are there.")
    ]
  }
}
