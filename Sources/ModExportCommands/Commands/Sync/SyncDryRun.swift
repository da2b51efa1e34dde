import Archive
import FoundationEssentials
import Networks
import Roster
import Sync
import Transport

/// `sync --dry-run` and `mirror --dry-run`: what a run would read, and how many requests it would send, from
/// what the archive knows.
struct SyncDryRun {
  private let options: SyncOptions
  private let network: any Network
  private let limits: ThrottleLimits
  private let json: Bool
  /// Whether a run without SITE is for all main sites while the archive has no scope, as the nightly job is.
  private let isOfJob: Bool

  init(_ setup: SyncSetup, json: Bool, isOfJob: Bool = false) {
    options = setup.options
    network = setup.access.network
    limits = setup.access.limits
    self.json = json
    self.isOfJob = isOfJob
  }

  /// Prints the sites to stdout, and everything else as notes.
  ///
  /// - Throws: `ArchiveError`; `SyncFailure` where a name means no site, or where there is no scope.
  func print(in context: CommandContext) throws {
    do {
      try context.readArchive { archive in
        guard try archive.latestSiteList(of: network.id) != nil else {
          return try printWithoutList(
            of: archive.path, try archive.scope(of: network.id), in: context)
        }
        try print(archive, in: context)
      }
    } catch let error as ArchiveError where error.code == .notFound {
      try printWithoutList(of: error.path, Scope(), in: context)
    }
  }

  private func print(_ archive: ArchiveDatabase, in context: CommandContext) throws {
    let known = try archive.knownSites(of: network.id)
    let scope = try archive.scope(of: network.id)
    let options = options(for: scope)
    let plan = try SyncPlan(options, sites: known, scope: scope, now: context.now())
    let rows = plan.walks.compactMap { site in known.first { $0.site.ref == site.ref }.map(row) }
    try context.printer(json ? .json : .table)
      .print(Listing(columns: Self.columns, rows: rows))
    let bound = options.adoptsAPI ? nil : try archive.api(of: network.id)
    if let refusal = APIIdentity.refusal(ofRunAt: network.host, bound: bound) {
      context.note(refusal)
    }
    context.note(
      "\(rows.count.counted("site")) would be read, \(plan.fresh.count) skipped. "
        + "The scope is \(scope.words); \(known.count(where: scope.lacks)) of them never mirrored."
    )
    let estimate = try RequestEstimate(
      plan, options, sites: known, network: network, archive: archive, now: context.now())
    let key = network.throttleKey(for: plan.walks.first?.ref)
    let throttle = try archive.throttle(for: key).believable(at: context.now())
    noteCost(estimate, QuotaState(throttle, key: key, now: context.now()), context)
    if let end = throttle.lockedUntil, end.timeIntervalSince(context.now()) > limits.maxWait {
      context.note(
        "A run would stop at once with exit code 75: the API has locked this address out until "
          + "\(end.rfc3339).")
    }
  }

  /// Where there is no list of sites, the number of sites is a guess.
  private func printWithoutList(
    of path: String, _ scope: Scope, in context: CommandContext
  ) throws {
    let options = options(for: scope)
    let usual = try context.networks.onlyEntry().usualSites
    let (count, words): (Int?, String) =
      switch options.selection {
      case .named(let names): (names.count, names.count.counted("named site"))
      case .all(withMeta: false): (usual?.main, "all main sites")
      case .all(withMeta: true): (usual?.withMeta, "all main and meta sites")
      case .scope:
        (
          scope.sites == .named
            ? scope.names.count : scope.sites == .all ? usual?.withMeta : usual?.main, scope.words
        )
      }
    if options.selection == .scope, scope.isEmpty { throw SyncFailure.noScope }
    try context.printer(json ? .json : .table).print(Listing(columns: Self.columns, rows: []))
    let guess = (count ?? 0) == (usual?.main ?? -1) || count == usual?.withMeta
    context.note(
      "\(path) has no list of sites yet, so which sites would be read is not known. A run would fetch the "
        + "list and read \(words)"
        + (guess ? ", about \(count ?? 0) (counted in \(usual?.year ?? 0))." : "."))
    guard let count else { return }
    let key = network.throttleKey(for: nil)
    noteCost(
      RequestEstimate(ofNewArchiveWith: count, options, network),
      QuotaState(ThrottleState(), key: key, now: context.now()), context)
  }

  /// The nightly job sets a scope where there is none.
  private func options(for scope: Scope) -> SyncOptions {
    var options = options
    if isOfJob, options.selection == .scope, scope.isEmpty {
      options.selection = .all(withMeta: false)
    }
    return options
  }

  private func noteCost(
    _ estimate: RequestEstimate, _ quota: QuotaState, _ context: CommandContext
  ) {
    let parts = [
      (estimate.rosters, "for the rosters"), (estimate.secondReadings, "to read them again"),
      (estimate.elected, "for who was elected"), (estimate.siteList, "for the list of sites"),
      (estimate.preparation, "for the \(network.preparation?.noun ?? "preparation")"),
    ].filter { $0.0 > 0 }.map { "\($0.0.grouped) \($0.1)" }
    let list = parts.isEmpty ? "" : ": \(parts.joined(separator: ", "))"
    context.note("About \(estimate.total.counted("request"))\(list). Retries come on top.")
    if let most = limits.maxRequests, estimate.total > most {
      context.note(
        "That is more than --max-requests \(most): the run would stop with exit code 75, and the next one "
          + "would resume.")
    }
    let usual = quota.isKeyed ? nil : network.limits.keylessQuota
    context.note("Quota: \(quota.keyedWords(usually: usual)).")
    let left = quota.remaining ?? quota.most ?? usual
    guard let left, estimate.total > left - limits.quotaReserve else { return }
    context.note(
      "That is more than the quota allows (--quota-reserve \(limits.quotaReserve) stay unused): the run would "
        + "stop with exit code 75, and the next one would resume.")
  }

  private static let columns = [
    View.Column("site", .text, "The site's id.", shortening: .never),
    View.Column("name", .text, "The site's name."),
    View.Column(
      "moderators", .integer, "Rows of the published roster; absent where there is none."),
    View.Column("complete_at", .time, "When a complete roster was last read."),
    View.Column("requests", .integer, "Requests that it takes if the roster has its old size."),
  ]

  private func row(_ site: KnownSite) -> Row {
    let count = site.published?.count
    return [
      .text(site.site.id), .text(site.site.name), Cell(count), Cell(site.published?.completeAt),
      .integer(RequestEstimate(ofSize: count, options, network).total),
    ]
  }
}
