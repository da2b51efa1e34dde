import Archive
import FoundationEssentials
import Roster
import Sync

/// One thing that can be wrong with an archive: how it is found, and how it is said.
///
/// Of the sites only the open ones of the scope are checked: nobody asked for the others to be kept up to date.
struct HealthCheck: Sendable {
  /// For scripts.
  let name: String
  /// Whether each site is checked on its own.
  let isOfSites: Bool
  private let find: @Sendable (ArchiveHealth) -> [HealthFinding]

  private init(
    _ name: String, _ find: @escaping @Sendable (ArchiveHealth) -> HealthFinding?
  ) {
    (self.name, isOfSites) = (name, false)
    self.find = { health in find(health).map { [$0] } ?? [] }
  }

  private init(
    ofSites name: String, _ find: @escaping @Sendable (KnownSite, ArchiveHealth) -> HealthFinding?
  ) {
    (self.name, isOfSites) = (name, true)
    self.find = { health in health.inScope.compactMap { find($0, health) } }
  }

  /// All checks, in the order in which they are reported.
  static let all =
    [
      HealthCheck("lock", \.lockFinding), HealthCheck("run", \.runFinding),
      HealthCheck("scope") { health in
        guard health.scopeIsEmpty else { return nil }
        return HealthFinding(detail: "the archive has no scope; \(ScopeSummary.remedy)")
      },
      HealthCheck("site_list") { health in
        health.doubtedLists.first.map {
          HealthFinding(
            detail: "the latest one \($0.fault), and is not believed", since: $0.fetchedAt)
        }
      },
    ] + ofAttempts + ofRosters + [
      HealthCheck("clock") { health in
        guard let started = health.lastRun?.startedAt,
          started > health.now + ArchiveDatabase.maxClockSkew
        else { return nil }
        return HealthFinding(
          detail:
            "now is \(health.now.rfc3339), which is before the latest run began (\(started.rfc3339)): this clock is "
            + "wrong, or was", since: started)
      },
      HealthCheck("withheld") { health in health.withheldFault.map { HealthFinding(detail: $0) } },
      HealthCheck("wal", \.logFinding), HealthCheck("disk", \.diskFinding),
    ]

  /// What came of the latest attempts.
  private static let ofAttempts = [
    HealthCheck(ofSites: "never_mirrored") { site, health in
      site.publishedAt == nil
        ? HealthFinding(attemptAt: site, resolvesItself: health.resumes) : nil
    },
    ofAttempt(.incomplete),
    // A walk that was begun is resumed.
    ofAttempt(.failed) { $1.resumes && $0.hasUnfinishedWalk },
    HealthCheck(ofSites: "unproven") { site, _ in
      guard let date = site.publishedAt else { return nil }
      if SiteAttempt(of: site).outcome == .unproven, site.lastWalk?.wasPublished != true {
        return HealthFinding(attemptAt: site)
      }
      if site.verdict?.needsAcceptance == false || site.verdict == .complete { return nil }
      let proven = site.completeAt.map { "last proven \($0.rfc3339)" }
      return HealthFinding(detail: proven ?? "never proven", site: site.site.ref, since: date)
    },
    ofAttempt(.unfinished) { $1.resumes },
  ]

  /// Finds the sites whose latest attempt had this outcome, and which have an older roster.
  private static func ofAttempt(
    _ outcome: SiteAttempt.Outcome,
    resolvesItself: @escaping @Sendable (KnownSite, ArchiveHealth) -> Bool = { _, _ in false }
  ) -> HealthCheck {
    HealthCheck(ofSites: outcome.rawValue) { site, health in
      site.publishedAt != nil && SiteAttempt(of: site).outcome == outcome
        ? HealthFinding(attemptAt: site, resolvesItself: resolvesItself(site, health)) : nil
    }
  }

  /// What the dates of published rosters say.
  private static let ofRosters = [
    HealthCheck(ofSites: "stale") { site, health in
      guard let date = site.confirmedAt,
        health.now.timeIntervalSince(min(date, health.lastSync ?? date)) > health.staleAfter
      else { return nil }
      return HealthFinding(
        detail: "last read \(health.age(date)) ago", site: site.site.ref, since: date)
    },
    HealthCheck(ofSites: "misdated") { site, health in
      guard let date = site.publishedAt, date > health.now + ArchiveDatabase.maxClockSkew else {
        return nil
      }
      let ahead = date.timeIntervalSince(health.now).ageWords
      return HealthFinding(
        detail: "dated \(ahead) after this clock; `modexport sync --redate` corrects it",
        site: site.site.ref, since: date)
    },
  ]

