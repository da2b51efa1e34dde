import Archive
import Networks
import Roster
import Sync

/// `modexport sync --dry-run`: what a run would walk, from what the archive knows.
struct SyncDryRun {
  private let options: SyncOptions
  private let network: any Network
  private let json: Bool

  init(_ options: SyncOptions, of network: any Network, json: Bool) {
    self.options = options
    self.network = network
    self.json = json
  }

  /// - Throws: `ArchiveError` where there is no archive yet, `SyncFailure` where a name means no site,
  ///   or the address shows that the API is not the archive's.
  func print(in context: CommandContext) throws -> ExitStatus {
    let (known, scope, api) = try context.readArchive { archive in
      (
        try archive.knownSites(of: network.id), try archive.scope(of: network.id),
        try archive.api(of: network.id)
      )
    }
    try APIIdentity.check(host: network.host, bound: options.adoptsAPI ? nil : api)
    let plan = try SyncPlan(options, sites: known, scope: scope, now: context.now())
    let rows = plan.walks.compactMap { site in known.first { $0.site.ref == site.ref }.map(row) }
    try context.printer(json ? .json : .table)
      .print(Listing(columns: Self.columns, rows: rows))
    context.note(
      "\(rows.count.counted("site")) would be walked, \(plan.fresh.count) skipped. "
        + "The scope is \(scope.words); \(known.count(where: scope.lacks)) of them never mirrored."
    )
    return .done
  }

  private static let columns = [
    View.Column("site", .text, "The site's id."),
    View.Column("name", .text, "The site's name."),
    View.Column(
      "moderators", .integer, "Rows of the published roster; absent where there is none."),
    View.Column("complete_at", .time, "When a complete roster was last read."),
    View.Column("requests", .integer, "Requests that a walk takes if the roster has its old size."),
  ]

  /// Several pages are read twice.
  private func row(_ site: KnownSite) -> Row {
    let count = site.published?.count
    // Not rounded up by an addition: a damaged file may hold any number.
    let (whole, rest) = (count ?? 1).quotientAndRemainder(dividingBy: network.limits.pageSize)
    let pages = max(1, rest > 0 ? whole + 1 : whole)
    return [
      .text(site.site.id), .text(site.site.name), Cell(count), Cell(site.published?.completeAt),
      .integer(pages > 1 ? pages * 2 : 1),
    ]
  }
}
