package import FoundationEssentials
import Roster
import Sync
import Tables
package import Transport

/// Prints what a run did, and says how the program ends.
struct SyncSummaryPrinter {
  let summary: SyncSummary
  let json: Bool

  /// Prints results to stdout, problems and the reason of an early end to stderr. If stdout is closed, the
  /// problems are still printed and the exit code stays.
  func print(in context: CommandContext) throws -> ExitStatus {
    defer { printMessages(in: context) }
    do {
      try printResults(in: context)
    } catch let failure as StreamFailure where failure.isClosedPipe {
      return summary.exitStatus
    }
    return summary.exitStatus
  }

  private func printResults(in context: CommandContext) throws {
    if json {
      try context.results.write(document(at: context.now()))
    } else if !context.isQuiet {
      try context.results.write(text + (context.reportsSuccess ? headLine : ""))
    }
    try context.results.flush()
  }

  // MARK: - Text

  /// The counts of the run.
  var text: String {
    let sites = summary.sites
    let counts: [SiteAttempt.Outcome: Int] = [
      .complete: sites.complete, .unproven: sites.unproven, .incomplete: sites.incomplete,
      .failed: sites.failed, .unchanged: sites.unchanged, .skipped: sites.skipped,
    ]
    let isUnknown = summary.lacksSites && sites.requested == 0
    let outcomes =
      isUnknown ? "which there are to mirror is not known" : SiteAttempt.counted(counts)
    let traffic = summary.traffic
    let quota = traffic.quotaRemaining.map { ", quota \($0) left" } ?? ""
    return """
      \(sites.requested.counted("site")): \(outcomes)\(lowerGrades)
      \(summary.moderators.counted("moderator")), \(changes)
      \(traffic.requests.counted("request")), \(traffic.retries.counted("retry", "retries"))\(quota), \
      \(summary.seconds.tenths) s

      """
  }

  /// The head of the ledger, for whoever keeps it elsewhere.
  var headLine: String { summary.head.map { "head \($0)\n" } ?? "" }

  /// What is claimed of the rosters that are published and not complete, such as " (2 corroborated)".
  private var lowerGrades: String {
    let counts = Grade.allCases.reversed().compactMap { grade in
      grade == .complete ? nil : summary.grades[grade].map { "\($0) \(grade.rawValue)" }
    }
    return counts.isEmpty ? "" : " (\(counts.joined(separator: ", ")))"
  }

  private var changes: String {
    let counts = Change.Kind.ofModerators.compactMap { kind in
      summary.changes[kind].map { "\($0) \(kind.rawValue)" }
    }
    let all = summary.changes.values.reduce(0, +).counted("change")
    return counts.isEmpty ? all : "\(all): \(counts.joined(separator: ", "))"
  }

  // MARK: - Messages

  /// The problems that remain, each as a line without its end. What many sites have in common is one line: cron sends
  /// each line, and a network that is gone fails at each of its sites.
  var problemLines: [String] {
    let mostNamed = 3
    let texts = summary.problems.map { "\($0.detail) (\($0.reason))" }
    let counts = texts.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    var printed: Set<String> = []
    return zip(summary.problems, texts).compactMap { problem, text in
      var place = problem.place.map { "\($0): " } ?? ""
      if let site = problem.site, let count = counts[text], count > mostNamed {
        guard printed.insert(text).inserted else { return nil }
        place = "\(site.id) and \((count - 1).counted("other site")): "
      }
      return VisibleText.sanitized("\(place)\(text)")
    }
  }

  /// The first of them, and how many others there are.
  var firstProblem: String {
    let lines = problemLines
    let others = lines.count > 1 ? " and \((lines.count - 1).counted("other problem"))" : ""
    return (lines.first ?? "") + others
  }

  /// Writes the problems, and the reason of an early end.
  private func printMessages(in context: CommandContext) {
    for line in problemLines { context.messages.write(line + "\n") }
    if let ending = ending(at: context.now()) { context.messages.write("Error: \(ending)\n") }
  }

  /// The last line: what the run did not do, and what to do about it.
  func ending(at now: Date) -> String? {
    if let failure = summary.failure {
      return CommandFailure(failure).description + published(before: failure)
    }
    switch summary.exitStatus {
    case .stoppedEarly:
      // Without a run, servers were only asked what is at new addresses.
      let rest =
        summary.run == 0
        ? "Nothing is kept of what was asked about new addresses; name them again\(limitAdvice)."
        : "Everything fetched so far is kept; run sync again to resume."
      return "Stopped: \(stopReason(at: now)) \(rest)"
    case .interrupted, .terminated, .hungUp: return "Stopped; everything fetched so far is kept."
    case .unreachable:
      if let reason = unreachableReason { return reason }
      let reasons = Set(summary.problems.map(\.reason))
      if reasons == [Fault.Kind.redirected.rawValue] {
        return "No usable answer: \(firstProblem)."
      }
      let (failure, place) =
        summary.asksSitesAlone
        ? ("No site gave a usable answer", "the network and the addresses of the sites")
        : ("The API gave no usable answer", "the network and --api-url")
      return
        "\(failure): check \(summary.isOfProxy ? "the proxy" : place), then run sync again."
    case .incomplete: return incompleteness
    default: return nil
    }
  }

