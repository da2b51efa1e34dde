import Archive
package import FoundationEssentials
import Roster

/// What needs a look, judged from the facts and the clock: a pure value.
///
/// Only sites of the scope are judged: nobody asked for the others to be kept up to date.
package struct StatusCheck: Hashable, Sendable {
  /// At most one for each kind, in the order of the kinds.
  package let troubles: [Trouble]

  /// - Parameters:
  ///   - now: The wall clock.
  ///   - staleAfter: Seconds after which a roster is stale.
  package init(_ facts: StatusFacts, now: Date, staleAfter: TimeInterval) {
    let summary = StatusSummary(facts, now: now, staleAfter: staleAfter)
    let judge = StatusJudge(facts: facts, summary: summary, now: now, staleAfter: staleAfter)
    troubles = [
      judge.lock, judge.run, judge.scope, judge.siteList, judge.neverMirrored, judge.incomplete,
      judge.failed, judge.unproven, judge.unfinished, judge.stale, judge.clock, judge.wal,
      judge.disk,
    ].compactMap { $0 }
  }

  /// 3 where anything needs somebody's help; 75 where the next run goes on by itself; else 0.
  package var exitStatus: ExitStatus {
    if troubles.contains(where: { $0.status == .incomplete }) { return .incomplete }
    return troubles.isEmpty ? .done : .stoppedEarly
  }

  /// Bytes that must be free, whatever the size of the archive.
  package static let leastRoom = 32 << 20
}

/// Judges each kind of trouble.
private struct StatusJudge {
  let facts: StatusFacts
  let summary: StatusSummary
  let now: Date
  let staleAfter: TimeInterval

  private var lastRun: RunStatus? { facts.status.lastRun }
  /// The process that writes to the archive now.
  private var writer: ArchiveWriter? { facts.files.writer.flatMap { $0.isAlive ? $0 : nil } }

  /// Whether the latest run stopped on purpose, or is not over: what it did not reach, the next one does.
  private var goesOn: Bool {
    writer != nil || ["stopped", "interrupted"].contains(lastRun?.outcome)
  }

  private func age(_ date: Date) -> String { now.timeIntervalSince(date).ageWords }

  // MARK: - The archive as a whole

  var lock: Trouble? {
    writer.map {
      Trouble(
        .lock, .stoppedEarly,
        "process \($0.process) has been writing to the archive since \($0.since.rfc3339) (\(age($0.since)))",
        since: $0.since)
    }
  }

  var run: Trouble? {
    guard let run = lastRun else { return nil }
    if run.isOpen { return writer == nil ? killed(run) : nil }
    let (status, words): (ExitStatus, String)
    switch run.outcome {
    case "complete", nil: return nil
    case "problems":
      guard let reason = run.problemReason else { return nil }
      (status, words) = (.incomplete, "ended with problems: \(reason)")
    case "stopped":
      (status, words) = (.stoppedEarly, "stopped: \(run.reasonWords); the next run resumes")
    case "interrupted":
      (status, words) = (.stoppedEarly, "was stopped by a signal; the next run resumes")
    case "killed": return killed(run)
    case "unreachable":
      (status, words) = (.incomplete, "could not reach the API: \(run.reasonWords)")
    default: (status, words) = (.incomplete, "failed: \(run.reasonWords)")
    }
    return Trouble(
      .run, status, "run \(run.id), begun \(run.startedAt.rfc3339), \(words)",
      since: run.finishedAt ?? run.startedAt, until: run.until)
  }

  private func killed(_ run: RunStatus) -> Trouble {
    let process = facts.files.writer.map { "; process \($0.process) is gone" } ?? ""
    return Trouble(
      .run, .incomplete,
      "run \(run.id), begun \(run.startedAt.rfc3339), was killed, or this is a copy made without -wal"
        + "\(process); the next run resumes",
      since: run.startedAt)
  }

  var scope: Trouble? {
    guard facts.scopeIsEmpty else { return nil }
    return Trouble(
      .scope, .incomplete,
      "the archive has no scope; name sites with `modexport sync SITE`, or use `modexport sync --all`"
    )
  }

  var siteList: Trouble? {
    facts.doubtedLists.first.map {
      Trouble(
        .siteList, .incomplete, "the latest one \($0.fault), and is not believed",
        since: $0.fetchedAt)
    }
  }