  /// What is wrong; nil where nothing is.
  func issue(of health: ArchiveHealth) -> HealthIssue? {
    let findings = find(health)
    // A site with a known cause comes first, then the one that has waited longest.
    let first = findings.indices.min {
      let (one, other) = (findings[$0], findings[$1])
      return (one.reason == nil ? 1 : 0, one.since ?? .distantFuture)
        < (other.reason == nil ? 1 : 0, other.since ?? .distantFuture)
    }
    return first.map { HealthIssue(name: name, first: findings[$0], findings: findings) }
  }
}

/// What a check found: at one site, or of the whole archive.
struct HealthFinding {
  /// What is wrong, and what to do where that is known; no end of a sentence.
  var detail: String
  var site: SiteRef?
  /// Since when, or when it was seen; nil where that is not known.
  var since: Date?
  /// Until when, where the API said so.
  var until: Date?
  /// The rules that failed, or the fault of a request, in words for scripts; nil for anything else.
  var reason: String?
  /// Whether the next run resolves it; else somebody should look.
  var resolvesItself = false
}

extension HealthFinding {
  /// What came of the latest attempt at a site.
  fileprivate init(attemptAt site: KnownSite, resolvesItself: Bool = false) {
    let attempt = SiteAttempt(of: site)
    let resumes = site.hasUnfinishedWalk ? "the next sync continues reading it" : nil
    let words = attempt.outcome == .unfinished ? nil : attempt.detail ?? attempt.outcome.words
    self.init(
      detail: [words, resumes].compactMap(\.self).joined(separator: "; "), site: site.site.ref,
      since: attempt.date, resolvesItself: resolvesItself)
    reason = attempt.reason
  }
}

/// All that one check found.
struct HealthIssue {
  /// That of the check.
  let name: String
  /// The finding that says most.
  let first: HealthFinding
  let findings: [HealthFinding]

  /// What is wrong, and what to do where that is known; no end of a sentence.
  var detail: String {
    guard let site = first.site else { return first.detail }
    return "\(findings.count.counted("site")), such as \(site.id) (\(first.detail))"
  }

  /// How many sites it concerns; 0 where it concerns the whole archive.
  var sites: Int { first.site == nil ? 0 : findings.count }

  var status: ExitStatus {
    findings.allSatisfy(\.resolvesItself) ? .stoppedEarly : .incomplete
  }
  /// The line of `status --check`.
  var line: String { "\(name.replacing("_", with: " ")): \(detail)" }
}

extension ArchiveHealth {
  /// Bytes that must be free, whatever the size of the archive.
  static let leastRoom = 32 << 20

  /// Whether the latest run stopped on purpose, or is not over: what it did not reach, the next one does.
  fileprivate var resumes: Bool {
    let outcomes = [SyncSummary.RunOutcome.stopped, .interrupted].map(\.rawValue)
    return writer != nil || lastRun?.outcome.map(outcomes.contains) ?? false
  }

  fileprivate func age(_ date: Date) -> String { now.timeIntervalSince(date).ageWords }

  /// When the latest run ended, which is the latest time at which a roster can have been read that is dated in
  /// the future.
  fileprivate var lastSync: Date? { lastRun.map { $0.finishedAt ?? $0.startedAt } }

  fileprivate var lockFinding: HealthFinding? {
    writer.map { writer in
      let since = "\(writer.since.rfc3339) (\(age(writer.since)))"
      return HealthFinding(
        detail: "process \(writer.process) has been writing to the archive since \(since)",
        since: writer.since, resolvesItself: true)
    }
  }

  fileprivate var runFinding: HealthFinding? {
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
      let process = files.writer.map { "; process \($0.process) is gone" } ?? ""
      words = "was killed, or this is a copy made without -wal\(process)\(next)"
    }
    return HealthFinding(
      detail: "run \(run.id), begun \(run.startedAt.rfc3339), \(words)",
      since: run.finishedAt ?? run.startedAt, until: run.until, resolvesItself: resolvesItself)
  }

  fileprivate var logFinding: HealthFinding? {
    let size = files.logSize
    guard size > 0, writer == nil else { return nil }
    let name = path.split(separator: "/").last.map { "\($0)-wal" } ?? "-wal"
    let cause = lastRun?.isOpen == true ? "a run died; " : ""
    return HealthFinding(
      detail:
        "\(cause)\(name) of \(size.byteWords) contains the newest data until the next sync: copy both files, or "
        + "sync first")
  }

  /// A copy writes the archive once more, and a run needs room for its log.
  fileprivate var diskFinding: HealthFinding? {
    let needed = max(files.size + files.logSize, Self.leastRoom)
    guard let free = files.freeBytes, free < needed else { return nil }
    return HealthFinding(
      detail:
        "\(free.byteWords) are free, and the archive needs \(needed.byteWords) to be written once more"
    )
  }
}
