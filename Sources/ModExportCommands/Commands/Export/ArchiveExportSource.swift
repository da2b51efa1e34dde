import Archive
import Exports
import Roster

/// The archive, for exports.
struct ArchiveExportSource: ExportSource {
  let generator = "modexport \(modexportVersion)"
  let identity: String
  let latestRun: Int
  private let archive: ArchiveDatabase
  private let since: RowsSince?

  /// - Parameter since: Only what may differ since then; nil for everything.
  init(_ archive: ArchiveDatabase, since: RowsSince? = nil) throws {
    (self.archive, self.since) = (archive, since)
    identity = try archive.identity()
    latestRun = try archive.latestEndedRun() ?? 0
  }

  func runs(from first: Int) throws -> [ExportedRun] {
    try archive.runDigests(from: first).map { ExportedRun(number: $0.run, digest: $0.digest) }
  }

  func forEachRow(of view: View, _ body: (Row) throws -> Void) throws {
    try archive.forEachExportedRow(of: view, since: since, body)
  }
}
