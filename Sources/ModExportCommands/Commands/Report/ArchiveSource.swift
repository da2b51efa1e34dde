import Archive
import FoundationEssentials
import Reports
import Roster
import Tables

/// The archive as it stands, for reports.
struct ArchiveSource: ReportSource {
  /// When the latest roster was read; without any, when the latest run began.
  let asOf: Date
  let origin: String?
  let generator = "modexport \(modexportVersion)"
  let identity: String
  let firstNetwork: NetworkID?
  private let archive: ArchiveDatabase

  init(_ archive: ArchiveDatabase, _ networks: NetworkRegistry) throws {
    self.archive = archive
    let status = try archive.status()
    asOf =
      status.sites.compactMap(\.publishedAt).max() ?? status.lastRun?.startedAt
      ?? Date(unixSeconds: 0)
    origin = status.origin(networks)
    identity = try archive.identity()
    firstNetwork = try archive.firstNetwork()
  }

  func forEachRow(
    of view: View, site: SiteRef?, order: ReportOrder, _ body: (Row) throws -> Void
  ) throws {
    let filter = ViewFilter(site: site)
    try archive.forEachRow(of: view, filter, order: ViewOrder(order), body)
  }

  func forEachModerator(
    of site: SiteRef, _ body: (ReportModerator) throws -> Void
  ) throws {
    try archive.forEachProfile(of: site) { profile in
      try body(
        ReportModerator(
          row: profile.row, aboutMe: profile.aboutMe,
          reputation: profile.reputation.compactMap(ReportReputation.init)))
    }
  }

  /// No two rosters of a site are dated alike, and one that was not published is of another verdict.
  func proof(of site: SiteRef) throws -> ReportProof? {
    let filter = ViewFilter(site: site)
    guard let published = try archive.listing(.sites, filter).rows.first else { return nil }
    let site = Record<SiteColumn>(published)
    let row = try archive.listing(.walks, filter).rows.last { row in
      let walk = Record<WalkColumn>(row)
      return walk[.finishedAt] == site[.publishedAt] && walk.verdict == site.verdict
    }
    guard let row, site[.publishedAt] != nil else { return nil }
    return try archive.proof(walk: row)
  }
}

extension ViewOrder {
  init(_ order: ReportOrder) {
    self = order == .reader ? .reader : .key
  }
}

extension ArchiveDatabase {
  /// A row of `walks` with its pages.
  func proof(walk row: Row) throws -> ReportProof {
    let id = Record<WalkColumn>(row).number(.id)
    return ReportProof(
      walk: row, pages: try listing(.pages, ViewFilter(walk: id)).rows)
  }
}

extension ArchiveStatus {
  /// Which APIs were asked, as far as the archive remembers: a network's own by its address.
  func origin(_ networks: NetworkRegistry) -> String? {
    let known = networks.addresses
    let hosts = Set(throttles.map { String($0.key.prefix { $0 != "#" }) }).sorted()
      .map { known[$0]?.url ?? $0 }
    return hosts.isEmpty ? nil : hosts.joined(separator: ", ")
  }
}
