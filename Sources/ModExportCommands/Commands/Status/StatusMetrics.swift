package import Archive
package import FoundationEssentials
import Roster

/// The state as metrics: what changes slowly enough for a file that is collected once a minute.
///
/// A value that is not known has no sample. Times are unix seconds.
package struct StatusMetrics: Sendable {
  private typealias Sample = MetricFamily.Sample
  private typealias Label = MetricFamily.Label
  private let facts: StatusFacts
  private let totals: ArchiveTotals
  private let summary: StatusSummary
  private let check: StatusCheck
  private let now: Date
  private let staleAfter: TimeInterval

  /// - Parameters:
  ///   - now: The wall clock.
  ///   - staleAfter: Seconds after which a roster is stale.
  package init(
    _ facts: StatusFacts, _ totals: ArchiveTotals, now: Date, staleAfter: TimeInterval
  ) {
    self.facts = facts
    self.totals = totals
    self.now = now
    self.staleAfter = staleAfter
    summary = StatusSummary(facts, now: now, staleAfter: staleAfter)
    check = StatusCheck(facts, now: now, staleAfter: staleAfter)
  }

  /// The metrics where there is no archive, or it cannot be read.
  package static let withoutArchive = [up(false), buildInfo]

  /// All metrics, in a fixed order.
  package var families: [MetricFamily] {
    [Self.up(true), Self.buildInfo] + checks + sites + runs + api + files + journal
  }

  private static func up(_ isUp: Bool) -> MetricFamily {
    MetricFamily(
      "modexport_up", .gauge, "Whether the archive could be read.", [Sample(isUp ? 1 : 0)])
  }

  private static let buildInfo = MetricFamily(
    "modexport_build_info", .gauge, "The program that wrote these metrics; always 1.",
    [Sample(1, [Label("version", modexportVersion)])])

  private func gauge(_ name: String, _ help: String, _ value: Double?) -> MetricFamily {
    MetricFamily("modexport_\(name)", .gauge, help, value.map { [Sample($0)] } ?? [])
  }

  private func gauge(_ name: String, _ help: String, _ value: Int) -> MetricFamily {
    gauge(name, help, Double(value))
  }

  private func gauge(_ name: String, _ help: String, _ date: Date?) -> MetricFamily {
    gauge(name, help, date.map { Double($0.unixSeconds) })
  }

  private var checks: [MetricFamily] {
    let kinds = Dictionary(check.troubles.map { ($0.kind, $0) }) { first, _ in first }
    return [
      MetricFamily(
        "modexport_trouble", .gauge,
        "Whether status --check reports this kind: 0 no, 1 yes but the next run resumes, 2 yes.",
        Trouble.Kind.allCases.map { kind in
          Sample(
            kinds[kind].map { $0.status == .incomplete ? 2 : 1 } ?? 0,
            [Label("kind", kind.rawValue)])
        })
    ]
  }

  private var sites: [MetricFamily] {
    let inScope = facts.status.sites.filter { facts.inScope.contains($0.site) }
    let mirrored = inScope.compactMap(\.publishedAt)
    let rosters = [
      ("complete", summary.sites.complete),
      ("unproven", summary.sites.mirrored - summary.sites.complete),
    ]
    return [
      gauge("sites_in_scope", "Open sites of the scope.", inScope.count),
      gauge(
        "sites_never_mirrored", "Open sites of the scope without a roster.",
        inScope.count - mirrored.count),
      MetricFamily(
        "modexport_rosters", .gauge, "Published rosters of open sites.",
        rosters.map { Sample(Double($1), [Label("verdict", $0)]) }),
      MetricFamily(
        "modexport_site_problems", .gauge, "Open sites with a problem, as status lists them.",
        StatusSummary.State.allCases.map {
          Sample(Double(summary.count(of: $0)), [Label("state", $0.rawValue)])
        }),
      gauge("moderators", "Current moderators of all sites.", totals.moderators),
      gauge(
        "oldest_roster_timestamp_seconds", "When the oldest roster of the scope was read.",
        mirrored.min()),
      gauge(
        "newest_roster_timestamp_seconds", "When the newest roster of the scope was read.",
        mirrored.max()),
      gauge("stale_after_seconds", "The age at which a roster counts as stale.", staleAfter),
    ]
  }

  private var runs: [MetricFamily] {
    let run = facts.status.lastRun
    // A run writes its sums when it ends.
    let ended = run.flatMap { $0.finishedAt == nil ? nil : $0 }
    let isRunning = facts.files.writer?.isAlive == true
    let outcome = run.map { $0.outcome ?? (isRunning ? "running" : "killed") }
    return [
      gauge(
        "last_successful_run_timestamp_seconds",
        "When a run last ended with exit code 0.",
        facts.status.lastCompleteRun),
      gauge("last_run_start_timestamp_seconds", "When the latest run began.", run?.startedAt),
      gauge("last_run_end_timestamp_seconds", "When the latest run ended.", run?.finishedAt),
      MetricFamily(
        "modexport_last_run_outcome", .gauge, "1 for the outcome of the latest run.",
        run == nil
          ? [] : Self.outcomes.map { Sample($0 == outcome ? 1 : 0, [Label("outcome", $0)]) }),
      gauge(
        "last_run_duration_seconds", "How long the latest run took.",
        run.flatMap { run in run.finishedAt.map { $0.timeIntervalSince(run.startedAt) } }),
      gauge(
        "last_run_requests", "Requests of the latest run, retries included.",
        ended.map { Double($0.requests) }),
      gauge("last_run_retries", "Retries of the latest run.", ended.map { Double($0.retries) }),
      gauge("writer_active", "Whether a process writes to the archive.", isRunning ? 1 : 0),
    ]
  }

  private static let outcomes = [
    "complete", "problems", "stopped", "interrupted", "unreachable", "failed", "killed", "running",
  ]

  private var api: [MetricFamily] {
    func each(_ name: String, _ help: String, _ value: (StatusSummary.API) -> Double?)
      -> MetricFamily
    {
      MetricFamily(
        "modexport_\(name)", .gauge, help,
        summary.apis.compactMap { api in value(api).map { Sample($0, [Label("api", api.name)]) } })
    }
    return [
      each("quota_remaining_requests", "Requests that the API still allows today.") {
        $0.quotaRemaining.map(Double.init)
      },
      each(
        "locked_out_until_timestamp_seconds",
        "Until when the API refuses requests; 0 if it does not."
      ) {
        Double($0.lockedUntil?.unixSeconds ?? 0)
      },
    ]
  }

  private var files: [MetricFamily] {
    [
      gauge("archive_size_bytes", "Size of the archive's file.", facts.files.size),
      gauge(
        "write_ahead_log_size_bytes", "Size of the log with data that is not in the file yet.",
        facts.files.logSize),
      gauge(
        "free_disk_bytes", "Free room on the archive's file system.",
        facts.files.freeBytes.map(Double.init)),
    ]
  }

  private var journal: [MetricFamily] {
    [
      MetricFamily(
        "modexport_changes_total", .counter, "Changes in the journal.",
        Change.Kind.allCases.map {
          Sample(Double(totals.changes[$0] ?? 0), [Label("kind", $0.rawValue)])
        }),
      gauge(
        "last_change_timestamp_seconds", "When the latest change was observed.", totals.lastChange),
    ]
  }
}
