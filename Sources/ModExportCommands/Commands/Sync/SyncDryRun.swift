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
    let estimates = try RequestEstimates(
      options, sites: known, network: network, archive: archive)
    let rows = plan.walks.compactMap { site in
      known.first { $0.site.ref == site.ref }.map { row($0, estimates) }
    }
    var notes: [String] = []
    if !new.isEmpty { notes.append(Self.unaskedNote) }
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
    notes += costOfLogs(about: plan.walks)
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

  private static let unaskedNote =
    "A run first asks each new address what is there; a dry run asks nothing and takes what looks like "
    + "a forum for one."

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
      if !options.selection.names.isEmpty { notes.append(Self.unaskedNote) }
    }
    if let count {
      notes += cost(
        RequestBounds(
          ofNewArchiveWith: count, named: network.sites(newIn: options.selection.names, beside: []),
          options, network), sites: count,
        QuotaState(ThrottleState(), key: network.throttleKey(for: nil), now: now))
    }
    notes += costOfLogs(about: nil)
    return Plan(notes: notes)
  }

  /// What logs take: how long they are is not known.
  ///
  /// - Parameter sites: Nil where they are not known.
  private func costOfLogs(about sites: [Site]?) -> [String] {
    func logs(of site: Site?) -> Int { (try? network.logs(of: site).count) ?? 0 }
    guard options.historyPages > 0 else { return [] }
    guard let sites else { return logs(of: nil) > 0 ? ["Logs come on top."] : [] }
    let least = sites.reduce(logs(of: nil)) { $0 + logs(of: $1) }
    return least == 0
      ? []
      : [
        "Logs come on top: \(least.grouped) to "
          + (least * options.historyPages).counted("request", isGrouped: true)
          + ", and those for what was added since they were last read."
      ]
  }

  private func options(for scope: Scope) -> SyncOptions {
    isOfJob ? setup.ofJob(in: scope).options : options
  }

  private func cost(_ bounds: RequestBounds, sites: Int, _ quota: QuotaState) -> [String] {
    let (least, most) = (bounds.least, bounds.most)
    let time = leastTime(of: least.total, sites: sites)
    let sentences: [String?] = [
      sentence(of: bounds),
      least == most ? nil : "How many lists a site has is not known before one was read.",
      time < .seconds(60)
        ? nil
        : "At \(Int(limits.rate)) a second to one server that takes \(ProgressLine.clock(time)) at least.",
    ]
    var notes = sentences.compactMap(\.self)
    if let limit = limits.maxRequests, most.total > limit {
      notes.append(
        "That \(least.total > limit ? "is" : "may be") more than --max-requests \(limit): the run would stop "
          + "with exit code 75, and the next one would resume.")
    }
    guard let ofDay = network.limits.keylessQuota else { return notes }
    let usual = quota.isKeyed ? nil : ofDay
    notes.append("Quota: \(quota.keyedWords(usually: usual)).")
    let left = quota.remaining ?? quota.most ?? usual
    guard let left, most.total > left - limits.quotaReserve else { return notes }
    notes.append(
      "That is more than the quota allows (\(limits.quotaReserve) stay unused): the run would "
        + "stop with exit code 75, and the next one would resume.")
    return notes
  }

  /// How many requests a run would send, and what for.
  private func sentence(of bounds: RequestBounds) -> String {
    let parts: [(KeyPath<RequestEstimate, Int>, String)] = [
      (\.opening, "to find the lists of the sites"), (\.rosters, "for the rosters"),
      (\.secondReadings, "to read them again"), (\.elected, "for who was elected"),
      (\.siteList, "for the list of sites"),
      (\.preparation, "for the \(network.preparation?.noun ?? "preparation")"),
    ]
    let named = parts.filter { bounds.most[keyPath: $0.0] > 0 }.map { part, purpose in
      let (least, most) = (bounds.least[keyPath: part], bounds.most[keyPath: part])
      return (least == most ? most.grouped : "\(least.grouped) to \(most.grouped)") + " \(purpose)"
    }
    let list = named.isEmpty ? "" : ": \(named.joined(separator: ", "))"
    let most = bounds.most.total.counted("request", isGrouped: true)
    let total =
      bounds.least == bounds.most ? "About" : "From \(bounds.least.total.grouped) to"
    return "\(total) \(most)\(list). Retries come on top."
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
    View.Column(
      "requests", .integer,
      "Requests that it takes if the roster has its old size; absent where that is not known."),
  ]

  private func row(_ site: KnownSite, _ estimates: RequestEstimates) -> Row {
    let bounds = estimates.estimate(of: site)
    return [
      .text(site.site.id), .text(site.site.name), Cell(site.published?.count),
      Cell(site.published?.completeAt),
      Cell(bounds.least == bounds.most ? bounds.most.total : nil),
    ]
  }
}
