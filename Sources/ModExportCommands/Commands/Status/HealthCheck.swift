import Archive
import FoundationEssentials
import Roster
import Sync

/// One thing that can be wrong with an archive: how `status` notices it, and how it says so.
///
/// Only sites of the scope are checked: nobody asked for the others to be kept up to date.
struct HealthCheck: Sendable {
  /// For scripts.
  let name: String
  /// Whether the next run resolves it where the run before stopped early.
  private let resolvesItself: Bool
  private let find: @Sendable (ArchiveHealth) -> HealthIssue?

  private init(
    _ name: String, resolvesItself: Bool = false,
    _ find: @escaping @Sendable (ArchiveHealth) -> HealthIssue?
  ) {
    (self.name, self.resolvesItself, self.find) = (name, resolvesItself, find)
  }

  /// Bytes that must be free, whatever the size of the archive.
  static let leastRoom = 32 << 20

  /// All checks, in the order in which they are reported.
  static let all = [
    HealthCheck("lock") { health in
      health.writer.map {
        .init(
          detail:
            "process \($0.process) has been writing to the archive since \($0.since.rfc3339) (\(health.age($0.since)))",
          since: $0.since, resolvesItself: true)
      }
    },
    HealthCheck("run") { $0.runFinding },
    HealthCheck("scope") { health in
      guard health.facts.scopeIsEmpty else { return nil }
      return .init(detail: "the archive has no scope; \(ScopeSummary.remedy)")
    },
    HealthCheck("site_list") { health in
      health.facts.doubtedLists.first.map {
        .init(detail: "the latest one \($0.fault), and is not believed", since: $0.fetchedAt)
      }
    },
    HealthCheck("never_mirrored", resolvesItself: true) { $0.neverMirrored },
    HealthCheck("incomplete") { $0.finding(.incomplete, "; the old rosters stay") },
    HealthCheck("failed") { health in
      // A walk that was begun is resumed.
      let resumed = Set(health.facts.status.sites.filter(\.hasUnfinishedWalk).map(\.site))
      var finding = health.finding(.failed, "; the old rosters stay")
      finding?.resolvesItself =
        health.resumes && health.problemsInScope(.failed).allSatisfy { resumed.contains($0.site) }
      return finding
    },
    HealthCheck("unproven") { $0.finding(.unproven) },
    HealthCheck("unfinished", resolvesItself: true) { $0.finding(.unfinished, ofMirrored: false) },
    HealthCheck("stale") { $0.stale },
    HealthCheck("clock") { $0.wrongClock },
    HealthCheck("wal") { health in
      let size = health.facts.files.logSize
      guard size > 0, health.writer == nil else { return nil }
      let name = health.facts.path.split(separator: "/").last.map { "\($0)-wal" } ?? "-wal"
      let cause = health.lastRun?.isOpen == true ? "a run died; " : ""
      return .init(
        detail:
          "\(cause)\(name) of \(size.byteWords) contains the newest data until the next sync: copy both files, or "
          + "sync first")
    },
    // A copy writes the archive once more, and a run needs room for its log.
    HealthCheck("disk") { health in
      let files = health.facts.files
      let needed = max(files.size + files.logSize, leastRoom)
      guard let free = files.freeBytes, free < needed else { return nil }
      return .init(
        detail:
          "\(free.byteWords) are free, and the archive needs \(needed.byteWords) to be written once more"
      )
    },
  ]

  func issue(of health: ArchiveHealth) -> HealthIssue? {
    guard var issue = find(health) else { return nil }
    issue.name = name
    issue.resolvesItself = issue.resolvesItself || resolvesItself && health.resumes
    return issue
  }
}

/// What a health check found.
struct HealthIssue {
  /// That of the check.
  var name = ""
  /// What is wrong, and what to do where that is known; no end of a sentence.
  var detail: String
  /// How many sites it concerns; 0 where it concerns the whole archive.
  var sites = 0
  /// One of these sites.
  var example: SiteRef?
  /// Since when, nil where that is not known.
  var since: Date?
  /// Until when, where the API said so.
  var until: Date?
  /// Whether the next run resolves it; else somebody should look.
  var resolvesItself = false

  var status: ExitStatus { resolvesItself ? .stoppedEarly : .incomplete }
  /// The line of `status --check`.
  var line: String { "\(name.replacing("_", with: " ")): \(detail)" }
}

extension ArchiveHealth {
  /// At most one for each check, in their order.
  var issues: [HealthIssue] { HealthCheck.all.compactMap { $0.issue(of: self) } }

  /// 3 where anything needs somebody's help; 75 where the next run resolves everything; else 0.
  var exitStatus: ExitStatus {
    let issues = issues
    if issues.contains(where: { $0.status == .incomplete }) { return .incomplete }
    return issues.isEmpty ? .done : .stoppedEarly
  }

  /// The process that writes to the archive now.
  fileprivate var writer: ArchiveWriter? { facts.files.writer.flatMap { $0.isAlive ? $0 : nil } }

  /// Whether the latest run stopped on purpose, or is not over: what it did not reach, the next one does.
  fileprivate var resumes: Bool {
    let outcomes = [SyncSummary.RunOutcome.stopped, .interrupted].map(\.rawValue)
    return writer != nil || lastRun?.outcome.map(outcomes.contains) ?? false
  }

  fileprivate func age(_ date: Date) -> String { now.timeIntervalSince(date).ageWords }

  fileprivate func problemsInScope(_ state: State) -> [Problem] {
    problems.filter { $0.state == state && facts.inScope.contains($0.site) }
  }

