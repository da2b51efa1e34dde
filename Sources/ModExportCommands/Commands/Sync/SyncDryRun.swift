import Archive
import FoundationEssentials
import Networks
import Roster
import Sync
import Transport

/// `sync --dry-run` and `mirror --dry-run`: what a run on one network would read, and how many requests it
/// would send, from what the archive knows.
struct SyncDryRun {
  let setup: SyncSetup
  /// Whether a run without SITE is for all main sites while the archive has no scope, as the nightly job is.
  let isOfJob: Bool

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
      let plan = try SyncDryRun(setup: setup, isOfJob: isOfJob).plan(in: context)
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
    } catch let error as ArchiveError where error.isBeforeFirstRun {
      return try planWithoutList(of: error.path, Scope(), now: context.now())
    }
  }

  private func plan(_ archive: ArchiveDatabase, now: Date) throws -> Plan {
    let new = try newSites(beside: archive)
    let known =
      try archive.knownSites(of: network.id).filter { site in
        !new.contains { $0.site.ref == site.site.ref }
      } + new
    let scope = try archive.scope(of: network.id)
    let options = options(for: scope)
    let plan = try SyncPlan(options, sites: known, scope: scope, now: now)
    let estimates = try RequestEstimates(options, network, archive)
    let rows = plan.walks.compactMap { site in
      known.first { $0.site.ref == site.ref }.map {
        row($0, estimates, isChecked: plan.marks[site.ref] != nil)
      }
    }
    var notes: [String] = []
    if !new.isEmpty { notes.append(Self.unaskedNote) }
    let bound = options.adoptsAPI ? nil : try archive.api(of: network.id)
    if let refusal = APIIdentity.refusal(ofRunAt: network.host, bound: bound) {
      notes.append(refusal)
    }
    notes.append(
      "\(words(of: plan)), \(plan.fresh.count) skipped. "
        + "The scope is \(scope.words); \(known.count(where: scope.lacks)) of them never mirrored."
    )
    let sizes = Dictionary(known.map { ($0.site.ref, $0.moderators) }) { first, _ in first }
    let key = network.throttleKey(for: plan.walks.first?.ref)
    let throttle = try archive.throttle(for: key).discardingImplausible(at: now)
    notes += cost(
      of: plan.walks.map { ($0.ref, sizes[$0.ref] ?? nil, plan.marks[$0.ref] != nil) }, estimates,
      others: try estimates.others(in: archive, now: now), APIState(throttle, key: key, now: now))
    if let end = throttle.lockedUntil, end.timeIntervalSince(now) > limits.maxWait {
      notes.append(
        "A run would stop at once with exit code 75: the API has locked this address out until "
          + "\(end.rfc3339).")
    }
    return Plan(rows: rows, notes: notes)
  }

  /// Sites that are named by a new address, of a network without a list.
  private func newSites(beside archive: ArchiveDatabase) throws -> [KnownSite] {
    guard !network.hasSiteList else { return [] }
    let known = try archive.knownSites(of: network.id)
    return network.sites(newIn: options.selection.names, beside: known.map(\.site)).map { site in
      var new = known.first { $0.site.ref == site.ref } ?? KnownSite(site: site)
      new.site = site
      return new
    }
  }

  private func words(of plan: SyncPlan) -> String {
    let checked = plan.walks.count { plan.marks[$0.ref] != nil }
    let read = (plan.walks.count - checked).counted("site") + " would be read"
    return checked == 0
      ? read : "\(read), \(checked) asked whether anything changed, and read if so"
  }

  private static let unaskedNote =
    "A run first asks each new address what is there; a dry run asks nothing and takes what looks like "
    + "a forum for one."

  /// Where there is no list of sites, the number of sites is a guess.
  private func planWithoutList(of path: String, _ scope: Scope, now: Date) throws -> Plan {
    let options = options(for: scope)
    let usual = setup.access.part.entry.siteEstimate
    if options.selection == .scope, scope.isEmpty { throw SyncFailure.noScope }
    var scope = scope
    if case .all(let withMeta) = options.selection {
      (scope.sites, scope.names) = (withMeta ? .all : .main, [])
    }
    let names = options.selection.names.count
    let words = names > 0 ? names.counted("named site") : scope.words
    let count =
      names > 0
      ? names
      : scope.sites == .named
        ? scope.names.count : scope.sites == .all ? usual?.withMeta : usual?.main
    var notes: [String] = []
    if network.hasSiteList {
      let guess = names > 0 || scope.sites == .named ? nil : count.map { ", about \($0)" }
      notes.append(
        "\(path) has no list of sites yet, so which sites would be read is not known. A run would fetch the "
          + "list and read \(words)\(guess ?? "").")
    } else {
      notes.append("A run would read \(words).")
      if !options.selection.names.isEmpty { notes.append(Self.unaskedNote) }
    }
    if let count {
      let estimates = try RequestEstimates(options, network, nil)
      let named = network.sites(newIn: options.selection.names, beside: []).map(\.ref)
      let unnamed = [SiteRef?](repeating: nil, count: max(0, count - named.count))
      notes += cost(
        of: (named + unnamed).map { ($0, nil, false) }, estimates,
        others: try estimates.others(in: nil, now: now),
        APIState(ThrottleState(), key: network.throttleKey(for: nil), now: now))
    }
    return Plan(notes: notes)
  }

  private func options(for scope: Scope) -> SyncOptions {
    isOfJob ? setup.forNightlyJob(in: scope).options : options
  }

  /// What the walks cost.
  ///
  /// - Parameter others: The requests for anything else.
  private func cost(
    of walks: [(site: SiteRef?, size: Int?, isChecked: Bool)], _ estimates: RequestEstimates,
    others: Int,
    _ quota: APIState
  ) -> [String] {
    let sum = walks.reduce(0) {
      $0 + estimates.requests(for: $1.site, size: $1.size, isChecked: $1.isChecked)
    }
    let requests = Int(sum.rounded()) + others
    // The requests may be fewer.
    let isBound = walks.contains { estimates.isBound(for: $0.site) }
    let count = requests.counted("request", isGrouped: true)
    let extra = "Retries\(options.historyPages > 0 ? " and logs" : "") come on top."
    var notes = [
      isBound
        ? "At most \(count): how many lists a site has is not known before one was read. \(extra)"
        : "About \(count). \(extra)"
    ]
    if let limit = limits.maxRequests, requests > limit {
      let verb = isBound ? "may be" : "is"
      notes.append("That \(verb) more than --max-requests \(limit): the run would \(Self.end)")
    }
    return notes + quotaNotes(requests, quota)
  }

  private static let end = "stop with exit code 75, and the next one would resume."

  private func quotaNotes(_ requests: Int, _ quota: APIState) -> [String] {
    guard let ofDay = network.limits.keylessQuota else { return [] }
    let usual = quota.isKeyed ? nil : ofDay
    let note = "Quota: \(quota.quotaWords(usually: usual))."
    let left = quota.remaining ?? quota.most ?? usual
    guard let left, requests > left - limits.quotaReserve else { return [note] }
    return [
      note,
      "That is more than the quota allows (\(limits.quotaReserve) stay unused): the run would \(Self.end)",
    ]
  }

  private static let columns = [
    View.Column("site", .text, "The site's id.", shortening: .never),
    View.Column("name", .text, "The site's name."),
    View.Column(
      "moderators", .integer, "Rows of the published roster; absent where there is none."),
    View.Column("complete_at", .time, "When a complete roster was last read."),
    View.Column(
      "requests", .integer,
      "Requests that it takes if the roster has its old size; absent where that is not known."),
  ]

  private func row(_ site: KnownSite, _ estimates: RequestEstimates, isChecked: Bool) -> Row {
    let requests = Int(
      estimates.requests(for: site.site.ref, size: site.moderators, isChecked: isChecked)
        .rounded())
    return [
      .text(site.site.id), .text(site.site.name), Cell(site.moderators),
      Cell(site.completeAt),
      Cell(estimates.isBound(for: site.site.ref) ? nil : requests),
    ]
  }
}