  private var limitAdvice: String {
    summary.stopped == .requestLimit ? ", with a higher limit" : " later"
  }

  /// What an incomplete run leaves as it was.
  private var incompleteness: String {
    let sites = Set(summary.problems.compactMap(\.site))
    let count =
      sites.isEmpty ? "" : " at \(sites.count.counted("site")) of \(summary.sites.requested)"
    let more = sites.min().map { "; `modexport status \($0.id)` says more" } ?? ""
    return "Something is not proven\(count), as listed above; \(Self.kept)\(more)."
  }

  /// What happens to rosters, marks and logs that were not proven.
  static let kept = "what is not proven stays as it was"

  /// Whether anything was published before a wrong clock or a refused key was noticed; empty for a
  /// failure that says so itself.
  private func published(before failure: SyncFailure) -> String {
    guard failure.reason == "wrong_clock" else { return "" }
    let count = summary.sites.complete + summary.sites.unproven
    return count == 0
      ? " Nothing was published."
      : " \(count.counted("roster was", "rosters were")) published before."
  }

  /// Why no request could succeed, if the run knows; nil if only single requests failed.
  private var unreachableReason: String? {
    switch summary.stopped {
    case .unanswered(_, let fault):
      "\(stopReason(at: .distantPast)) Check \(fault.isOfProxy ? "the proxy" : "the network and --api-url"), "
        + "then run sync again."
    case .refused(let fault) where fault.isOfProxy:
      "No request reached the API: \(fault.message); "
        + "\(sitesLeft) left for the next run."
    case .refused(let fault):
      "The API refuses \(summary.traffic.usable == 0 ? "every request" : "a request that the run needs") "
        + "(\(fault.message)): check --api-url; \(sitesLeft) left for the next run."
    default: nil
    }
  }

  /// Without a list of sites nobody knows how many there are.
  private var sitesLeft: String {
    summary.sites.requested > 0 ? summary.sites.skipped.counted("site") : "all sites are"
  }

  private func stopReason(at now: Date) -> String {
    switch summary.stopped {
    case .requestLimit: return "the limit of --max-requests is reached."
    case .quota:
      let date = ThrottleState.quotaReturns(after: now)
      return "the quota is down to its reserve; it comes back at \(date.rfc3339)."
    case .lockedOut:
      return "\(summary.throttle.waitSentence(after: now) ?? "the API refuses requests")."
    case .unanswered(let requests, let fault):
      return "The API has not answered for \(requests) requests in a row (\(fault.message)); "
        + "\(sitesLeft) left for the next run."
    case .refused(let fault) where summary.isOfRefusedFilter:
      return "the API refuses the filter that this archive keeps (\(fault.message)). The filter is "
        + "forgotten, and the next run makes a new one."
    case .unreachable, .refused, .signal, .cancelled, nil: return ""
    }
  }

  // MARK: - JSON

  /// What `--json` prints.
  func document(at now: Date) -> JSONValue {
    summary.document(ending: endingProblem(at: now), at: now)
  }

  /// The early end of the run as a problem; nil if the run finished, or if a problem already contains it.
  private func endingProblem(at now: Date) -> (String, String)? {
    guard !summary.problems.contains(where: { $0.site == nil }), let detail = ending(at: now),
      let reason = summary.failure?.reason ?? summary.stopped?.name
    else { return nil }
    return (reason, detail)
  }
}

extension SyncSummary {
  /// Whether a proxy kept the run from the API.
  fileprivate var isOfProxy: Bool {
    problems.contains { problem in
      switch problem.cause {
      case .fault(let fault), .unasked(_, let fault): return fault.isOfProxy
      default: return false
      }
    }
  }
}

extension SyncSummary.Problem {
  /// The place of the problem, as the beginning of a line; nil if the sentence contains it.
  fileprivate var place: String? {
    if let site { return site.id }
    return switch cause {
    case .neverMirrored, .massDeparture, .unasked: nil
    case .rules, .fault, .elected, .history, .siteList, .siteListUnread: "the API"
    }
  }
}

extension ThrottleState {
  /// The wait that the API asked for, as a sentence without its end; nil if there is none.
  package func waitSentence(after now: Date) -> String? {
    latestWait(after: now).map { wait in
      wait.method.map {
        "the API asks for no requests to the method \($0) until \(wait.until.rfc3339)"
      }
        ?? "the API refuses requests until \(wait.until.rfc3339)"
    }
  }
}
