import Archive
import FoundationEssentials
import ModExportCommands
import Roster
import SampleNetwork
import Sync
import Transport

/// Compares the summary of a run with its actions.
struct RunCheck {
  let ledger: Ledger
  let run: Scenario.Run
  let summary: SyncSummary
  let start: Date
  let end: Date
  /// The sites of the archive when the run began.
  let before: [SiteRef: KnownSite]
  /// The size of each roster that the run published.
  let publishedNow: [SiteRef: Int]
  let changesNow: [Change.Kind: Int]
  /// The scope of the archive after the run.
  let scope: Scope

  func check(_ after: [KnownSite], _ status: ArchiveStatus) {
    checkCounts(after)
    checkSites(after)
    checkStop()
    checkExit(after)
    let row = status.lastRun
    expect(row?.id == summary.run && row?.finishedAt != nil, "the run's row is \(row as Any)")
    expect(row?.outcome == summary.outcome.rawValue, "the run's row says \(row?.outcome ?? "nil")")
    ledger.count { counts in
      counts.outcomes[summary.outcome.rawValue, default: 0] += 1
      for problem in summary.problems { counts.refused[problem.reason, default: 0] += 1 }
    }
  }

  private func expect(_ condition: Bool, _ sentence: @autoclosure () -> String) {
    ledger.expect(condition, "\(sentence()) (\(summary))")
  }

  private func checkCounts(_ after: [KnownSite]) {
    let sites = summary.sites
    let sum = sites.complete + sites.unproven + sites.incomplete + sites.failed + sites.skipped
    expect(sum == sites.requested, "the counts of sites do not add up")
    expect(
      summary.moderators == publishedNow.values.reduce(0, +), "it published \(publishedNow)")
    expect(
      summary.changes.filter { $0.value > 0 } == changesNow, "the journal grew by \(changesNow)")
    let sent = ledger.run.sent.count
    let isCut = ledger.run.signalledAt != nil
    expect(
      isCut ? summary.traffic.requests >= sent : summary.traffic.requests == sent,
      "it sent \(sent) requests")
  }

  /// Each requested site was published, is reported as a problem, or was skipped for a reason.
  private func checkSites(_ after: [KnownSite]) {
    let selected = selection(after)
    if summary.sites.requested == 0, summary.stopped != nil { return }
    expect(summary.sites.requested == selected.count, "\(selected.count) sites were asked for")
    let problems = Set(summary.problems.filter { $0.reason != "elected" }.compactMap(\.site))
    var skipped = 0
    for site in selected {
      let id = site.site.ref
      switch (publishedNow[id] != nil, problems.contains(id)) {
      case (true, true):
        let isElected = summary.problems.filter { $0.site == id }.count == 1 && run.options.elected
        expect(isElected, "\(id) is published and a problem")
      case (true, false), (false, true): break
      case (false, false):
        skipped += 1
        expect(summary.stopped != nil || isFresh(id), "\(id) was left alone for no reason")
      }
    }
    expect(summary.sites.skipped == skipped, "it left \(skipped) alone")
    let complete = selected.filter {
      publishedNow[$0.site.ref] != nil && $0.verdict == .complete
    }
    expect(summary.sites.complete == complete.count, "it completed \(complete.map(\.site.ref))")
    expect(
      Set(publishedNow.keys).isSubset(of: selected.map(\.site.ref)),
      "it published \(publishedNow.keys), which nobody asked for")
  }

  private func selection(_ after: [KnownSite]) -> [KnownSite] {
    switch run.options.selection {
    case .all(let withMeta):
      after.filter { $0.closedAt == nil && (withMeta || $0.site.type != .meta) }
    case .named(let names): after.filter { names.contains($0.site.id) }
    case .scope: after.filter { $0.closedAt == nil && scope.holds($0.site) }
    }
  }

