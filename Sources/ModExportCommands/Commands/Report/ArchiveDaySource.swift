import Archive
import FoundationEssentials
import Reports
import Roster

/// The archive as it stood at a moment in the past, for reports.
struct ArchiveDaySource: ReportSource {
  /// When the latest roster of that time was read.
  let asOf: Date
  let origin: String?
  let generator = "modexport \(modexportVersion)"
  let identity: String
  let firstNetwork: NetworkID?
  private let day: ArchiveDay

  /// - Throws: `CommandFailure` (3) where the archive has no roster of that time.
  init(_ archive: ArchiveDatabase, at date: Date, _ networks: NetworkRegistry) throws {
    day = try ArchiveDay(archive, at: date)
    guard let readAt = day.readAt else {
      throw CommandFailure(
        .incomplete, "The archive has no roster of \(date.rfc3339) or before.")
    }
    asOf = readAt
    origin = try archive.origin(networks, archive.status().throttles)
    identity = try archive.identity()
    firstNetwork = try archive.firstNetwork()
  }

  func forEachRow(
    of view: View, site: SiteRef?, order: ViewOrder, limit: Int?, _ body: (Row) throws -> Void
  ) throws {
    try day.forEachRow(of: view, site: site, order: order, limit: limit, body)
  }

  func forEachModerator(
    of site: SiteRef, former: Bool, limit: Int?, _ body: (ModeratorProfile) throws -> Void
  ) throws {
    try day.forEachProfile(of: site, former: former, limit: limit, body)
  }

  func everybodyCount() throws -> Int { try day.everybodyCount() }

  func forEachPerson(inGroups groups: Int, _ body: (PersonRecord) throws -> Void) throws {
    try day.forEachPerson(inGroups: groups, body)
  }

  func proof(of site: SiteRef) throws -> RosterProof? { try day.proof(of: site) }
}
