import Archive
import FoundationEssentials
import Networks
import Roster
import Sync
import Transport

/// `sync --dry-run` and `mirror --dry-run`: what a run on one network would read, and how many requests it
/// would send, from what the archive knows.
struct SyncDryRun {
  private let setup: SyncSetup
  /// Whether a run without SITE is for all main sites while the archive has no scope, as the nightly job is.
  private let isOfJob: Bool

  private init(_ setup: SyncSetup, isOfJob: Bool) {
    self.setup = setup
    self.isOfJob = isOfJob
  }

  private var options: SyncOptions { setup.options }
  private var network: any Network { setup.access.network }
  private var limits: ThrottleLimits { setup.access.limits }

  /// Prints the sites of all runs to stdout, and everything else as notes.
  ///
  /// - Parameter setups: One for each network.
  /// - Throws: `ArchiveError`; `SyncFailure` where a name means no site, or where there is no scope.
  static func print(
    _ setups: [SyncSetup], json: Bool, isOfJob: Bool = false, in context: CommandContext
  ) throws {
    let plans = try setups.map { setup in
      let plan = try SyncDryRun(setup, isOfJob: isOfJob).plan(in: context)
      return (setup.access.network.id, plan)
    }
    try context.printer(json ? .json : .table)
      .print(Listing(columns: columns, rows: plans.flatMap(\.1.rows)))
    for (network, plan) in plans {
      for note in plan.notes { context.note(plans.count > 1 ? "\(network): \(note)" : note) }
    }
  }

  /// The sites that a run would read, and sentences about it.
  private struct Plan {
    var rows: [Row] = []
    var notes: [String] = []
  }

  private func plan(in context: CommandContext) throws -> Plan {
    do {
      return try context.readArchive { archive in
        guard try archive.latestSiteList(of: network.id) != nil else {
          return try planWithoutList(
            of: archive.path, try archive.scope(of: network.id), now: context.now())
        }
        return try plan(archive, now: context.now())
      }
    } catch let error as ArchiveError where error.code == .notFound {
      return try planWithoutList(of: error.path, Scope(), now: context.now())
    }
  }

  private func plan(_ archive: ArchiveDatabase, now: Date) throws -> Plan {
    let known = try archive.knownSites(of: network.id) + newSites(beside: archive)
    let scope = try archive.scope(of: network.id)
    let options = options(for: scope)
    let plan = try SyncPlan(options, sites: known, scope: scope, now: now)
    let estimates = try RequestEstimates(
      options, sites: known, network: network, archive: archive)
    let rows = plan.walks.compactMap { site in
      known.first { $0.site.ref == site.ref }.map { row($0, estimates) }
    }
    var notes: [String] = []
    let bound = options.adoptsAPI ? nil : try archive.api(of: network.id)
    if let refusal = APIIdentity.refusal(ofRunAt: network.host, bound: bound) {
      notes.append(refusal)
    }
    notes.append(
      "\(rows.count.counted("site")) would be read, \(plan.fresh.count) skipped. "
        + "The scope is \(scope.words); \(known.count(where: scope.lacks)) of them never mirrored."
    )
    let estimate = try estimates.estimate(of: plan, archive: archive, now: now)
    let key = network.throttleKey(for: plan.walks.first?.ref)
    let throttle = try archive.throttle(for: key).believable(at: now)
    notes += cost(
      estimate, sites: plan.walks.count, QuotaState(throttle, key: key, now: now))
    if let end = throttle.lockedUntil, end.timeIntervalSince(now) > limits.maxWait {
      notes.append(
        "A run would stop at once with exit code 75: the API has locked this address out until "
          + "\(end.rfc3339).")
    }
    return Plan(rows: rows, notes: notes)
  }

  /// Sites that are named by an address, of a network without a list, which the run would add.
  private func newSites(beside archive: ArchiveDatabase) throws -> [KnownSite] {
    guard !network.hasSiteList else { return [] }
    let known = try archive.knownSites(of: network.id).map(\.site)
    return network.sites(newIn: options.selection.names, beside: known).map { KnownSite(site: $0) }
  }

