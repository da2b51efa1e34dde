import Archive
import FoundationEssentials
import Roster
package import Sync
import Tables
import Transport

extension SyncSummary {
  /// The summary as `--json` prints it. What is not known is null, not absent.
  ///
  /// - Parameters:
  ///   - ending: The reason and the words of an early end, where no problem has them.
  ///   - now: The wall clock.
  func document(ending: (reason: String, detail: String)?, at now: Date) -> JSONValue {
    let problems =
      problems.map { ($0.site, $0.reason, $0.detail) }
      + (ending.map { [(nil, $0.reason, $0.detail)] } ?? [])
    let changes = Change.Kind.ofModerators.map { ($0.rawValue, self.changes[$0] ?? 0) }
    return .object([
      ("changes", .object(changes.sorted { $0.0 < $1.0 }.map { ($0, .integer($1)) })),
      ("exit_code", .integer(Int(exitStatus.rawValue))),
      (
        "grades",
        .object(Grade.allCases.reversed().map { ($0.rawValue, .integer(grades[$0] ?? 0)) })
      ),
      ("head", .cell(Cell(head))), ("moderators", .integer(moderators)),
      ("outcome", .text(outcome.rawValue)),
      (
        "problems",
        .array(
          problems.map { site, reason, detail in
            .object([
              ("detail", .text(detail)), ("reason", .text(reason)),
              ("site", .cell(Cell(site?.id))),
            ])
          })
      ),
      ("quota_remaining", .integer(traffic.quotaRemaining)),
      ("requests", .integer(traffic.requests)), ("retries", .integer(traffic.retries)),
      ("run", .integer(run)), ("seconds", .decimal((seconds * 1_000).rounded() / 1_000)),
      (
        "sites",
        .object([
          ("complete", .integer(sites.complete)), ("failed", .integer(sites.failed)),
          ("incomplete", .integer(sites.incomplete)), ("requested", .integer(sites.requested)),
          ("skipped", .integer(sites.skipped)), ("unchanged", .integer(sites.unchanged)),
          ("unproven", .integer(sites.unproven)),
        ])
      ),
      ("stopped_because", .cell(Cell(stopped?.name ?? failure?.reason))),
      ("until", .cell(Cell(until(now: now)))),
    ])
  }
}

extension SyncSummary {
  /// The exit code of the run.
  package var exitStatus: ExitStatus {
    var endings: [ExitStatus] = []
    switch stopped {
    case .signal(let signal): endings.append(ExitStatus(signal: signal))
    case .cancelled: endings.append(.interrupted)
    case .quota, .lockedOut, .requestLimit: endings.append(.stoppedEarly)
    case .refused where isOfRefusedFilter: endings.append(.stoppedEarly)
    case .unanswered where outcome != .unreachable: endings.append(.stoppedEarly)
    case .unanswered, .unreachable, .refused, nil: break
    }
    if let failure { endings.append(CommandFailure(failure).status) }
    if outcome == .unreachable { endings.append(.unreachable) }
    if !problems.isEmpty { endings.append(.incomplete) }
    return ExitStatus.combining(endings)
  }
}

extension SyncSummary.Problem {
  /// The command that goes on with the history of a site that has moved, as the end of a sentence.
  private func move(_ fault: Fault) -> String? {
    guard fault.isMove, let site, let address = fault.location else { return nil }
    return "; `modexport scope --move \(site.id) \(address)` goes on with its history there"
  }

  /// The problem as a sentence without its end, with what to do where that is known.
  package var detail: String {
    switch cause {
    case .rules(let rules): rules.map(\.advice).joined(separator: "; ")
    case .fault(let fault): fault.message + (move(fault) ?? "")
    case .unasked(let address, let fault):
      "\(address) was not added: \(fault.message)"
    case .elected(let fault): fault?.message ?? "the list of the elected is not proven whole"
    case .history(let fault): "a log of who held a role before was not read: \(fault.message)"
    case .neverMirrored(let count):
      count.counted("other site of the scope was", "other sites of the scope were")
        + " never mirrored; sync without SITE and --all asks for all"
    case .massDeparture(let departure):
      "\(departure.emptied) of \(departure.compared) rosters lost more than half of their "
        + "moderators, which is implausible; nothing more is published. Check that the right server "
        + "answers, or use --accept-shrink if it is true"
    case .siteListUnread(let fault):
      "the list of sites could not be fetched, so that new and closed sites are not seen: \(fault.message)"
    case .siteList(let list): "the list of sites read at \(list.fetchedAt.rfc3339) \(list.fault)"
    }
  }
}

extension SiteListState {
  /// What is wrong with a rejected list of sites, as far as the archive recorded it.
  var fault: String {
    guard let total else { return "contains \(items) and reports no total" }
    if total != items { return "contains \(items) of \(total)" }
    return lacking > 0
      ? "lacks \(lacking) of the sites that were open" : "has a has_more that does not end"
  }
}
