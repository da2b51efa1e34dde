import Archive
import FoundationEssentials
import Glibc
import Roster
import Tables

/// The state as metrics: what changes slowly enough for a file that is collected once a minute.
///
/// A value that is not known has no sample. Times are unix seconds.
struct StatusMetrics {
  let health: ArchiveHealth
  let totals: ArchiveTotals

  private var facts: StatusFacts { health.facts }

  /// The metrics where there is no archive, or it cannot be read.
  static let withoutArchive = [up(0), buildInfo]

  /// All metrics, in a fixed order.
  var families: [MetricFamily] {
    [Self.up(1), Self.buildInfo, checks] + sites + runs + api + files + journal
  }

  private static func up(_ value: Double) -> MetricFamily {
    MetricFamily("up", "Whether the archive could be read.", value)
  }

  private static let buildInfo = MetricFamily(
    "build_info", "The program that wrote these metrics; always 1.", by: "version",
    [(modexportVersion, 1)])

  private func gauge(_ name: String, _ help: String, _ value: Int?) -> MetricFamily {
    MetricFamily(name, help, value.map(Double.init))
  }

  private func gauge(_ name: String, _ help: String, _ date: Date?) -> MetricFamily {
    MetricFamily(name, help, date.map { Double($0.unixSeconds) })
  }

  private var checks: MetricFamily {
    let levels = Dictionary(
      health.issues.map { ($0.name, $0.status == .incomplete ? 2.0 : 1) }, uniquingKeysWith: max)
    return MetricFamily(
      "trouble",
      "Whether status --check reports this kind: 0 no, 1 yes but the next run resumes, 2 yes.",
      by: "kind", HealthCheck.all.map { ($0.name, levels[$0.name] ?? 0) })
  }

  private var sites: [MetricFamily] {
    let inScope = facts.status.sites.filter { facts.inScope.contains($0.site) }
    let read = inScope.compactMap(\.publishedAt)
    let unproven = health.mirrored.count - health.complete
    return [
      gauge("sites_in_scope", "Open sites of the scope.", inScope.count),
      gauge(
        "sites_never_mirrored", "Open sites of the scope without a roster.",
        inScope.count - read.count),
      MetricFamily(
        "rosters", "Published rosters of open sites.", by: "verdict",
        [("complete", Double(health.complete)), ("unproven", Double(unproven))]),
      MetricFamily(
        "site_problems", "Open sites with a problem, as status lists them.", by: "state",
        ArchiveHealth.State.allCases.map { ($0.rawValue, Double(health.count(of: $0))) }),
      gauge("moderators", "Current moderators of all sites.", totals.moderators),
      gauge(
        "oldest_roster_timestamp_seconds", "When the oldest roster of the scope was read.",
        read.min()),
      gauge(
        "newest_roster_timestamp_seconds", "When the newest roster of the scope was read.",
        read.max()),
      MetricFamily(
        "stale_after_seconds", "The age at which a roster counts as stale.", health.staleAfter),
    ]
  }

  private var runs: [MetricFamily] {
    let run = health.lastRun
    // A run writes its sums when it ends.
    let ended = run.flatMap { $0.finishedAt == nil ? nil : $0 }
    let isRunning = facts.files.writer?.isAlive == true
    let outcome = run.map { $0.outcome ?? (isRunning ? "running" : "killed") }
    let outcomes = [
      "complete", "problems", "stopped", "interrupted", "unreachable", "failed", "killed",
      "running",
    ]
    return [
      gauge(
        "last_successful_run_timestamp_seconds", "When a run last ended with exit code 0.",
        facts.status.lastCompleteRun),
      gauge("last_run_start_timestamp_seconds", "When the latest run began.", run?.startedAt),
      gauge("last_run_end_timestamp_seconds", "When the latest run ended.", run?.finishedAt),
      MetricFamily(
        "last_run_outcome", "1 for the outcome of the latest run.", by: "outcome",
        run == nil ? [] : outcomes.map { ($0, $0 == outcome ? 1 : 0) }),
      MetricFamily(
        "last_run_duration_seconds", "How long the latest run took.",
        run.flatMap { run in run.finishedAt.map { $0.timeIntervalSince(run.startedAt) } }),
      gauge(
        "last_run_requests", "Requests of the latest run, retries included.", ended?.requests),
      gauge("last_run_retries", "Retries of the latest run.", ended?.retries),
      gauge("writer_active", "Whether a process writes to the archive.", isRunning ? 1 : 0),
    ]
  }