  fileprivate var runFinding: HealthIssue? {
    guard let run = lastRun, !run.isOpen || writer == nil else { return nil }
    let next = "; the next run resumes"
    let words: String
    var resolvesItself = false
    switch run.outcome.flatMap(SyncSummary.RunOutcome.init) {
    case .complete: return nil
    case .problems where run.hasOnlySiteProblems: return nil
    case .problems: words = "ended with problems: \(run.reasonWords)"
    case .stopped: (words, resolvesItself) = ("stopped: \(run.reasonWords)\(next)", true)
    case .interrupted: (words, resolvesItself) = ("was stopped by a signal\(next)", true)
    case .unreachable: words = "could not reach the API: \(run.reasonWords)"
    case .failed: words = "failed: \(run.reasonWords)"
    case nil:
      let process = facts.files.writer.map { "; process \($0.process) is gone" } ?? ""
      words = "was killed, or this is a copy made without -wal\(process)\(next)"
    }
    return .init(
      detail: "run \(run.id), begun \(run.startedAt.rfc3339), \(words)",
      since: run.finishedAt ?? run.startedAt, until: run.until, resolvesItself: resolvesItself)
  }

  fileprivate var neverMirrored: HealthIssue? {
    let missing = facts.inScope.subtracting(mirrored.map(\.site)).sorted()
    // A site with a known cause tells most.
    let cause = problems.first {
      [.incomplete, .failed, .unproven].contains($0.state) && missing.contains($0.site)
    }
    return (cause?.site ?? missing.first).map { example in
      .init(
        detail:
          "\(missing.count.counted("site")) of the scope, such as \(example.id)\(cause.map { " (\($0.detail))" } ?? "")",
        sites: missing.count, example: example)
    }
  }

  /// - Parameter ofMirrored: Whether only sites with a roster count.
  fileprivate func finding(
    _ state: State, _ end: String = "", ofMirrored: Bool = true
  ) -> HealthIssue? {
    let mirrored = Set(mirrored.map(\.site))
    let problems = problemsInScope(state).filter { !ofMirrored || mirrored.contains($0.site) }
    return problems.first.map { first in
      .init(
        detail:
          "\(problems.count.counted("site")), such as \(first.site.id) (\(first.detail))\(end)",
        sites: problems.count, example: first.site, since: problems.compactMap(\.since).min())
    }
  }

  fileprivate var stale: HealthIssue? {
    let problems = problemsInScope(.stale)
    return problems.min { ($0.since ?? now, $0.site) < ($1.since ?? now, $1.site) }.map { oldest in
      let read = oldest.since.map { ", last read \(age($0)) ago" } ?? ""
      let good =
        facts.status.lastCompleteRun.map { "last good run \(age($0)) ago" } ?? "no good run yet"
      return .init(
        detail:
          "\(problems.count.counted("site")), such as \(oldest.site.id)\(read); \(good) (limit "
          + "\(Duration.seconds(staleAfter).optionText))", sites: problems.count,
        example: oldest.site, since: oldest.since)
    }
  }

  fileprivate var wrongClock: HealthIssue? {
    if let started = lastRun?.startedAt, started > now + ArchiveDatabase.maxClockSkew {
      return .init(
        detail:
          "now is \(now.rfc3339), which is before the latest run began (\(started.rfc3339)): this clock is "
          + "wrong, or was", since: started)
    }
    let ahead = problemsInScope(.misdated)
    let newest = ahead.max { ($0.since ?? now, $1.site) < ($1.since ?? now, $0.site) }
    guard let newest, let date = newest.since else { return nil }
    return .init(
      detail: "the newest roster, of \(newest.site.id), is dated \(date.rfc3339), "
        + "\(date.timeIntervalSince(now).ageWords) after this clock; `modexport sync --redate` corrects it",
      sites: ahead.count, example: newest.site, since: date)
  }
}

extension RunStatus {
  /// Why the run ended early or failed, as a part of a sentence.
  var reasonWords: String {
    let until = until.map { " until \($0.rfc3339)" } ?? ""
    return switch reason {
    case "quota": "the quota was down to its reserve\(until)"
    case "locked_out": "the API refuses requests\(until)"
    case "request_limit": "--max-requests was reached"
    case "unanswered": "the API did not answer\(until)"
    case "filter_refused": "the API refused the archive's filter"
    case "unreachable": "no request succeeded"
    case "wrong_clock": "this machine's clock and the API's disagreed"
    case "future_roster": "the newest roster is dated in the future"
    case "key_refused": "the API refused the key"
    case "no_sites": "the list of sites could not be fetched"
    case "mass_departure": "most moderators of most sites were gone"
    case "elected": "it is not known who was elected"
    case .some(let reason): reason
    case nil:
      outcome == SyncSummary.RunOutcome.unreachable.rawValue
        ? "no request succeeded" : "its last message said why"
    }
  }

  /// Whether other checks say all that is wrong with a run that ended with problems.
  var hasOnlySiteProblems: Bool { ["never_mirrored", "sites_incomplete", nil].contains(reason) }
}

extension TimeInterval {
  /// An age, such as `3 d 4 h`, `12 min` or `45 s`.
  var ageWords: String {
    let seconds = Int(clamping: Int64(max(0, min(self, 1e15)).rounded()))
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60)
    if days > 0 { return hours > 0 ? "\(days) d \(hours) h" : "\(days) d" }
    if hours > 0 { return minutes > 0 ? "\(hours) h \(minutes) min" : "\(hours) h" }
    return minutes > 0 ? "\(minutes) min" : "\(seconds) s"
  }
}

extension Int {
  /// A number of bytes, such as `4.1 MB` or `700 B`.
  var byteWords: String {
    for (unit, name) in [(1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")]
    where self >= unit {
      return "\((Double(self) / Double(unit)).tenths) \(name)"
    }
    return "\(self) B"
  }
}
