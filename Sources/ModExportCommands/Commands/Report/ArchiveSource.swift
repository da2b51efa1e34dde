import Archive
import FoundationEssentials
import Reports
import Roster
import Sync

/// The archive for reports: as it stands, or as it stood at a moment in the past.
struct ArchiveSource: ReportSource {
  /// When the latest roster was read; without any, when the latest run began.
  let asOf: Date
  let origin: String?
  let generator = "modexport \(modexportVersion)"
  let identity: String
  let firstNetwork: NetworkID?
  let faults: [SiteRef: String]
  private let archive: ArchiveDatabase
  /// Nil for the archive as it stands.
  private let day: ArchiveDay?

  /// - Parameter date: Nil for the archive as it stands.
  /// - Throws: `CommandFailure` (3) where the archive has no roster of that time; `ArchiveError`.
  init(_ archive: ArchiveDatabase, at date: Date? = nil, _ networks: NetworkRegistry) throws {
    self.archive = archive
    let status = try archive.status()
    day = try date.map { try ArchiveDay(archive, at: $0) }
    if let date, day?.readAt == nil {
      throw CommandFailure(
        .incomplete, "The archive has no roster of \(date.rfc3339) or before.")
    }
    asOf =
      day?.readAt ?? status.sites.compactMap(\.publishedAt).max() ?? status.lastRun?.startedAt
      ?? Date(unixSeconds: 0)
    origin = try archive.origin(networks, status.throttles)
    let faults = status.sites.compactMap { site in site.fault.map { (site.site, $0.message) } }
    self.faults = day == nil ? Dictionary(uniqueKeysWithValues: faults) : [:]
    identity = try archive.identity()
    firstNetwork = try archive.firstNetwork()
  }

  func forEachRow(
    of view: View, site: SiteRef?, order: ViewOrder, limit: Int?, _ body: (Row) throws -> Void
  ) throws {
    if let day {
      return try day.forEachRow(of: view, site: site, order: order, limit: limit, body)
    }
    try archive.forEachRow(of: view, ViewFilter(site: site), order: order, limit: limit, body)
  }

  func forEachModerator(
    of site: SiteRef, former: Bool, limit: Int?, _ body: (ModeratorProfile) throws -> Void
  ) throws {
    if let day { return try day.forEachProfile(of: site, former: former, limit: limit, body) }
    try archive.forEachProfile(of: site, former: former, limit: limit, body)
  }

  func everybodyCount() throws -> Int { try day?.everybodyCount() ?? archive.everybodyCount() }

  func forEachPerson(inGroups groups: Int, _ body: (PersonRecord) throws -> Void) throws {
    if let day { return try day.forEachPerson(inGroups: groups, body) }
    try archive.forEachPerson(inGroups: groups, body)
  }

  func proof(of site: SiteRef) throws -> RosterProof? {
    if let day { return try day.proof(of: site) }
    return try archive.proof(of: site)
  }
}

extension ArchiveDatabase {
  /// The APIs that the archive was mirrored from, as far as it recorded them: a network's own by its address, the
  /// sample network by its name, whatever the port at which it was.
  func origin(_ registry: NetworkRegistry, _ throttles: [ThrottleStatus]) throws -> String? {
    let samples = try networks().compactMap { try api(of: $0) }
      .filter(APIIdentity.isSampleNetwork)
    let hosts = throttles.map(\.host)
      .filter { host in !samples.contains { APIIdentity.mayBe($0, at: host) } }
    let origins = registry.words(ofAPIs: Set(samples + hosts))
    return origins.isEmpty ? nil : origins.joined(separator: ", ")
  }
}