  private var api: [MetricFamily] {
    [
      MetricFamily(
        "quota_remaining_requests", "Requests that the API still allows today.", by: "api",
        health.apis.compactMap { api in api.quota.remaining.map { (api.name, Double($0)) } }),
      MetricFamily(
        "locked_out_until_timestamp_seconds",
        "Until when the API refuses requests; 0 if it does not.", by: "api",
        health.apis.map { ($0.name, Double($0.lockedUntil?.unixSeconds ?? 0)) }),
    ]
  }

  private var files: [MetricFamily] {
    [
      gauge("archive_size_bytes", "Size of the archive's file.", facts.files.size),
      gauge(
        "write_ahead_log_size_bytes", "Size of the log with data that is not in the file yet.",
        facts.files.logSize),
      gauge("free_disk_bytes", "Free room on the archive's file system.", facts.files.freeBytes),
    ]
  }

  private var journal: [MetricFamily] {
    [
      MetricFamily(
        "changes_total", "Changes in the journal.", by: "kind",
        Change.Kind.allCases.map { ($0.rawValue, Double(totals.changes[$0] ?? 0)) }),
      gauge(
        "last_change_timestamp_seconds", "When the latest change was observed.", totals.lastChange),
    ]
  }
}

/// A metric in Prometheus' text format: a counter if its name ends with `_total`, else a gauge.
struct MetricFamily {
  /// In snake case, with its unit at the end.
  let name: String
  private let help: String
  /// The name of the only label; nil for one sample without a label.
  let label: String?
  /// The values, and the label of each.
  let samples: [(label: String, value: Double)]

  init(_ name: String, _ help: String, _ value: Double?) {
    self.init(name, help, by: nil, value.map { [("", $0)] } ?? [])
  }

  init(_ name: String, _ help: String, by label: String?, _ samples: [(String, Double)]) {
    self.name = "modexport_\(name)"
    (self.help, self.label, self.samples) = (help, label, samples)
  }

  var type: String { name.hasSuffix("_total") ? "counter" : "gauge" }

  /// The lines of the format; empty for a family without samples, which the format does not know.
  var text: String {
    guard !samples.isEmpty else { return "" }
    let lines = samples.map { sample in
      let text = Self.escaped(sample.label).replacing("\"", with: "\\\"")
      let labels = label.map { "{\($0)=\"\(text)\"}" } ?? ""
      return "\(name)\(labels) \(JSONValue.decimal(sample.value).line)\n"
    }
    return "# HELP \(name) \(Self.escaped(help))\n# TYPE \(name) \(type)\n" + lines.joined()
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
  }
}

extension StatusMetrics {
  /// Writes metrics to a file, or to stdout for `-`. Nothing is replaced but an empty file and metrics that were
  /// written before.
  ///
  /// - Throws: `CommandFailure` (73) where another file or one of the archive is there, and where it
  ///   cannot be written; the file stays as it is.
  static func write(
    _ families: [MetricFamily], to path: String, in context: CommandContext
  ) throws {
    let text = families.map(\.text).joined()
    if path == "-" { return try context.results.write(text) }
    // Where a link leads, so that the link stays.
    let path = System.realPath(path) ?? path
    if ArchiveFiles.of(context.archivePath, contain: path) || !isReplaceable(path) {
      throw CommandFailure(
        .cannotWrite,
        "'\(path)' is not a metrics file, and is not replaced: choose another name, such as modexport.prom."
      )
    }
    do {
      try AtomicFile.write(Array(text.utf8), to: path)
    } catch {
      throw CommandFailure(
        .cannotWrite,
        "The metrics file '\(path)' cannot be written: check its folder, permissions and room.",
        cause: error.detail)
    }
  }

  /// Whether nothing is there, or an empty file, or metrics of this program and no others. A file that cannot be
  /// read may be anything.
  private static func isReplaceable(_ path: String) -> Bool {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return true }
    guard status.st_mode & S_IFMT == S_IFREG,
      let bytes = System.bytes(ofFile: path, atMost: mostBytes + 1), bytes.count <= mostBytes
    else { return false }
    let own = ["# HELP modexport_", "# TYPE modexport_", "modexport_"].map { Array($0.utf8) }
    return bytes.split(separator: UInt8(ascii: "\n")).allSatisfy { line in
      own.contains(where: line.starts(with:))
    }
  }

  /// More than the metrics of a million sites.
  private static let mostBytes = 256 << 20
}
