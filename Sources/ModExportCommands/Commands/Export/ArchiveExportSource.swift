import Archive
import Roster
import Tables

/// The archive, for exports.
struct ArchiveExportSource: ExportSource {
  let generator = "modexport \(modexportVersion)"
  let identity: String
  let latestRun: Int
  private let archive: ArchiveDatabase

  init(_ archive: ArchiveDatabase) throws {
    self.archive = archive
    identity = try archive.identity()
    latestRun = try archive.latestEndedRun() ?? 0
  }

  func forEachRow(of view: View, _ body: (Row) throws -> Void) throws {
    try archive.forEachExportedRow(of: view, body)
  }
}
