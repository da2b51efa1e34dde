import Archive
import FoundationEssentials
import Reports
import Roster
import Sync

/// The archive for reports.
struct ArchiveSource: ReportSource {
  /// When the latest roster was read; without any, when the latest run began.
  let asOf: Date
  let origin: String?
  let generator = "modexport \(modexportVersion)"
  let identity: String
  let head: String?
  let firstNetwork: NetworkID?
  let faults: [SiteRef: String]
  private let archive: ArchiveDatabase
  private let networks: NetworkRegistry

  /// - Throws: `ArchiveError`.
  init(_ archive: ArchiveDatabase, _ networks: NetworkRegistry) throws {
    (self.archive, self.networks) = (archive, networks)
    let status = try archive.status()
    asOf =
      status.sites.compactMap(\.publishedAt).max() ?? status.lastRun?.startedAt
      ?? Date(unixSeconds: 0)
    origin = try archive.origin(networks, status.throttles)
    let faults = status.sites.compactMap { site in site.fault.map { (site.site.ref, $0.message) } }
    self.faults = Dictionary(uniqueKeysWithValues: faults)
    identity = try archive.identity()
    head = status.head?.head
    firstNetwork = try archive.firstNetwork()
  }

  func forEachRow(
    of view: View, site: SiteRef?, order: ViewOrder, limit: Int?, _ body: (Row) throws -> Void
  ) throws {
    try archive.forEachRow(of: view, ViewFilter(site: site), order: order, limit: limit, body)
  }

  func forEachModerator(
    of site: SiteRef, former: Bool, limit: Int?, _ body: (PersonOnSite) throws -> Void
  ) throws {
    try archive.forEachModerator(of: site, former: former, limit: limit, body)
  }

  func history(of site: SiteRef) throws -> SiteHistory? {
    let tenures = try archive.namedTenures(of: site)
    guard let look = try archive.looks(at: site).first, look.since != nil || !tenures.isEmpty else {
      return nil
    }
    let looks = look.since.flatMap { since in look.until.map { since...max(since, $0) } }
    return SiteHistory(
      of: site, tenures, looks: looks, readingDays: try archive.readingDays(of: site),
      hidesRows: look.hidesRows)
  }

  func everybodyCount() throws -> Int { try archive.everybodyCount() }

  func forEachPerson(inGroups groups: Int, _ body: (PersonRecord) throws -> Void) throws {
    try archive.forEachPerson(inGroups: groups, body)
  }

  func proof(of site: SiteRef) throws -> RosterProof? { try archive.proof(of: site) }

  func forEachRoster(_ body: (RosterLine) throws -> Void) throws {
    try archive.forEachRoster(body)
  }

  func withheldCount(of site: SiteRef, former: Bool) throws -> Int {
    try archive.withheldCount(of: site, former: former)
  }

  func copyArchive(to path: String) throws {
    let proof = try archive.copy(to: path, by: networks.rules, at: asOf)
    guard proof.findings.isEmpty else { throw CommandFailure(proof, of: archive.path) }
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
