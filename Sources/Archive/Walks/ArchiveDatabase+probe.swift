package import FoundationEssentials
import GRDB
import Roster

/// What `probe` found of an API, as it was kept.
package struct ProbeRecord: Hashable, Sendable {
  package var probedAt: Date
  /// The identity of the API.
  package var api: String
  /// The findings as JSON.
  package var findings: String
}

extension ArchiveDatabase {
  /// Keeps what a probe found; earlier ones stay.
  package func recordProbe(api: String, findings: String, at date: Date) throws {
    try write { database in
      try database.execute(
        sql: "INSERT INTO probe (probed_at, api, findings) VALUES (?, ?, ?)",
        arguments: [date.unixSeconds, api, findings])
      try Seal.write(.probe, database.lastInsertedRowID, in: database)
    }
  }

  /// The latest probe; nil where none was made.
  package func latestProbe() throws -> ProbeRecord? {
    try read { database in
      let row = try GRDB.Row.fetchOne(
        database, sql: "SELECT probed_at, api, findings FROM probe ORDER BY id DESC LIMIT 1")
      return try row.map {
        try ProbeRecord(
          probedAt: Date(unixSeconds: $0.value(0)), api: $0.value(1), findings: $0.value(2))
      }
    }
  }
}