  var clock: Trouble? {
    if let started = lastRun?.startedAt, started > now + ArchiveDatabase.mostLead {
      return Trouble(
        .clock, .incomplete,
        "now is \(now.rfc3339), which is before the latest run began (\(started.rfc3339)): this clock is "
          + "wrong, or was", since: started)
    }
    let ahead = problems(.misdated)
    guard let newest = ahead.max(by: { ($0.since ?? now, $1.site) < ($1.since ?? now, $0.site) }),
      let date = newest.since
    else { return nil }
    return Trouble(
      .clock, .incomplete,
      "the newest roster, of \(newest.site.id), is dated \(date.rfc3339), "
        + "\(date.timeIntervalSince(now).ageWords) after this clock; `modexport sync --redate` corrects it",
      sites: ahead.count, example: newest.site, since: date)
  }

  var wal: Trouble? {
    let size = facts.files.logSize
    guard size > 0, writer == nil else { return nil }
    let name = facts.path.split(separator: "/").last.map { "\($0)-wal" } ?? "-wal"
    let cause = lastRun?.isOpen == true ? "a run died; " : ""
    return Trouble(
      .wal, .incomplete,
      "\(cause)\(name) of \(size.byteWords) contains the newest data until the next sync: copy both files, or "
        + "sync first")
  }

  /// A copy writes the archive once more, and a run needs room for its log.
  var disk: Trouble? {
    guard let free = facts.files.freeBytes else { return nil }
    let needed = max(facts.files.size + facts.files.logSize, StatusCheck.leastRoom)
    guard free < needed else { return nil }
    return Trouble(
      .disk, .incomplete,
      "\(free.byteWords) are free, and the archive needs \(needed.byteWords) to be written once more"
    )
  }

  // MARK: - Sites

  private func problems(_ state: StatusSummary.State) -> [StatusSummary.Problem] {
    summary.problems.filter { $0.state == state && facts.inScope.contains($0.site) }
  }

  private var mirrored: Set<SiteRef> {
    Set(facts.status.sites.filter { $0.publishedAt != nil }.map(\.site))
  }

  var neverMirrored: Trouble? {
    let missing = facts.inScope.subtracting(mirrored).sorted()
    guard let first = missing.first else { return nil }
    // A site with a known cause tells most.
    let causes = summary.problems.filter {
      [.incomplete, .failed, .unproven].contains($0.state) && missing.contains($0.site)
    }
    let example = causes.first?.site ?? first
    let why = causes.first.map { " (\($0.detail))" } ?? ""
    return Trouble(
      .neverMirrored, goesOn ? .stoppedEarly : .incomplete,
      "\(missing.count.counted("site")) of the scope, such as \(example.id)\(why)",
      sites: missing.count, example: example)
  }

  var incomplete: Trouble? {
    trouble(.incomplete, .incomplete, "; the old rosters stay") { mirrored.contains($0.site) }
  }

  /// A walk that was begun goes on by itself.
  var failed: Trouble? {
    let resumed = Set(facts.status.sites.filter(\.hasUnfinishedWalk).map(\.site))
    let passes = problems(.failed).allSatisfy { resumed.contains($0.site) }
    return trouble(
      .failed, .failed, "; the old rosters stay",
      status: goesOn && passes ? .stoppedEarly : .incomplete
    ) { mirrored.contains($0.site) }
  }

  var unproven: Trouble? { trouble(.unproven, .unproven) { mirrored.contains($0.site) } }

  var unfinished: Trouble? {
    trouble(.unfinished, .unfinished, status: goesOn ? .stoppedEarly : .incomplete)
  }

  private func trouble(
    _ kind: Trouble.Kind, _ state: StatusSummary.State, _ end: String = "",
    status: ExitStatus = .incomplete, where holds: (StatusSummary.Problem) -> Bool = { _ in true }
  ) -> Trouble? {
    let problems = problems(state).filter(holds)
    guard let first = problems.first else { return nil }
    return Trouble(
      kind, status,
      "\(problems.count.counted("site")), such as \(first.site.id) (\(first.detail))\(end)",
      sites: problems.count, example: first.site, since: problems.compactMap(\.since).min())
  }

  var stale: Trouble? {
    let problems = problems(.stale)
    guard let oldest = problems.min(by: { ($0.since ?? now, $0.site) < ($1.since ?? now, $1.site) })
    else { return nil }
    let read = oldest.since.map { ", last read \(age($0)) ago" } ?? ""
    let good =
      facts.status.lastCompleteRun.map { "last good run \(age($0)) ago" } ?? "no good run yet"
    return Trouble(
      .stale, .incomplete,
      "\(problems.count.counted("site")), such as \(oldest.site.id)\(read); \(good) (limit "
        + "\(staleAfter.limitWords))", sites: problems.count, example: oldest.site,
      since: oldest.since)
  }
}
