import Archive
import FoundationEssentials
import Roster

/// The state as metrics. A value that is not known has no sample; times are unix seconds.
enum StatusMetrics {
  static let withoutArchive = [up(0), buildInfo]

  private static func up(_ value: Double) -> MetricFamily {
    MetricFamily("up", "Whether the archive could be read.", value)
  }

  private static let buildInfo = MetricFamily(
    "build_info", "The program that wrote these metrics; always 1.", by: "version",
    [(modexportVersion, 1)])

  /// All metrics, in a fixed order.
  static func families(of health: ArchiveHealth, _ totals: ArchiveTotals) -> [MetricFamily] {
    let (issues, inScope) = (health.issues, health.inScope)
    let sites = Dictionary(uniqueKeysWithValues: issues.map { ($0.name, Double($0.sites)) })
    func time(_ date: Date?) -> Double? { date.map { Double($0.unixSeconds) } }
    func number(_ number: Int?) -> Double? { number.map(Double.init) }
    let levels = Dictionary(
      uniqueKeysWithValues: issues.map { ($0.name, $0.status == .incomplete ? 2.0 : 1) })
    return [
      up(1), buildInfo,
      MetricFamily(
        "trouble",
        "Whether status --check reports this kind: 0 no, 1 yes but the next run resumes, 2 yes.",
        by: "kind", HealthCheck.all.map { ($0.name, levels[$0.name] ?? 0) }),
      MetricFamily(
        "trouble_sites", "Sites of the scope with this kind of trouble.", by: "kind",
        HealthCheck.all.filter(\.isOfSites).map { ($0.name, sites[$0.name] ?? 0) }),
      MetricFamily("sites_in_scope", "Open sites of the scope.", number(inScope.count)),
      MetricFamily("moderators", "Current moderators of all sites.", number(totals.moderators)),
      MetricFamily(
        "oldest_roster_timestamp_seconds", "When the oldest roster of the scope was read.",
        time(inScope.compactMap(\.publishedAt).min())),
      MetricFamily(
        "last_successful_run_timestamp_seconds", "When a run last ended with exit code 0.",
        time(health.status.lastCompleteRun)),
      MetricFamily(
        "quota_remaining_requests", "Requests that the API still allows today.", by: "api",
        health.apis.compactMap { api in api.remaining.map { (api.name, Double($0)) } }),
      MetricFamily(
        "archive_size_bytes", "Size of the archive's file.", number(health.files.size)),
      MetricFamily(
        "changes_total", "Changes in the journal.", by: "kind",
        Change.Kind.allCases.map { ($0.rawValue, Double(totals.changes[$0] ?? 0)) }),
      MetricFamily(
        "last_change_timestamp_seconds", "When the latest change was observed.",
        time(totals.lastChange)),
    ]
  }
}