  private func isFresh(_ site: SiteRef) -> Bool {
    guard let known = before[site], !known.hasUnfinishedWalk, known.verdict == .complete,
      let completeAt = known.completeAt
    else { return false }
    return start.timeIntervalSince(completeAt) < (run.options.maxAge ?? 60)
  }

  private func checkStop() {
    if let signalledAt = ledger.run.signalledAt {
      expect(end.timeIntervalSince(signalledAt) <= 2, "it took long to stop")
      expect(summary.stopped != nil, "it was signalled and says nothing of it")
      return
    }
    let state = summary.throttle
    switch summary.stopped {
    case .requestLimit:
      expect(ledger.run.sent.count == run.limits.maxRequests, "it stopped before the limit")
    case .quota:
      let left = state.quotaRemaining(at: end) ?? .max
      expect(left <= run.limits.quotaReserve, "it stopped with \(left) left of the quota")
    case .lockedOut:
      let until = state.backoffUntil.values.max().map { max($0, state.lockedUntil ?? $0) }
      let deadline = until ?? state.lockedUntil ?? start
      expect(
        deadline.timeIntervalSince(start) > run.limits.maxWait, "it stopped for a short wait")
    case .unreachable:
      let hasNoSites = summary.problems.contains { $0.site == nil }
      expect(ledger.run.good == 0 || hasNoSites, "it found the API unreachable after good answers")
    case .unanswered(let requests, _):
      expect(requests > 20, "it stopped after \(requests) requests without an answer")
    case .refused(let fault): expect(false, "nothing concerns the whole run: \(fault)")
    case .cancelled, .signal: expect(false, "nobody stopped it")
    case nil: break
    }
  }

  /// Compares the exit code with the events and not with the summary.
  private func checkExit(_ after: [KnownSite]) {
    let expected = expectedExit(after)
    expect(summary.exitStatus == expected, "it exits \(summary.exitStatus), not \(expected)")
    ledger.count { $0.exits["\(expected.rawValue)", default: 0] += 1 }
  }

  private func expectedExit(_ after: [KnownSite]) -> ExitStatus {
    switch summary.stopped {
    case .signal, .cancelled:
      guard case .signal(15, _) = run.end else { return .interrupted }
      return .terminated
    case .requestLimit, .quota, .lockedOut: return .stoppedEarly
    case .unanswered: return ledger.run.own == 0 ? .unreachable : .stoppedEarly
    case .unreachable, .refused: return .unreachable
    case nil: break
    }
    if !ledger.run.sent.isEmpty, ledger.run.own == 0 { return .unreachable }
    let problems = Set(summary.problems.compactMap(\.site))
    let isAnyLeft = selection(after).map(\.site.ref).contains {
      publishedNow[$0] == nil && !isFresh($0) || problems.contains($0)
    }
    let isIncomplete = isAnyLeft || lacksOthers(after) || isListShort || isListUnread
    return isIncomplete ? .incomplete : .done
  }

  /// Whether the run reports an incomplete list of sites, which only a few faults can cause.
  private var isListShort: Bool {
    let isShort = summary.problems.contains { $0.reason == "sites_incomplete" }
    let faults: [SampleFault.Kind] = [.sitesShort, .sitesCut, .siteVanishes]
    expect(
      !isShort || faults.contains { ledger.counts.faults[$0.rawValue, default: 0] > 0 },
      "it calls a whole list short")
    return isShort
  }

  /// Whether the run reports that it could not read the list of sites, which takes a fault.
  private var isListUnread: Bool {
    let isUnread = summary.problems.contains { $0.reason == "sites_unread" }
    expect(!isUnread || !ledger.counts.faults.isEmpty, "it calls the list unread without a fault")
    return isUnread
  }

  /// Whether a run that was not for named sites only left a site of the scope that was never
  /// mirrored.
  private func lacksOthers(_ after: [KnownSite]) -> Bool {
    if case .named = run.options.selection { return false }
    return after.contains {
      $0.closedAt == nil && $0.publishedAt == nil && scope.holds($0.site)
    }
  }
}