  /// Where there is no list of sites, the number of sites is a guess.
  private func planWithoutList(of path: String, _ scope: Scope, now: Date) throws -> Plan {
    let options = options(for: scope)
    let usual = setup.usualSites
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
    var notes: [String] = []
    if network.hasSiteList {
      let guess = (count ?? 0) == (usual?.main ?? -1) || count == usual?.withMeta
      notes.append(
        "\(path) has no list of sites yet, so which sites would be read is not known. A run would fetch the "
          + "list and read \(words)"
          + (guess ? ", about \(count ?? 0) (counted in \(usual?.year ?? 0))." : "."))
    } else {
      notes.append("A run would read \(words).")
    }
    if let count {
      notes += cost(
        RequestEstimate(
          ofNewArchiveWith: count, named: network.sites(newIn: options.selection.names, beside: []),
          options, network), sites: count,
        QuotaState(ThrottleState(), key: network.throttleKey(for: nil), now: now))
    }
    return Plan(notes: notes)
  }

  private func options(for scope: Scope) -> SyncOptions {
    isOfJob ? setup.ofJob(in: scope).options : options
  }

  private func cost(_ estimate: RequestEstimate, sites: Int, _ quota: QuotaState) -> [String] {
    let parts = [
      (estimate.opening, "to find the lists of the sites"), (estimate.rosters, "for the rosters"),
      (estimate.secondReadings, "to read them again"),
      (estimate.elected, "for who was elected"), (estimate.siteList, "for the list of sites"),
      (estimate.preparation, "for the \(network.preparation?.noun ?? "preparation")"),
    ].filter { $0.0 > 0 }.map { "\($0.0.grouped) \($0.1)" }
    let list = parts.isEmpty ? "" : ": \(parts.joined(separator: ", "))"
    let time = leastTime(of: estimate.total, sites: sites)
    var notes = [
      "About \(estimate.total.counted("request"))\(list). Retries come on top.",
      time < .seconds(60)
        ? nil
        : "At \(Int(limits.rate)) a second to one server that takes \(ProgressLine.clock(time)) at least.",
    ].compactMap(\.self)
    if let most = limits.maxRequests, estimate.total > most {
      notes.append(
        "That is more than --max-requests \(most): the run would stop with exit code 75, and the next one "
          + "would resume.")
    }
    guard let ofDay = network.limits.keylessQuota else { return notes }
    let usual = quota.isKeyed ? nil : ofDay
    notes.append("Quota: \(quota.keyedWords(usually: usual)).")
    let left = quota.remaining ?? quota.most ?? usual
    guard let left, estimate.total > left - limits.quotaReserve else { return notes }
    notes.append(
      "That is more than the quota allows (--quota-reserve \(limits.quotaReserve) stay unused): the run would "
        + "stop with exit code 75, and the next one would resume.")
    return notes
  }

  /// How long the requests take at the rate that is allowed: to one server, or to as many as are asked at
  /// the same time.
  private func leastTime(of requests: Int, sites: Int) -> Duration {
    let isOneServer = network.hasSiteList
    let servers = isOneServer ? 1 : max(1, min(sites, options.concurrency))
    return .seconds(Double(requests) / (limits.rate * Double(servers)))
  }

  private static let columns = [
    View.Column("site", .text, "The site's id.", shortening: .never),
    View.Column("name", .text, "The site's name."),
    View.Column(
      "moderators", .integer, "Rows of the published roster; absent where there is none."),
    View.Column("complete_at", .time, "When a complete roster was last read."),
    View.Column("requests", .integer, "Requests that it takes if the roster has its old size."),
  ]

  private func row(_ site: KnownSite, _ estimates: RequestEstimates) -> Row {
    [
      .text(site.site.id), .text(site.site.name), Cell(site.published?.count),
      Cell(site.published?.completeAt), .integer(estimates.estimate(of: site).total),
    ]
  }
}
