package import FoundationEssentials
import GRDB
import Roster

extension ArchiveDatabase {
  /// Stores the result of a probe; earlier ones stay.
  package func recordProbe(api: String, findings: String, at date: Date) throws {
    try write { database in
      try database.execute(
        sql: "INSERT INTO probe (probed_at, api, findings) VALUES (?, ?, ?)",
        arguments: [date.unixSeconds, api, findings])
      try Seal.write(.probe, database.lastInsertedRowID, in: database)
    }
  }
}
